import { type Dialect, isTableName, type RowPredicate, type SourceParam, type TableName } from '#domain/semantics/sources/source.ts'
import { placeholder } from '#domain/semantics/sql/placeholder.ts'
import { rowBarrier } from '#domain/semantics/sql/row-barrier.ts'
import { tableNotAllowed } from './refusals.ts'

/** A table a statement may read. Without a schema it can only be named bare; with one, bare or under exactly that schema. Of its columns those told may be read; absent, all. */
export type GuardedTable = { name: string; schema: string | null; columns?: readonly string[]; hasHidden?: boolean }

export type GuardedDialect = Exclude<Dialect, 'duckdb'>

/** A text put in place of a span of the statement, cut where its values go. */
export type Edit = { start: number; end: number; parts: string[]; params: SourceParam[] }

/** How a table's reference is written into the statement. `filtered` says that its rows or columns are cut, so that nothing but an alias may follow the name. */
export type Reference = { table: GuardedTable; filtered: boolean; bare: boolean }

const foldsCase = (dialect: GuardedDialect): boolean => dialect === 'sqlite'
const lower = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

export type References = {
  /** What a name (its parts as the engine understands them) stands for. Fails with `table_not_allowed`. */
  resolve(parts: string[]): Reference
  /** The columns of a table that may be read; null where they are not known. */
  columnsOf(table: string): readonly string[] | null
  /** The text that takes the place of a reference, with its values; null when it can stand as it is. */
  replacement(reference: Reference, alias: string | null): { parts: string[]; params: SourceParam[] } | null
}

/** The tables of a source as a statement may name them, each with the predicates that cut its rows. */
export function createReferences(dialect: GuardedDialect, tables: readonly (string | GuardedTable)[], predicates: readonly RowPredicate[]): References {
  const same = foldsCase(dialect) ? (left: string, right: string) => lower(left) === lower(right) : (left: string, right: string) => left === right
  const known = tables.map((table): GuardedTable => (typeof table === 'string' ? { name: table, schema: null } : table))
  const quote = quoteOf(dialect)
  const predicatesOf = (table: GuardedTable) => predicates.filter((predicate) => same(predicate.table, table.name))
  const nameOf = ({ schema, name }: GuardedTable) => (schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`)
  /** A table that a predicate reads, always with its schema: a bare name could be one that the statement gives to something of its own. */
  const readName = ({ table, schema }: TableName): string => {
    const home = schema ?? (dialect === 'sqlite' ? 'main' : known.find(({ name }) => same(name, table))?.schema)
    if (!home) throw tableNotAllowed(table)
    return nameOf({ name: table, schema: home })
  }

  return {
    resolve(parts) {
      const name = parts.at(-1) ?? ''
      const schema = parts.length > 1 ? (parts.at(-2) ?? '') : null
      const found =
        parts.length > 2 ? [] : known.filter((table) => same(table.name, name) && (schema === null || (table.schema !== null && same(table.schema, schema))))
      const [table] = found
      if (!table || found.length > 1) throw tableNotAllowed(parts.join('.'))
      return { table, filtered: predicatesOf(table).length > 0 || table.hasHidden === true, bare: schema === null }
    },
    columnsOf: (name) => known.find((table) => same(table.name, name))?.columns ?? null,
    replacement({ table, filtered, bare }, alias) {
      if (!filtered) return bare && table.schema !== null ? { parts: [nameOf(table)], params: [] } : null
      const columns = table.hasHidden && table.columns ? table.columns.map(quote).join(', ') : '*'
      const own = predicatesOf(table)
      const parts = [`(SELECT ${columns} FROM ${nameOf(table)}${own.length > 0 ? ' WHERE (' : ''}`]
      const params: SourceParam[] = []
      own.forEach((predicate, index) => {
        const [first = '', ...rest] = predicate.parts
        parts[parts.length - 1] += `${index === 0 ? '' : ') AND ('}${first}`
        rest.forEach((part, at) => {
          const param = predicate.params[at] ?? null
          if (isTableName(param)) parts[parts.length - 1] += `${readName(param)}${part}`
          else {
            parts.push(part)
            params.push(param)
          }
        })
      })
      parts[parts.length - 1] += `${own.length > 0 ? `)${rowBarrier(dialect)}` : ''})${alias === null ? '' : ` AS ${quote(alias)}`}`
      return { parts, params }
    },
  }
}

/** Puts the edits into a statement; values are bound in the order of the text. `slice` cuts the statement at the edits' own unit of position. */
export function spliced(dialect: GuardedDialect, slice: (start: number, end?: number) => string, edits: Edit[]): { sql: string; params: SourceParam[] } {
  const params: SourceParam[] = []
  let sql = ''
  let at = 0
  for (const edit of [...edits].sort((left, right) => left.start - right.start)) {
    sql += slice(at, edit.start)
    // A quote that meets another would make one name of two.
    if (/[^\s(,.]$/.test(sql)) sql += ' '
    edit.parts.forEach((part, index) => {
      if (index > 0) {
        const value = edit.params[index - 1] ?? null
        params.push(value)
        sql += placeholder(dialect, params.length, value)
      }
      sql += part
    })
    at = edit.end
    if (/^[^\s),;]/.test(slice(at)) && !sql.endsWith('.')) sql += ' '
  }
  return { sql: sql + slice(at), params }
}

/** A name as an identifier of the dialect. */
export function quoteOf(dialect: GuardedDialect): (name: string) => string {
  if (dialect === 'mysql' || dialect === 'mariadb') return (name) => `\`${name.replaceAll('`', '``')}\``
  if (dialect === 'clickhouse') return (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
  return (name) => `"${name.replaceAll('"', '""')}"`
}
