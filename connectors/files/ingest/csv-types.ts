import type { DuckDBConnection } from '@duckdb/node-api'
import { identifier, literal } from '#connectors/sources/quote.ts'
import type { CsvDialect } from './csv.ts'
import { readObjects } from './tables.ts'

const COLUMNS_AT_ONCE = 40
const INTEGER = "'[+-]?(0|[1-9]\\d{0,18})'"
const DECIMAL = "'[+-]?(0|[1-9]\\d*)(\\.\\d*)?'"
const DECIMAL_COMMA = "'[+-]?(\\d{1,3}(\\.\\d{3})+|\\d+)(,\\d+)?'"

type Column = CsvDialect['columns'][number]
type Fact = 'present' | 'integers' | 'decimals' | 'doubles' | 'commas' | 'withComma' | 'whole' | 'fraction' | 'digits'
type Facts = Record<Fact, number>

const TEXT_OR_NUMBER = ['VARCHAR', 'BIGINT', 'DOUBLE']
const UNKNOWN: Facts = { present: 0, integers: 0, decimals: 0, doubles: 0, commas: 0, withComma: 0, whole: 0, fraction: 0, digits: 0 }
const DIGITS = "regexp_replace(regexp_replace(value, '^[+-]?[0.]*', ''), '[^0-9]', '', 'g')"
/** What is asked of the values of every column alike. An engine holds tens of megabytes for a pattern, so each stands in a statement once, not once a column. */
const FACTS: Record<Fact, string> = {
  present: 'count(value)',
  integers: `count(*) filter (regexp_full_match(value, ${INTEGER}) and try_cast(value as bigint) is not null)`,
  decimals: `count(*) filter (regexp_full_match(value, ${DECIMAL}))`,
  doubles: "count(try_cast(value as double)) filter (not regexp_matches(value, '^[+-]?0\\d'))",
  commas: `count(*) filter (regexp_full_match(value, ${DECIMAL_COMMA}))`,
  withComma: "count(*) filter (contains(value, ','))",
  whole: "coalesce(max(length(regexp_extract(value, '^[+-]?(\\d*)', 1))), 0)",
  fraction: "coalesce(max(length(regexp_extract(value, '\\.(\\d*)$', 1))), 0)",
  digits: `coalesce(max(length(${DIGITS})), 0)`,
}

/** The select list that gives each column of the raw, all-text file its type: the sniffed one if every value has it, else the next wider that loses no digit, else text. */
export async function settleTypes(connection: DuckDBConnection, raw: string, dialect: CsvDialect): Promise<string> {
  const list: string[] = []
  for (let start = 0; start < dialect.columns.length; start += COLUMNS_AT_ONCE) {
    const columns = dialect.columns.slice(start, start + COLUMNS_AT_ONCE)
    const facts = await numberFacts(connection, raw, columns, dialect)
    const fitting = await fittingValues(connection, raw, columns, dialect)
    for (const [index, column] of columns.entries()) {
      list.push(`${typedColumn(column, facts.get(index) ?? UNKNOWN, fitting.get(index) ?? false, dialect)} as ${identifier(column.name)}`)
    }
  }
  return list.join(', ')
}

type Position = [index: number, column: Column]

/** Most columns of numbers are whole ones, which takes one question to know: only the others are asked the rest. */
async function numberFacts(connection: DuckDBConnection, raw: string, columns: Column[], dialect: CsvDialect): Promise<Map<number, Facts>> {
  const positions = [...columns.entries()].filter(([, { type }]) => type === 'BIGINT' || type === 'DOUBLE' || (type === 'VARCHAR' && dialect.delimiter === ';'))
  const sniffedWhole = positions.filter(([, column]) => column.type === 'BIGINT')
  const whole = await askFacts(connection, raw, sniffedWhole, ['present', 'integers'])
  for (const [index, { present, integers }] of whole) if (present !== integers) whole.delete(index)
  const others = positions.filter(([index]) => !whole.has(index))
  return new Map([...whole, ...(await askFacts(connection, raw, others, Object.keys(FACTS) as Fact[]))])
}

async function askFacts(connection: DuckDBConnection, raw: string, positions: Position[], asked: Fact[]): Promise<Map<number, Facts>> {
  if (!positions.length) return new Map()
  const indexes = positions.map(([index]) => index).join(', ')
  const values = positions.map(([, column]) => `trim(${identifier(column.name)})`).join(', ')
  const facts = asked.map((name) => `${FACTS[name]} as "${name}"`).join(', ')
  const each = `select unnest([${indexes}]) as position, unnest([${values}]) as value from read_parquet(${literal(raw)})`
  const rows = await readObjects(connection, `select position, ${facts} from (${each}) group by position`)
  return new Map(rows.map((row) => [Number(row.position), { ...UNKNOWN, ...Object.fromEntries(asked.map((name) => [name, Number(row[name])])) }]))
}

/** For each column sniffed as something else than number or text, whether it has values and all of them are that. */
async function fittingValues(connection: DuckDBConnection, raw: string, columns: Column[], dialect: CsvDialect): Promise<Map<number, boolean>> {
  const asked = [...columns.entries()].filter(([, { type }]) => !TEXT_OR_NUMBER.includes(type))
  if (!asked.length) return new Map()
  const fits = asked.map(([index, column]) => {
    const present = `count(trim(${identifier(column.name)}))`
    return `${present} > 0 and ${present} = count(${castTo(column, dialect, 'try_')}) as fits_${index}`
  })
  const [found = {}] = await readObjects(connection, `select ${fits.join(', ')} from read_parquet(${literal(raw)})`)
  return new Map(asked.map(([index]) => [index, found[`fits_${index}`] === true]))
}

function typedColumn(column: Column, facts: Facts, fits: boolean, dialect: CsvDialect): string {
  const value = identifier(column.name)
  if (fits) return castTo(column, dialect, '')
  if (facts.present === 0) return value
  const all = (count: number) => count === facts.present
  if (column.type === 'VARCHAR') return all(facts.commas) && facts.withComma > 0 ? `cast(replace(replace(trim(${value}), '.', ''), ',', '.') as double)` : value
  if (all(facts.integers)) return `cast(trim(${value}) as bigint)`
  if (all(facts.decimals) && facts.digits > 15) {
    const width = facts.whole + facts.fraction
    return width <= 38 ? `cast(trim(${value}) as decimal(${width}, ${facts.fraction}))` : value
  }
  return all(facts.doubles) ? `cast(trim(${value}) as double)` : value
}

function castTo(column: Column, dialect: CsvDialect, attempt: 'try_' | ''): string {
  const value = `trim(${identifier(column.name)})`
  const format = column.type === 'DATE' ? dialect.dateFormat : column.type === 'TIMESTAMP' ? dialect.timestampFormat : null
  if (format === null) return `${attempt}cast(${value} as ${column.type})`
  return `cast(${attempt}strptime(${value}, ${literal(format)}) as ${column.type})`
}
