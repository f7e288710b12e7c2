import { labelWords, rootOf } from '#domain/analyst/language/root.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { happenVerbs, isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { timeEnds } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { auxiliaries } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { isFree, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

/** Reads "when was the last order placed" as the latest or earliest value of a date: the date that is called like the verb, else the default date of the table. */
export function readWhen(reading: Reading): void {
  if (wordAt(reading, 0) !== 'when' || !auxiliaries.has(wordAt(reading, 1))) return
  let at = skip(reading, 2)
  if (wordAt(reading, at) === 'most') at++
  const end = timeEnds.get(wordAt(reading, at))
  const table = tableOf(reading.items[at + 1])
  if (!end || !table || !isFree(reading, at) || !isFree(reading, at + 1)) return
  const verb = wordAt(reading, at + 2)
  const spoken = verb === '' ? null : dateOf(table, verb)
  const column = spoken ?? defaultDate(table)
  if (!column) return
  reading.draft.measures.push({ aggregate: end === 'last' ? 'max' : 'min', table, column, named: null })
  // A verb without a date of its own, such as "placed", says no more than that there is such a row.
  take(reading, 0, at + (spoken || isPastForm(verb) || happenVerbs.has(verb) ? 3 : 2), 'measure')
}

/** The date whose label begins with the root of a verb: `hire date` of "hired". */
function dateOf(table: LayerTable, verb: string): LayerColumn | null {
  const root = rootOf(verb)
  const dates = table.columns.filter(({ isHidden, semanticType }) => !isHidden && semanticType === 'time')
  return dates.find(({ label }) => labelWords(label).some((word) => word.startsWith(root))) ?? null
}
