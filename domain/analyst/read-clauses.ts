import type { ChartHint } from '#domain/charts/chart-talk.ts'
import type { AnalysisInput } from './analysis.ts'
import type { Clock } from './calendar.ts'
import { type Choice, withChoice } from './choices.ts'
import { readAsk } from './clause-ask.ts'
import { readAverages } from './clause-average.ts'
import { readBareCount } from './clause-bare-count.ts'
import { readChart } from './clause-chart.ts'
import { readClassNumbers } from './clause-class.ts'
import { readCounts } from './clause-count.ts'
import { readDealings } from './clause-dealing.ts'
import { readDenials } from './clause-denial.ts'
import { assumeMeasure, readDerivations } from './clause-derive.ts'
import { readFigures } from './clause-figure.ts'
import { readFilters } from './clause-filter.ts'
import { readFlags } from './clause-flag.ts'
import { readGroups } from './clause-group.ts'
import { readMeasures } from './clause-measure.ts'
import { readOrder } from './clause-order.ts'
import { readOwnVerbs } from './clause-own-verb.ts'
import { readRank } from './clause-rank.ts'
import { readRelations } from './clause-relation.ts'
import { readSelects } from './clause-select.ts'
import { readShare } from './clause-share.ts'
import { readSuperlative } from './clause-superlative.ts'
import { readTimes } from './clause-time.ts'
import { readOccasions } from './clause-times.ts'
import { readUnverified } from './clause-unverified.ts'
import { readWhen } from './clause-when.ts'
import { rowsOf } from './find-rows.ts'
import { rememberTables } from './follow-up.ts'
import { sumTotals } from './implied-measures.ts'
import { type Lexicon, lexiconOf } from './lexicon.ts'
import { type Item, linkTokens } from './link.ts'
import { withNamedRows } from './named-rows.ts'
import { readWho, withPeople } from './person-word.ts'
import { readPlaceRank } from './place-rank.ts'
import { readRankBy } from './rank-by.ts'
import { type Ask, newReading, type Reading, wordAt } from './reading.ts'
import { withRowPhrases } from './row-phrase.ts'
import { settleChart } from './settle-chart.ts'
import { findTimeMentions } from './time.ts'
import { tokenize } from './tokens.ts'
import { withUnsampledNames } from './unsampled-name.ts'
import { withPlacedValues, withVerbsOfDates } from './value-place.ts'
import { withVerbsApart } from './verb-name.ts'

/** Reads every clause of a question, under a choice other than the likeliest where one is given. */
export function readClauses(
  { question, layer, previous, clock, cache }: AnalysisInput,
  ask: Ask,
  hint: ChartHint | null,
  choice: Choice | null,
  linked: Map<string, Item[]>,
): Reading {
  const lexicon = lexiconOf(layer, cache)
  const items = linked.get(question) ?? itemsOf(question, lexicon, clock)
  linked.set(question, items)
  const reading = newReading(lexicon, withChoice(items, choice), clock, ask)
  if (previous) rememberTables(reading, previous, lexicon)
  return readItems(reading, hint, choice)
}

function itemsOf(question: string, lexicon: Lexicon, clock: Clock): Item[] {
  const tokens = tokenize(question)
  const linked = withVerbsApart(linkTokens(tokens, findTimeMentions(tokens, clock), lexicon), lexicon)
  const placed = withVerbsOfDates(withPeople(withPlacedValues(withUnsampledNames(linked, lexicon), lexicon), lexicon))
  return withRowPhrases(withNamedRows(placed, lexicon), lexicon, (phrase) =>
    rowsOf(
      readItems(
        newReading(lexicon, phrase, clock, () => null),
        null,
        null,
      ),
    ),
  )
}

function readItems(reading: Reading, hint: ChartHint | null, choice: Choice | null): Reading {
  readChart(reading, hint)
  readFigures(reading)
  readOrder(reading)
  readFlags(reading)
  readWhen(reading)
  readRank(reading)
  readDerivations(reading)
  readDealings(reading)
  readRelations(reading)
  readOwnVerbs(reading)
  readCounts(reading)
  const focus = choice !== null && 'focus' in choice ? choice.focus : undefined
  reading.draft.focus = focus ?? reading.tables.find(({ at }) => !['each', 'every', 'per', 'by'].includes(wordAt(reading, at - 1)))?.table ?? null
  readOccasions(reading)
  readSuperlative(reading)
  readRankBy(reading)
  readPlaceRank(reading)
  readAverages(reading)
  readShare(reading)
  readDenials(reading)
  readFilters(reading)
  readClassNumbers(reading)
  readMeasures(reading)
  assumeMeasure(reading)
  readBareCount(reading)
  readGroups(reading)
  readTimes(reading)
  readUnverified(reading)
  readAsk(reading)
  readSelects(reading)
  readWho(reading)
  sumTotals(reading)
  settleChart(reading, hint)
  return reading
}
