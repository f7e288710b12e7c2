import { text } from '#web/text/work.ts'
import { Menu, MenuItem, MenuLabel, MenuLine } from '#web/ui/menu.tsx'
import { isNumeric } from '../shapes.ts'
import { ToolButton } from './tool.tsx'
import type { ToolProps } from './toolbar.tsx'

const TOPS = [3, 5, 10, 20]

/** Sorts the rows and keeps the first of them. */
export function SortTool({ work, onOpen }: ToolProps) {
  const { query } = work.state
  const limit = query.semantic_query?.limit ?? null
  const [order] = query.semantic_query?.order ?? []
  return (
    <Menu label={text.sort} onOpen={onOpen} className="max-w-80" trigger={<ToolButton>{text.sort}</ToolButton>}>
      {query.columns.flatMap((column) =>
        (['desc', 'asc'] as const).map((direction) => (
          <MenuItem
            key={`${column.name} ${direction}`}
            isChosen={order?.by === column.name && (order.direction ?? 'asc') === direction}
            onSelect={() => void work.take({ action: 'sort', by: column.name, direction })}
          >
            {isNumeric(column) ? text.byFigure(column.label, direction) : text.byName(column.label, direction)}
          </MenuItem>
        )),
      )}
      <MenuLine />
      <MenuLabel>{text.keep}</MenuLabel>
      {TOPS.map((top) => (
        <MenuItem key={top} isChosen={limit === top} onSelect={() => void work.take({ action: 'limit', limit: top })}>
          {text.first(top)}
        </MenuItem>
      ))}
      <MenuItem isChosen={limit === null} onSelect={() => void work.take({ action: 'limit', limit: null })}>
        {text.allRows}
      </MenuItem>
    </Menu>
  )
}
