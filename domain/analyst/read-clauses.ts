import type { ChartType } from '#domain/charts/chart-spec.ts'
import type { AnalysisInput } from './analysis.ts'
import { asides } from './asides.ts'
import { type Choice, withChoice } from './choices.ts'
import { readAsk } from './clause-ask.ts'
import { readChart } from './clause-chart.ts'
import { readCounts } from './clause-count.ts'
import { readFilters } from './clause-filter.ts'
import { readGroups } from './clause-group.ts'
import { readMeasures } from './clause-measure.ts'
import { readOrder } from './clause-order.ts'
import { readRelations } from './clause-relation.ts'
import { readSelects } from './clause-select.ts'
import { readRatio, readShare } from './clause-share.ts'
import { readSuperlative } from './clause-superlative.ts'
import { readTimes } from './clause-time.ts'
import { readUnverified } from './clause-unverified.ts'
import { rowsOf } from './find-rows.ts'
import { rememberTables } from './follow-up.ts'
import { lexiconOf } from './lexicon.ts'
import { linkTokens } from './link.ts'
import { type Ask, newReading, phraseLength, type Reading, take, wordAt } from './reading.ts'
import { withRowPhrases } from './row-phrase.ts'
import { findTimeMentions } from './time.ts'
import { tokenize } from './tokens.ts'

/** Reads every clause of a question, under a choice other than the likeliest where one is given. */
export function readClauses({ question, layer, previous, clock, cache }: AnalysisInput, ask: Ask, hint: ChartType | null, choice: Choice | null): Reading {
  const lexicon = lexiconOf(layer, cache)
  const tokens = tokenize(question)
  const linked = linkTokens(tokens, findTimeMentions(tokens, clock), lexicon)
  const phrases = withRowPhrases(linked, lexicon, (phrase) =>
    rowsOf(
      readItems(
        newReading(lexicon, phrase, clock, () => null),
        null,
        null,
      ),
    ),
  )
  const reading = newReading(lexicon, withChoice(phrases, choice), clock, ask)
  if (previous) rememberTables(reading, previous, lexicon)
  return readItems(reading, hint, choice)
}

function readItems(reading: Reading, hint: ChartType | null, choice: Choice | null): Reading {
  readAsides(reading)
  readChart(reading, hint)
  readOrder(reading)
  readRelations(reading)
  readCounts(reading)
  const focus = choice !== null && 'focus' in choice ? choice.focus : undefined
  reading.draft.focus = focus ?? reading.tables.find(({ at }) => !['each', 'every', 'per', 'by'].includes(wordAt(reading, at - 1)))?.table ?? null
  readSuperlative(reading)
  readRatio(reading)
  readShare(reading)
  readFilters(reading)
  readMeasures(reading)
  readGroups(reading)
  readTimes(reading)
  readUnverified(reading)
  readAsk(reading)
  readSelects(reading)
  return reading
}

function readAsides(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const length = Math.max(...asides.map((phrase) => phraseLength(reading, at, phrase)))
    if (length > 0) take(reading, at, at + length, 'aside')
  }
}
