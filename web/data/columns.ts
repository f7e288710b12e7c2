import { useMemo } from 'react'
import { useAllPages } from '#web/api/paths.ts'
import type { Description } from '#web/api/semantic.gen.ts'
import { useSource } from './use-source.ts'

/** The described tables of the source shown, each with its columns. */
export function useTables(): { name: string; columns: string[] }[] {
  const { source } = useSource()
  const { data } = useAllPages<Description>(`/semantic/descriptions/paginated?datasource_id=${source.id}`)
  return useMemo(() => {
    const tables = new Map<string, string[]>()
    for (const { table_name, column_name } of data ?? []) {
      const columns = tables.get(table_name) ?? []
      if (column_name !== null) columns.push(column_name)
      tables.set(table_name, columns)
    }
    return [...tables].map(([name, columns]) => ({ name, columns })).toSorted((a, b) => a.name.localeCompare(b.name))
  }, [data])
}
