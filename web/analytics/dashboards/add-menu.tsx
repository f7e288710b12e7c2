import { ChartColumn, ListFilter, PanelTop, Plus, Type } from 'lucide-react'
import { text } from '#web/text/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

export type Adding = 'chart' | 'text' | 'filter' | 'tabs'

const KINDS = [
  { what: 'chart', icon: ChartColumn },
  { what: 'text', icon: Type },
  { what: 'filter', icon: ListFilter },
  { what: 'tabs', icon: PanelTop },
] as const

export const AddMenu = ({ onAdd }: { onAdd: (what: Adding) => void }) => (
  <Menu
    align="end"
    label={text.addTile}
    trigger={
      <Button>
        <Plus size={15} />
        {text.addTile}
      </Button>
    }
  >
    {KINDS.map(({ what, icon: Icon }) => (
      <MenuItem key={what} icon={<Icon size={15} />} onSelect={() => onAdd(what)}>
        {text.kinds[what]}
      </MenuItem>
    ))}
  </Menu>
)
