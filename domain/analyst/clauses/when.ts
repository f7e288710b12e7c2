import { labelWords, rootOf } from '#domain/analyst/language/root.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { isFree, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

const auxiliaries = new Set(['was', 'were', 'is', 'did', 'does', 'has'])
const ends = new Map<string, 'max' | 'min'>([
  ['last', 'max'],
  ['latest', 'max'],
  ['newest', 'max'],
  ['recent', 'max'],
  ['first', 'min'],
  ['earliest', 'min'],
  ['oldest', 'min'],
])

/** What simply happens to a row says no more than that there is one. */
const happened = /ed$|^(?:made|taken|sold|sent|given|won|held|bought|come|happen|arrive)$/

/** Takes `when was the last order placed`, `when was the first employee hired`: the end of a date, the one the verb speaks of where there is one. */
export function readWhen(reading: Reading): void {
  if (wordAt(reading, 0) !== 'when' || !auxiliaries.has(wordAt(reading, 1))) return
  let at = skip(reading, 2)
  if (wordAt(reading, at) === 'most') at++
  const aggregate = ends.get(wordAt(reading, at))
  const table = tableOf(reading.items[at + 1])
  if (!aggregate || !table || !isFree(reading, at) || !isFree(reading, at + 1)) return
  const verb = wordAt(reading, at + 2)
  const spoken = verb === '' ? null : dateOf(table, verb)
  const column = spoken ?? defaultDate(table)
  if (!column) return
  reading.draft.measures.push({ aggregate, table, column, named: null })
  take(reading, 0, at + (spoken || happened.test(verb) ? 3 : 2), 'measure')
}

/** The date whose label begins with the root of a verb: `hire date` of "hired". */
function dateOf(table: LayerTable, verb: string): LayerColumn | null {
  const root = rootOf(verb)
  const dates = table.columns.filter(({ isHidden, semanticType }) => !isHidden && semanticType === 'time')
  return dates.find(({ label }) => labelWords(label).some((word) => word.startsWith(root))) ?? null
}
