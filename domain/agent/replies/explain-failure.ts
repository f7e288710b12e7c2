import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import { nearestNames } from '#domain/semantics/describe/nearest-names.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Dialect } from '#domain/semantics/sources/source.ts'
import { fromClause } from './from-clause.ts'
import { missingJoins } from './missing-joins.ts'
import { NAME, named, plain, type Reference, referencesIn, withoutLiterals } from './references.ts'

const COLUMNS_TOLD = 40
const TABLES_TOLD = 40
const NOTES = 4

/**
 * What a statement that failed should have said, as far as the caller's layer tells: tables and columns that are not there with those that are, and
 * functions of another dialect with this one's. Null when nothing of it explains the failure. It speaks only of what the layer shows its reader.
 */
export function explainFailure(layer: Layer, sql: string): string | null {
  const tables = layer.tables.filter((table) => !table.isHidden)
  const references = referencesIn(sql)
  const unknown = [...unknownTables(references, tables), ...unknownColumns(sql, references, tables)]
  const joining = [...unknown, ...(unknown.length ? [] : missingJoins(sql, references, tables, layer))]
  const clause = joining.length ? fromClause(sql, references, tables, layer) : null
  const notes = [
    ...joining.slice(0, NOTES - 1),
    ...(clause ? [clause] : []),
    ...(joining.length ? [] : ambiguousColumns(sql, references, tables)),
    ...foreignFunctions(sql, layer.dialect),
  ]
  return notes.length ? notes.slice(0, NOTES).join('; ') : null
}

function unknownTables(references: Reference[], tables: LayerTable[]): string[] {
  const unknown = new Set(references.flatMap(({ name }) => (named(tables, name) ? [] : [name])))
  return [...unknown].map((name) => {
    const near = nearestNames(
      name,
      tables.map((table) => table.name),
    )
    const known = near.length ? `nearest: ${listed(near)}` : `the tables: ${listed(tables.slice(0, TABLES_TOLD).map((table) => table.name))}`
    return `there is no table ${sanitizeText(name, 100)}; ${known}`
  })
}

function unknownColumns(sql: string, references: Reference[], tables: LayerTable[]): string[] {
  const notes = new Map<string, string>()
  for (const [, written = '', member = ''] of withoutLiterals(sql).matchAll(new RegExp(`(${NAME})\\.(${NAME})(?!\\s*[.(])`, 'g'))) {
    const [qualifier, column] = [plain(written), plain(member)]
    const reference = references.find(({ name, alias }) => alias === qualifier || name === qualifier)
    const table = reference && named(tables, reference.name)
    const columns = table?.columns.filter(({ isHidden }) => !isHidden)
    if (!table || !columns || columns.some(({ name }) => plain(name) === column)) continue
    const elsewhere = tables
      .filter((other) => other !== table && other.columns.some(({ name, isHidden }) => !isHidden && plain(name) === column))
      .map(({ name }) => name)
    const has = `it has ${listed(columns.slice(0, COLUMNS_TOLD).map(({ name }) => name))}`
    notes.set(
      `${table.name}.${column}`,
      `${sanitizeText(table.name, 100)} has no column ${sanitizeText(column, 100)}; ${elsewhere.length ? `${sanitizeText(column, 100)} stands in ${listed(elsewhere)}` : has}`,
    )
  }
  return [...notes.values()]
}

/** Bare names that several of the tables read have: with the table they should be written with. */
function ambiguousColumns(sql: string, references: Reference[], tables: LayerTable[]): string[] {
  const text = withoutLiterals(sql)
  if (references.length < 2 || text.match(/\bselect\b/gi)?.length !== 1) return []
  const own = new Set([...text.matchAll(new RegExp(`\\bas\\s+(${NAME})`, 'gi'))].map(([, name = '']) => plain(name)))
  const notes = new Map<string, string>()
  for (const [, written = ''] of text.matchAll(new RegExp(`(?<![\\w."\`\\]])(${NAME})(?!\\s*[.(])`, 'g'))) {
    const column = plain(written)
    const owners = references.filter(({ name }) => named(tables, name)?.columns.some((each) => !each.isHidden && plain(each.name) === column))
    if (owners.length < 2 || own.has(column)) continue
    notes.set(
      column,
      `several tables have ${sanitizeText(written, 100)}: write ${owners.map(({ name, alias }) => `${sanitizeText(alias ?? name, 100)}.${sanitizeText(written, 100)}`).join(' or ')}`,
    )
  }
  return [...notes.values()]
}

