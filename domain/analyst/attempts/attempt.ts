import type { Analysis, AnalysisInput, Refusal } from '#domain/analyst/analysis.ts'
import { starterQuestions } from '#domain/analyst/answers/starters.ts'
import { certaintyOf, type Doubts } from '#domain/analyst/certainty/certainty.ts'
import { confidenceOf, unreadWords } from '#domain/analyst/certainty/confidence.ts'
import { contradictionIn } from '#domain/analyst/certainty/doubts.ts'
import { doubtsOf, ownDoubts } from '#domain/analyst/certainty/reading-doubts.ts'
import { readClauses } from '#domain/analyst/clauses/read-clauses.ts'
import { readTurn } from '#domain/analyst/follow-ups/follow-up.ts'
import { type Messages, messagesIn } from '#domain/analyst/language/messages.ts'
import { isWrittenDay } from '#domain/analyst/lexicon/column-kind.ts'
import { negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { buildQuery } from '#domain/analyst/queries/build-query.ts'
import { withForeignKeyGroup } from '#domain/analyst/queries/foreign-key-group.ts'
import { withNamedGroups } from '#domain/analyst/queries/named-groups.ts'
import { withOtherReference } from '#domain/analyst/queries/other-reference.ts'
import { wayIn, withJoins } from '#domain/analyst/queries/settle-joins.ts'
import { bothInWords, withSplitConditions } from '#domain/analyst/queries/split-conditions.ts'
import { withThingsOnce } from '#domain/analyst/queries/things-once.ts'
import type { Ask, Reading } from '#domain/analyst/reading/reading.ts'
import { withLineAmounts } from '#domain/analyst/transactions/line-amounts.ts'
import { nearTerms } from '#domain/analyst/vectors/near-terms.ts'
import type { ChartHint } from '#domain/charts/chart-talk.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import { nearestNames } from '#domain/semantics/describe/nearest-names.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Choice } from './choices.ts'

const leastPlaced = 0.5

/** One way to read a question with its result: a query and its certainty, or a refusal. `isStopped`: no other way is tried. */
export type Attempt = { reading: Reading; choice: Choice | null; analysis: Analysis; doubts: Doubts | null; isChosen: boolean; isStopped?: true }

/** Reads a question in one way. `linked` caches the linked words of a question from one attempt to the next. */
export function attempt(input: AnalysisInput, ask: Ask, hint: ChartHint | null, choice: Choice | null, linked: Map<string, Item[]> = new Map()): Attempt {
  const { question, layer, previous, clock, cache } = input
  const say = messagesIn(input.language)
  const { asked, way } = wayIn(question)
  const { reading, query, lost } = readTurn(asked, input, (text, before) =>
    readClauses({ question: text, layer, previous: before, clock, ...(cache ? { cache } : {}) }, ask, hint, choice, linked),
  )
  const failed = (analysis: Analysis): Attempt => ({ reading, choice, analysis, doubts: null, isChosen: false })
  const unknownWords = unreadWords(reading)
  // Only the first attempt explains why it failed.
  const refused = (reason: RefusalReason, message: string) =>
    failed(choice === null ? refusal(reading, unknownWords, reason, message, input) : { ...unexplained, reason, message })
  if (lost !== undefined) {
    const [reason, pointing] = [input.unanswered ? ('previous_unanswered' as const) : ('nothing_before' as const), lost === question ? null : lost]
    return failed({ ...refusal(reading, [], reason, say.lost(Boolean(input.unanswered), pointing), input), ...(pointing === null ? {} : { pointing }) })
  }
  const denied = unknownWords.find((word) => negations.has(word))
  if (denied !== undefined) return { ...failed(refusal(reading, [denied], 'negation_unread', say.denied(denied), input)), isStopped: true }
  if (!query) return refused('out_of_scope', say.notFound)
  const written = writtenDate(reading)
  if (written) return refused('not_possible', say.writtenAsText(written.label, String(written.max)))
  const placed = confidenceOf(reading, unknownWords)
  if (placed < leastPlaced) return refused('unknown_word', say.notPlaced)
  const named = withNamedGroups(layer, query, question)
  const parted = /\bor\b/i.test(question) ? named : withSplitConditions(layer, named)
  const contradiction = contradictionIn(layer, parted, say)
  if (contradiction !== null) return refused('contradiction', say.contradiction(contradiction))
  const amounts = withLineAmounts(layer, parted)
  reading.draft.settled.push(...amounts.through)
  const spoken = reading.tables.map(({ table }) => table.name)
  const joined = withJoins(layer, withForeignKeyGroup(layer, withOtherReference(layer, withThingsOnce(layer, amounts.query)), spoken), asked, way, reading)
  if ('options' in joined) return failed({ kind: 'clarification', reason: 'ambiguous', question: say.whichWay(joined.ways), options: joined.options })
  // No average of days is asked for: the words were misread.
  if ('failure' in joined) return refused(addsDates(layer, query) ? 'unsure' : 'not_possible', say.cannot(joined.failure))
  const { combine, ...left } = joined.query
  const explanation = combine ? bothInWords(explainQuery(layer, left), explainQuery(layer, combine.query)) : explainQuery(layer, joined.query)
  const found = doubtsOf(reading, joined.query, placed)
  const isOwn = previous === null || JSON.stringify(buildQuery(reading.draft)) === JSON.stringify(query)
  const doubts = { ...(isOwn ? found : ownDoubts(found)), rechosen: choice?.cost ?? 0 }
  // The question is an option that was offered, so it is answered.
  const isChosen = way !== null && joined.query.joins.length > query.joins.length
  const analysis: Analysis = {
    kind: 'query',
    query: joined.query,
    explanation,
    readAs: readAs(reading, unknownWords, say),
    confidence: certaintyOf(doubts),
    doubts,
    leftOut: unknownWords,
    chart: reading.draft.chart,
    binWidth: reading.draft.binWidth,
  }
  return { reading, choice, analysis, doubts, isChosen }
}

/** A column of days kept as text ("31.12.2024") that the question sorts by or compares; undefined where there is none. */
function writtenDate({ draft, items, tables }: Reading): LayerColumn | undefined {
  const sorted = [...draft.order.map(({ by }) => by), draft.superlative?.by].flatMap((by) =>
    typeof by === 'object' && 'column' in by ? [by.column.column] : [],
  )
  const isTimed = items.some(({ kind }) => kind === 'time')
  return [...sorted, ...(isTimed ? tables.flatMap(({ table }) => table.columns) : [])].find(isWrittenDay)
}

const unexplained: Refusal = { kind: 'refusal', reason: 'out_of_scope', message: '', unknownWords: [], nearest: [], suggestions: [] }

function readAs(reading: Reading, unknownWords: string[], say: Messages): string[] {
  const corrected = reading.items.flatMap((item) => (item.corrected === null ? [] : [say.readWordAs(item.text, item.corrected)]))
  const ignored = unknownWords.map((word) => say.leftOut(word))
  return [...corrected, ...reading.draft.notes.map(({ text }) => text(say)), ...ignored]
}

/** A refusal. Its `nearest` are names of the data: those spelt like an unknown word, and those near in meaning to a word that none is spelt like. */
export function refusal(
  reading: Reading,
  unknownWords: string[],
  reason: RefusalReason,
  message: string,
  { vectors }: Pick<AnalysisInput, 'vectors'>,
): Refusal {
  const { layer, names } = reading.lexicon
  const near = (word: string) => {
    const alike = nearestNames(word, names.keys(), 2)
    return alike.length > 0 ? alike : nearTerms(vectors, word, layer, 2).map(({ label }) => label.toLowerCase())
  }
  const nearest = [...new Set(unknownWords.flatMap(near))].slice(0, 6)
  return { kind: 'refusal', reason, message, unknownWords, nearest, suggestions: starterQuestions(layer) }
}

/** Whether dates are added up or averaged, which have neither. */
const addsDates = ({ tables }: Layer, { measures }: SemanticQuery): boolean =>
  measures.some(
    (measure) =>
      'aggregate' in measure &&
      (measure.aggregate === 'sum' || measure.aggregate === 'avg') &&
      tables.find(({ name }) => name === measure.table)?.columns.find(({ name }) => name === measure.column)?.semanticType === 'time',
  )
