import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import {
  beForms,
  determiners,
  doForms,
  ownerPrepositions,
  plainArticles,
  prepositions,
  relatives,
  valueJoints,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { ColumnMeaning, Lexicon, ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { tableOf } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

/** Determiners that are no relative pronouns too. */
const plainDeterminers = wordSet([...determiners].filter((word) => word !== 'that'))
const beforeTyped = wordSet(plainArticles, ownerPrepositions)

/** Values of several tables, narrowed down to those that their place in the question allows: its verb, the clause they stand in, and what is asked of them. */
export function withPlacedValues(items: Item[], lexicon: Lexicon): Item[] {
  return items.map((item, at) => {
    if (item.kind !== 'name' || item.values.length < 2) return item
    const had = hadBy(items, at)
    const others = had === null ? [] : item.values.filter(({ column }) => !had.some((meaning) => meaning.column === column))
    if (others.length > 0 && others.length < item.values.length) return { ...item, values: others }
    if (item.values.every(isConstant)) return { ...item, values: ofTablesNamed(item.values, items, lexicon) }
    const typed = item.values.filter((value) => isOwnName(value) && isTyped(items, at, value.table))
    if (typed.length > 0) return typed.length === item.values.length ? item : { ...item, values: typed }
    const other = otherThan(items, at)
    const values = other === null ? item.values : item.values.filter((value) => !isOf(value, other, lexicon))
    return values.length === 0 || values.length === item.values.length ? item : { ...item, values }
  })
}

/** Values that only tell when something is done: `hired` of "employees hired in 2023" is a word. */
export function withVerbsOfDates(items: Item[]): Item[] {
  return items.map((item, at) => {
    const named = item.kind === 'name' ? ofNamed(items, at) : null
    return named ? { ...item, meaning: { tables: [], columns: [{ ...named, weight: 0.5 }], measures: [] }, values: [] } : item
  })
}

/** "The nominees who have been nominated": a verb that says no more than a column named before it is no value of another one. */
function ofNamed(items: Item[], at: number): ColumnMeaning | null {
  const item = items[at]
  if (!item || item.values.length === 0 || !/^[a-z]+ed$/.test(item.text) || !beForms.has(items[at - 1]?.lower ?? '')) return null
  const columns = items.slice(0, at).flatMap((other) => (other.kind === 'name' ? other.meaning.columns.filter(({ weight }) => weight >= 0.75) : []))
  const isOther = ({ column }: ColumnMeaning) => !item.values.some((value) => value.column === column)
  return columns.find((meaning) => isOther(meaning) && labelWords(meaning.column.label).some((word) => familyOf(word) === familyOf(item.lower))) ?? null
}

/** The only value of its column says nothing of which rows: it is looked for where what is asked about has it, itself or by what it belongs to. */
function isConstant({ column }: ValueMeaning): boolean {
  return column.distinct === 1
}

function ofTablesNamed(values: ValueMeaning[], items: Item[], { layer }: Lexicon): ValueMeaning[] {
  const spoken = items.filter((item) => item.kind === 'name' && item.values.length === 0)
  const named = spoken.flatMap((item) => tableOf(item)?.name ?? item.meaning.columns.filter(({ weight }) => weight >= 0.9).map(({ table }) => table.name))
  const own = values.filter(({ table }) => named.includes(table.name))
  const parents = layer.relationships.filter((item) => named.includes(item.fromTable)).map((item) => item.toTable)
  const near = own.length > 0 ? own : values.filter(({ table }) => parents.includes(table.name))
  return near.length > 0 ? near : values
}

/** "The Mississippi river", "the river Mississippi": what it is stands beside it, for one. */
function isTyped(items: Item[], at: number, table: LayerTable): boolean {
  const isOne = (item: Item | undefined) => item !== undefined && item.lower === item.stem && tableOf(item) === table
  return isOne(items[at + 1]) || (isOne(items[at - 1]) && beforeTyped.has(items[at - 2]?.lower ?? ''))
}

/** Whether a value names rows of the table: by their own name, or where another table refers to them. */
function isOf(value: ValueMeaning, table: LayerTable, { layer }: Lexicon): boolean {
  if (value.table === table) return isOwnName(value)
  return layer.relationships.some((item) => item.toTable === table.name && item.fromTable === value.table.name && item.fromColumns.includes(value.column.name))
}

export function isOwnName({ table, column }: Pick<ValueMeaning, 'table' | 'column'>): boolean {
  return displayColumns(table).includes(column) || table.primaryKey.includes(column.name)
}

/** The table a value is no row of: in "states through which the Ohio runs" and "which states does the Ohio cross" the Ohio is no state. */
function otherThan(items: Item[], at: number): LayerTable | null {
  if (at === 0) return null
  const before = backFrom(items, at - 1, plainDeterminers)
  const word = items[before]?.lower ?? ''
  const noun = tableOf(items[before - 1])
  if (relatives.has(word)) return noun ?? (prepositions.has(items[before - 1]?.lower ?? '') ? tableOf(items[before - 2]) : null)
  return doForms.has(word) ? noun : null
}

/** What is asked of a row of the table is asked of its own columns. */
export function askedOf(items: Item[], table: LayerTable): Item[] {
  return items.map((item) => {
    const own = item.meaning.columns.filter((meaning) => meaning.table === table)
    return own.length === 0 || tableOf(item) ? item : { ...item, meaning: { tables: [], columns: own, measures: [] } }
  })
}

function backFrom(items: Item[], at: number, words: ReadonlySet<string>): number {
  let before = at
  while (before >= 0 && items[before]?.kind === 'word' && words.has(items[before]?.lower ?? '')) before--
  return before
}

/** What several are asked of one: "the friends of Bob", "Bob's friends" and "how many friends does Bob have" are not called Bob. */
function hadBy(items: Item[], at: number): ColumnMeaning[] | null {
  const before = backFrom(items, at - 1, determiners)
  const isAsked = doForms.has(items[before]?.lower ?? '') && /^(?:have|own)$/.test(items[at + 1]?.lower ?? '')
  const noun = items[at]?.isPossessive ? items[at + 1] : isAsked || items[before]?.lower === 'of' ? items[before - 1] : undefined
  const isSeveral = noun?.kind === 'name' && noun.lower !== noun.stem && !valueJoints.has(items[at + 1]?.lower ?? '')
  return isSeveral ? noun.meaning.columns.filter(({ weight }) => weight >= 0.75) : null
}