const listed = (names: string[]): string => names.map((name) => sanitizeText(name, 100)).join(', ')

type Alternatives = Partial<Record<Dialect, string>>
const isoDay: Alternatives = { sqlite: "date('now')", postgres: 'current_date', mysql: 'curdate()', duckdb: 'current_date', clickhouse: 'today()' }

/** Functions that models write in every dialect, with what says the same in those that do not have them. */
const FUNCTIONS: Record<string, Alternatives> = {
  year: { sqlite: "strftime('%Y', x)", postgres: 'extract(year from x)', clickhouse: 'toYear(x)' },
  month: { sqlite: "strftime('%m', x)", postgres: 'extract(month from x)', clickhouse: 'toMonth(x)' },
  day: { sqlite: "strftime('%d', x)", postgres: 'extract(day from x)', clickhouse: 'toDayOfMonth(x)' },
  quarter: { sqlite: "(cast(strftime('%m', x) as integer) + 2) / 3", postgres: 'extract(quarter from x)', clickhouse: 'toQuarter(x)' },
  date_trunc: { sqlite: "strftime('%Y-%m-01', x)", mysql: "date_format(x, '%Y-%m-01')" },
  date_format: { sqlite: "strftime('%Y-%m', x)", postgres: "to_char(x, 'YYYY-MM')", duckdb: "strftime(x, '%Y-%m')", clickhouse: "formatDateTime(x, '%Y-%m')" },
  to_char: { sqlite: "strftime('%Y-%m', x)", mysql: "date_format(x, '%Y-%m')", duckdb: "strftime(x, '%Y-%m')", clickhouse: "formatDateTime(x, '%Y-%m')" },
  strftime: { postgres: "to_char(x, 'YYYY-MM')", mysql: "date_format(x, '%Y-%m')", clickhouse: "formatDateTime(x, '%Y-%m')" },
  datediff: { sqlite: 'julianday(b) - julianday(a)', postgres: 'b::date - a::date' },
  julianday: { postgres: 'extract(epoch from x) / 86400', mysql: 'to_days(x)', duckdb: 'julian(x)', clickhouse: 'toUnixTimestamp(x) / 86400' },
  getdate: isoDay,
  curdate: isoDay,
  nvl: { sqlite: 'coalesce(a, b)', postgres: 'coalesce(a, b)', mysql: 'coalesce(a, b)', duckdb: 'coalesce(a, b)', clickhouse: 'coalesce(a, b)' },
  isnull: { sqlite: 'coalesce(a, b)', postgres: 'coalesce(a, b)', duckdb: 'coalesce(a, b)' },
  ifnull: { postgres: 'coalesce(a, b)' },
  len: { sqlite: 'length(x)', postgres: 'length(x)', mysql: 'char_length(x)', clickhouse: 'length(x)' },
  group_concat: { postgres: "string_agg(x, ', ')", clickhouse: "arrayStringConcat(groupArray(x), ', ')" },
  string_agg: { sqlite: "group_concat(x, ', ')", mysql: "group_concat(x separator ', ')", clickhouse: "arrayStringConcat(groupArray(x), ', ')" },
}

function foreignFunctions(sql: string, written: Dialect): string[] {
  const dialect = written === 'mariadb' ? 'mysql' : written
  const called = new Set([...sql.matchAll(/\b(\w+)\s*\(/g)].map(([, name = '']) => name.toLowerCase()))
  const notes = [...called].flatMap((name) => {
    const instead = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]?.[dialect] : undefined
    return instead ? [`${dialect} writes ${name}(..) as ${instead}`] : []
  })
  const top = dialect !== 'clickhouse' && /\bselect\s+top\s+\d+/i.test(sql) ? ['write LIMIT at the end instead of TOP'] : []
  const ilike = (dialect === 'sqlite' || dialect === 'mysql') && /\bilike\b/i.test(sql) ? [`${dialect} writes ILIKE as lower(x) LIKE lower(y)`] : []
  return [...notes, ...top, ...ilike]
}
