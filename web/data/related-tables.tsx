import type { RowFilterReach, RowFilterRelatedTable } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'

const namesOf = (tables: RowFilterRelatedTable[]): string => tables.map(({ table_name }) => table_name).join(', ')
const wayOf = (path: RowFilterRelatedTable['paths'][number]): string =>
  path.map((join) => `${join.from_table}.${join.from_columns.join('+')} → ${join.to_table}.${join.to_columns.join('+')}`).join(', ')

/** What becomes of the tables that hold rows of the filtered ones, each with its ways of joins; `isStored` tells a filter from one that is not yet saved. */
export function RelatedTables({ reach, tables, isStored }: { reach: RowFilterReach; tables: RowFilterRelatedTable[]; isStored: boolean }) {
  const lost = tables.filter((table) => table.is_orphaned)
  const found = tables.filter((table) => !table.is_orphaned)
  if (tables.length === 0) return isStored ? null : <p className="text-xs text-muted">{words.relatedNone}</p>
  return (
    <div className="text-xs text-muted">
      {found.length > 0 && (
        <details>
          <summary className="cursor-pointer">{reach === 'table' ? words.relatedOpen(namesOf(found)) : `${words.relatedCut} ${namesOf(found)}`}</summary>
          <ul className="mt-1 grid gap-1 pl-4 font-mono">
            {found.flatMap(({ table_name, paths }) =>
              paths.map((path) => (
                <li key={`${table_name} ${wayOf(path)}`} className="break-words">
                  {wayOf(path)}
                </li>
              )),
            )}
          </ul>
        </details>
      )}
      {lost.length > 0 && (
        <p className="text-bad">{isStored && reach === 'related' ? words.relatedLost(namesOf(lost)) : words.relatedUndecided(namesOf(lost))}</p>
      )}
    </div>
  )
}
