import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { predicateOpeners, shareWords } from '#domain/analyst/lexicon/english/meanings/shares.ts'
import { shareEnds, trailingPrepositions } from '#domain/analyst/lexicon/english/sentences/clause-ends.ts'
import { listJoints } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { isFree, type Reading, skip, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { FoundFigure } from './figure.ts'
import { onlyFigure, textOf } from './figure-parts.ts'
import { isCounted } from './share.ts'

/** `percentage of notices sent this year that were read`: the rows named before the predicate are the whole, those for which the predicate holds the part. */
export function conditionalShareAt(reading: Reading, at: number): FoundFigure | null {
  const percent = shareWords.get(wordAt(reading, at))
  if (percent === undefined || !isFree(reading, at) || wordAt(reading, at + 1) !== 'of' || isCounted(reading, at)) return null
  const start = at + 2
  const { items } = reading
  const isDoneBy = (index: number) =>
    wordAt(reading, index) === 'by' ? isPastForm(wordAt(reading, index - 1)) : wordAt(reading, index) === 'ordered' && wordAt(reading, index + 1) !== 'by'
  const stop = items.findIndex((item, index) => index > start && item.kind !== 'name' && shareEnds.has(item.lower) && !isDoneBy(index))
  let end = stop === -1 ? items.length : stop
  if (trailingPrepositions.has(wordAt(reading, end - 1)) || listJoints.has(wordAt(reading, end - 1))) end--
  if (wordAt(reading, end - 1) === ',') end--
  const isInside = (index: number) => index > start && index < end - 1
  // "Of payments made in May failed": the predicate stands behind the period.
  const period = items.findIndex((item, index) => isInside(index) && item.kind === 'time') + 1
  const said = items.findIndex((item, index) => isInside(index) && item.kind !== 'name' && predicateOpeners.has(item.lower))
  const noun = items.findIndex((item, index) => index > skip(reading, start) && index < end && tableOf(item) !== null)
  // "Share of urgent tickets": the whole is all tickets.
  if (said === -1 && period === 0) return noun === -1 ? null : ratioOf(reading, at, countOf(reading, noun, end), countOf(reading, start, end), end)
  const joint = period || said
  // A period at the end restricts the whole too.
  if (items[end - 1]?.kind === 'time' && end - 1 > joint + 1 && !items.slice(start, joint).some(({ kind }) => kind === 'time')) end--
  const [whole, part] = [joint, end].map((to) => countOf(reading, start, to))
  return ratioOf(reading, at, whole, part, end)
}

type Count = ReturnType<typeof countOf> | undefined

function ratioOf(reading: Reading, at: number, whole: Count, part: Count, end: number): FoundFigure | null {
  const table = reading.lexicon.layer.tables.find(({ name }) => name === whole?.table)
  if (!whole || !part || !table || part.table !== whole.table || JSON.stringify(part) === JSON.stringify(whole)) return null
  const percent = shareWords.get(wordAt(reading, at)) ?? false
  const ratio = { numerator: part, denominator: whole, ...(percent ? { percent } : {}) }
  return { part: { aggregate: 'avg', table, column: null, named: null, ratio }, end, from: wordAt(reading, at - 1) === 'the' ? at - 1 : at }
}

function countOf(reading: Reading, from: number, to: number) {
  const start = skip(reading, from)
  const isTable = tableOf(reading.items[start]) !== null
  const figure = onlyFigure(reading.ask(`How many ${textOf(reading, start, to)}?`))
  return figure && (isTable || figure.filters) && figure.aggregate.startsWith('count') ? figure : null
}
