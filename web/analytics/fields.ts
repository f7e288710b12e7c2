import { useQueries } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import type { Description } from '#web/api/semantic.gen.ts'
import type { Option } from '#web/ui/picker.tsx'

/** A column of the semantic layer. */
export type Field = { table: string; column: string; label: string; tableLabel: string; type: Description['data_type']; isKey: boolean }

const EACH = 100

async function readFields(datasourceId: string, signal: AbortSignal): Promise<Field[]> {
  const all: Description[] = []
  for (let page = 1; ; page += 1) {
    const read = await call('GET /semantic/descriptions/paginated', { query: { datasource_id: datasourceId, page, page_size: EACH }, signal })
    all.push(...read.items)
    if (!read.has_next) break
  }
  const tables = new Map(all.filter(({ object_type }) => object_type === 'table').map((one) => [one.table_name, one]))
  return all.flatMap((one) => {
    const table = tables.get(one.table_name)
    if (one.object_type !== 'column' || one.column_name === null || one.is_hidden || table?.is_hidden) return []
    const isKey = one.is_primary_key || one.semantic_type === 'identifier'
    return [{ table: one.table_name, column: one.column_name, label: one.label, tableLabel: table?.label ?? one.table_name, type: one.data_type, isKey }]
  })
}

/** The columns of data sources, once they are read. */
export function useFields(datasourceIds: readonly string[]): { fields: Field[]; isReading: boolean } {
  return useQueries({
    queries: datasourceIds.map((id) => ({
      queryKey: ['description', 'fields', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readFields(id, signal),
      staleTime: 60_000,
      retry: false,
    })),
    combine: (read) => ({ fields: read.flatMap(({ data }) => data ?? []), isReading: read.some(({ isPending }) => isPending) }),
  })
}

export const memberOf = ({ table, column }: Pick<Field, 'table' | 'column'>): string => `${table}.${column}`

/** Fields to choose from, by the member they are. */
export const optionsOf = (fields: readonly Field[]): Option[] => {
  const seen = new Map(fields.map((field) => [memberOf(field), field]))
  return [...seen].map(([id, { label, tableLabel, column, type }]) => ({
    id,
    label: capitalised(label || column),
    group: capitalised(tableLabel),
    ...(type ? { hint: type } : {}),
  }))
}

export const isDate = ({ type }: Pick<Field, 'type'>): boolean => type === 'date' || type === 'timestamp'
export const isNumber = ({ type }: Pick<Field, 'type'>): boolean => type === 'integer' || type === 'number' || type === 'decimal'

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
