import type { SourceTable, TableProfile } from '#domain/semantics/sources/source.ts'
import { identifier } from '../quote.ts'
import { profileBySets } from '../set-profile.ts'
import type { ReadAll } from './introspect.ts'

const SAMPLED_ROWS = 200_000

/** Profiles a table; of more than 200,000 rows by a sample of its blocks. */
export function profilePostgresTable(readAll: ReadAll, table: SourceTable): Promise<TableProfile> {
  const name = table.schema === null ? identifier(table.name) : `${identifier(table.schema)}.${identifier(table.name)}`
  const share = Math.min(100, (SAMPLED_ROWS / Math.max(table.rowEstimate ?? 0, 1)) * 100)
  const sample = table.kind === 'table' && share < 100 ? `${name} tablesample system (${share.toFixed(6)}) repeatable (1)` : name
  return profileBySets(table, {
    readAll: (sql) => readAll(sql, []),
    sampledRows: share < 100 ? 0 : SAMPLED_ROWS,
    from: `(select * from ${sample} limit ${SAMPLED_ROWS}) as s`,
    identifier,
    text: (expression) => `(${expression})::text`,
    booleanBounds: (value) => [`bool_and(${value})::text`, `bool_or(${value})::text`],
  })
}
