import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { type Choice, withChoice } from '#domain/analyst/attempts/choices.ts'
import { readColumnComparisons } from '#domain/analyst/conditions/column-comparison.ts'
import { readCounts } from '#domain/analyst/conditions/count.ts'
import { readFilters } from '#domain/analyst/conditions/filter.ts'
import { readFlags } from '#domain/analyst/conditions/flag.ts'
import { readGroupConditions } from '#domain/analyst/conditions/group-condition.ts'
import { readNegations } from '#domain/analyst/conditions/negation.ts'
import { readLateness } from '#domain/analyst/conditions/times/late.ts'
import { readTimes } from '#domain/analyst/conditions/times/time.ts'
import { readWithin } from '#domain/analyst/conditions/times/within.ts'
import { readUnsampledValues } from '#domain/analyst/conditions/unsampled-value.ts'
import { readAverages } from '#domain/analyst/figures/average.ts'
import { readBareCount } from '#domain/analyst/figures/bare-count.ts'
import { assumeMeasure, readDerivations } from '#domain/analyst/figures/derive.ts'
import { readFigures } from '#domain/analyst/figures/figure.ts'
import { readMeasures } from '#domain/analyst/figures/measure.ts'
import { readShare } from '#domain/analyst/figures/share.ts'
import { rememberTables } from '#domain/analyst/follow-ups/follow-up.ts'
import type { Clock } from '#domain/analyst/language/calendar.ts'
import { findTimeMentions } from '#domain/analyst/language/time.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { groupMarkers } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { type Lexicon, lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { type Item, linkTokens } from '#domain/analyst/lexicon/linking/link.ts'
import { withVerbsApart } from '#domain/analyst/lexicon/verb-name.ts'
import { countPartners, sumTotals } from '#domain/analyst/queries/implied-measures.ts'
import { settleChart } from '#domain/analyst/queries/settle-chart.ts'
import { readOccurrences } from '#domain/analyst/ranks/occurrences.ts'
import { readPlaceRank } from '#domain/analyst/ranks/place-rank.ts'
import { readRank } from '#domain/analyst/ranks/rank.ts'
import { readRankBy } from '#domain/analyst/ranks/rank-by.ts'
import { rankedOwner } from '#domain/analyst/ranks/ranked-owner.ts'
import { readSuperlative } from '#domain/analyst/ranks/superlative.ts'
import { type Ask, newReading, type Reading, wordAt } from '#domain/analyst/reading/reading.ts'
import { dropLinkingTables } from '#domain/analyst/relations/linking-tables.ts'
import { readPairings } from '#domain/analyst/relations/pairing.ts'
import { readReferenceVerbs } from '#domain/analyst/relations/reference-verb.ts'
import { readSelfReferences } from '#domain/analyst/relations/self-reference.ts'
import { readTransactions } from '#domain/analyst/transactions/read-transactions.ts'
import { withColumnValues } from '#domain/analyst/values/column-value.ts'
import { rowsOf } from '#domain/analyst/values/find-rows.ts'
import { withNamedRows } from '#domain/analyst/values/named-rows.ts'
import { readWho, withPeople } from '#domain/analyst/values/person-word.ts'
import { withRowPhrases } from '#domain/analyst/values/row-phrase.ts'
import { withUnsampledNames } from '#domain/analyst/values/unsampled-name.ts'
import { withPlacedValues, withVerbsOfDates } from '#domain/analyst/values/value-place.ts'
import type { ChartHint } from '#domain/charts/chart-talk.ts'
import { readAsk } from './ask.ts'
import { readChart } from './chart.ts'
import { readClassNumbers, readOrdinals } from './class-number.ts'
import { readGroups } from './group.ts'
import { readOrder } from './order.ts'
import { readSelects } from './select.ts'
import { readWhen } from './when.ts'

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
  const placed = withVerbsOfDates(withPeople(withPlacedValues(withUnsampledNames(withColumnValues(linked), lexicon), lexicon), lexicon))
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
  readWithin(reading)
  readColumnComparisons(reading)
  readLateness(reading)
  readFlags(reading)
  readWhen(reading)
  readOrdinals(reading)
  readRank(reading)
  readDerivations(reading)
  readTransactions(reading)
  readPairings(reading)
  readSelfReferences(reading)
  readReferenceVerbs(reading)
  readGroupConditions(reading)
  readCounts(reading)
  const focus = choice !== null && 'focus' in choice ? choice.focus : undefined
  reading.draft.focus = focus ?? reading.tables.find(({ at }) => !groupMarkers.has(wordAt(reading, at - 1)))?.table ?? null
  readOccurrences(reading)
  readSuperlative(reading)
  readRankBy(reading)
  readPlaceRank(reading)
  reading.draft.ranked = rankedOwner(reading)
  readAverages(reading)
  readShare(reading)
  readNegations(reading)
  readFilters(reading)
  readClassNumbers(reading)
  readMeasures(reading)
  assumeMeasure(reading)
  readBareCount(reading)
  readGroups(reading)
  readTimes(reading)
  readUnsampledValues(reading)
  readAsk(reading)
  readSelects(reading)
  dropLinkingTables(reading)
  readWho(reading)
  sumTotals(reading)
  countPartners(reading)
  settleChart(reading, hint)
  return reading
}
