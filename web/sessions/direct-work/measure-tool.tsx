import { text } from '#web/text/work.ts'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { ToolButton } from './tool.tsx'
import type { ToolProps } from './toolbar.tsx'

/** Measures something else of the same rows. */
export const MeasureTool = ({ work, choices, onOpen }: ToolProps) => (
  <Menu label={text.measure} onOpen={onOpen} className="max-w-80" trigger={<ToolButton>{text.measure}</ToolButton>}>
    {choices?.measures.map(({ label, measure }) => (
      <MenuItem key={label} onSelect={() => void work.take({ action: 'measure', measures: [measure] })}>
        {label}
      </MenuItem>
    )) ?? <MenuItem disabled>{text.reading}</MenuItem>}
  </Menu>
)
