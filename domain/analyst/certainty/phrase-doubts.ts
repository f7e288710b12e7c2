import { type Reading, tableOf, wordAt } from '#domain/analyst/clauses/reading.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import type { ColumnMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { nameKey } from '#domain/analyst/lexicon/phrases.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Doubts } from './certainty.ts'
import { unreadAt } from './confidence.ts'

type PhraseDoubts = Pick<Doubts, 'ambiguous' | 'unlisted' | 'mixed' | 'referred'>

/** What in the words speaks against a query read from them; `text` is those words between spaces. */
export function phraseDoubtsOf(reading: Reading, query: SemanticQuery, text: string): PhraseDoubts {
  const { items, taken } = reading
  // "Agent ids" are those of agents.
  const owners = items.flatMap(({ stem, meaning }) => meaning.columns.flatMap(({ table }) => (stem.startsWith(`${nameKey(table.label)} `) ? [table.name] : [])))
  const named = new Set([...namedTables(reading), ...tablesOfNames(reading), ...owners])
  const conditions = JSON.stringify(query.filters ?? null)
  const built = JSON.stringify(query)
  const isUsed = ({ table, column }: ColumnMeaning) => built.includes(`"table":${JSON.stringify(table.name)},"column":${JSON.stringify(column.name)}`)
  return {
    ambiguous: items.filter(
      (item, at) =>
        item.kind === 'name' &&
        ['select', 'filter column'].includes(taken[at] ?? '') &&
        item.meaning.columns.some(isUsed) &&
        isAmbiguous(reading.lexicon.layer, item.meaning.columns, named),
    ).length,
    unlisted: unreadAt(reading).filter((at) => isListed(reading, at)).length,
    mixed: text.includes(' or ') && conditions.includes('"or":') && conditions.includes('"and":') ? 1 : 0,
    referred: items.some((item, at) => item.lower === 'they' && taken[at] === null) ? 1 : 0,
  }
}

/** Every table that a word of the question names, whatever it was taken for. */
export function namedTables({ items, taken, tables }: Reading): Set<string> {
  const others = items.flatMap((item, at) => (taken[at] === 'chart' || taken[at] === 'aside' ? [] : (tableOf(item)?.name ?? [])))
  return new Set([...tables.map(({ table }) => table.name), ...others])
}

/** "Ada Lovelace's email" is that of the only rows that are called so. */
function tablesOfNames({ items, taken }: Reading): string[] {
  return items.flatMap(({ values }, at) => {
    const [first] = values
    const isName = first && taken[at] === 'value' && values.every(({ table, column }) => table === first.table && displayColumns(table).includes(column))
    return isName ? [first.table.name] : []
  })
}

/** Whether several tables, none of them named, have a column so called; columns that refer to each other are one. */
function isAmbiguous({ relationships }: Layer, columns: ColumnMeaning[], named: ReadonlySet<string>): boolean {
  const best = Math.max(0, ...columns.map(({ weight }) => weight))
  const likely = columns.filter(({ weight }) => weight >= best - 0.05)
  if (likely.some(({ table }) => named.has(table.name))) return false
  const isOwn = ({ table, column }: ColumnMeaning) =>
    !relationships.some(
      (item) => item.fromTable === table.name && item.fromColumns.includes(column.name) && likely.some((other) => other.table.name === item.toTable),
    )
  return likely.filter(isOwn).length > 1
}

/** A word left out that stands among what is to be shown: `the names and origins of people`. */
function isListed(reading: Reading, at: number): boolean {
  const { items, taken } = reading
  const before = wordAt(reading, at - 1)
  const next = items.findIndex((item, index) => index > at && !['the', 'a', 'an', 'of'].includes(item.lower))
  return (
    items[at + 1]?.lower === 'of' ||
    before === 'and' ||
    (before === ',' && taken[at - 2] === 'select') ||
    (/(?:ed|ing|s)$/.test(items[at]?.lower ?? '') && taken[next] === 'select')
  )
}
