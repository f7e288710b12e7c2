import type { Token } from '#domain/analyst/language/tokens.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import type { Lexicon, Meaning } from '#domain/analyst/lexicon/lexicon.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

type Named = { at: number; table: LayerTable }

const named = new WeakMap<Token[], Named[]>()
const leastNamed = 0.75
const surelyNamed = 0.9

/** The tables that words of a question name, by where they stand; where none does, those of the columns it names. */
function tablesNamed(tokens: Token[], { names }: Lexicon): Named[] {
  const known = named.get(tokens)
  if (known) return known
  const meanings = tokens.flatMap(({ kind, stem }, at) =>
    kind === 'word' ? [stem, `${stem} ${tokens[at + 1]?.stem ?? ''}`].flatMap((name) => ({ at, ...(names.get(name) ?? nothing) })) : [],
  )
  const ofTables = meanings.flatMap(({ at, tables }) => tables.flatMap(({ table, weight }) => (weight >= leastNamed ? [{ at, table }] : [])))
  const ofColumns = meanings.flatMap(({ at, columns }) => columns.flatMap(({ table, weight }) => (weight >= surelyNamed ? [{ at, table }] : [])))
  const found = ofTables.length > 0 ? ofTables : ofColumns
  named.set(tokens, found)
  return found
}

const nothing: Meaning = { tables: [], columns: [], measures: [] }

const kin = new WeakMap<Layer['relationships'], Map<string, ReadonlySet<string>>>()

/** Tables whose rows have to do with rows of another: those they refer to, on and on, those that refer to them, and what these refer to; no others that only refer to the same. */
function kinOf(name: string, { relationships }: Layer): ReadonlySet<string> {
  const all = kin.get(relationships) ?? new Map<string, ReadonlySet<string>>()
  kin.set(relationships, all)
  const known = all.get(name)
  if (known) return known
  const reach = (from: string[], step: (table: string) => string[]): Set<string> => {
    const found = new Set(from)
    for (const table of found) for (const next of step(table)) found.add(next)
    return found
  }
  const up = (table: string) => relationships.flatMap(({ fromTable, toTable }) => (fromTable === table ? [toTable] : []))
  const down = (table: string) => relationships.flatMap(({ fromTable, toTable }) => (toTable === table ? [fromTable] : []))
  const found = reach([...reach([name], down)], up)
  all.set(name, found)
  return found
}

/** Whether rows of a table have to do with what a question names; where it names none, every table may be meant. */
export function isConcerned(tokens: Token[], { name }: LayerTable, lexicon: Lexicon): boolean {
  const said = tablesNamed(tokens, lexicon)
  return said.length === 0 || said.some(({ table }) => kinOf(table.name, lexicon.layer).has(name))
}

/** Of several values that words may mean those of the rows that the noun right behind them names, or of a state the nearest noun before it or else behind it: "open bills". */
export function ofNearest<Held extends { table: LayerTable; column: LayerColumn }>(
  tokens: Token[],
  from: number,
  to: number,
  all: Held[],
  lexicon: Lexicon,
): Held[] {
  if (new Set(all.map(({ table }) => table)).size < 2) return all
  const said = tablesNamed(tokens, lexicon)
  const isPlain = tokens[from]?.isCapitalised === false && !all.some(({ table, column }) => displayColumns(table).includes(column))
  const behind = said.filter(({ at }) => at === to)
  const near = isPlain ? [...said.filter(({ at }) => at < from).reverse(), ...said.filter(({ at }) => at >= to)] : []
  for (const { at } of [...behind, ...near]) {
    const own = all.filter(({ table }) => said.some((one) => one.at === at && one.table === table))
    if (own.length > 0) return own
  }
  return all
}
