import type { ChartType } from '#domain/charts/chart-spec.ts'
import { Failure } from '#domain/failure.ts'
import { compileQuery } from '#domain/semantics/compile.ts'
import { searchJoinTrees } from '#domain/semantics/join-path.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { nearestNames } from '#domain/semantics/nearest-names.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Analysis, AnalysisInput } from './analysis.ts'
import { asides } from './asides.ts'
import { buildQuery } from './build-query.ts'
import { certaintyOf } from './certainty.ts'
import { chartTalk } from './chart-talk.ts'
import { readAsk } from './clause-ask.ts'
import { readChart } from './clause-chart.ts'
import { readCounts } from './clause-count.ts'
import { readFilters } from './clause-filter.ts'
import { readGroups } from './clause-group.ts'
import { readMeasures } from './clause-measure.ts'
import { readOrder } from './clause-order.ts'
import { readSelects } from './clause-select.ts'
import { readRatio, readShare } from './clause-share.ts'
import { readSuperlative } from './clause-superlative.ts'
import { readTimes } from './clause-time.ts'
import { readUnverified } from './clause-unverified.ts'
import { confidenceOf, unreadWords } from './confidence.ts'
import { contradictionIn } from './doubts.ts'
import { explainQuery } from './explain.ts'
import { tablesIn } from './filter-parts.ts'
import { readTurn, rememberTables } from './follow-up.ts'
import { lexiconOf, nameKey } from './lexicon.ts'
import { linkTokens } from './link.ts'
import { withOtherWay } from './other-way.ts'
import { type Ask, newReading, phraseLength, type Reading, take, wordAt } from './reading.ts'
import { doubtsOf, ownDoubts } from './reading-doubts.ts'
import { rootOf } from './root.ts'
import { withSets } from './set-question.ts'
import { starterQuestions } from './starters.ts'
import { findTimeMentions } from './time.ts'
import { tokenize } from './tokens.ts'
import { negations } from './words.ts'

const leastPlaced = 0.5
/** Where 85 hundredths of the answers over the 91 given databases of Spider hold what was asked for, and more over those of defog; see `certaintyOf`. */
const leastCertainty = 0.773
/** What is asked inside another question. */
const leastNested = 0.3

/** Reads a question about one layer. The same question, layer, previous turn and clock always give the same answer. */
export function analyseQuestion(input: AnalysisInput): Analysis {
  const least = input.leastCertainty ?? leastCertainty
  const talk = chartTalk(input.question)
  const whole = analyseOne({ ...input, question: talk.question }, least, true, talk.hint)
  return withSets(input.question, input.layer, whole, (question) => analyseOne({ ...input, question, previous: null }, leastNested, true))
}

/** `mayAsk` lets the question hold another one; one inside another holds none. Below `least` certainty there is no answer. */
function analyseOne({ question, layer, previous, clock, cache }: AnalysisInput, least: number, mayAsk = true, hint: ChartType | null = null): Analysis {
  const ask: Ask = (inner) => {
    const analysis = mayAsk ? analyseOne({ question: inner, layer, previous: null, clock, ...(cache ? { cache } : {}) }, leastNested, false) : null
    return analysis?.kind === 'query' ? analysis.query : null
  }
  const { reading, query } = readTurn(question, previous, layer, (text, before) =>
    readClauses({ question: text, layer, previous: before, clock, ...(cache ? { cache } : {}) }, ask, hint),
  )
  const unknownWords = unreadWords(reading)
  const denied = unknownWords.find((word) => negations.has(word))
  if (denied !== undefined) return refusal(reading, [denied], `I could not tell what "${denied}" turns round, so I would rather not answer.`)
  if (!query) return refusal(reading, unknownWords, 'I could not find what you ask about in this data.')
  const placed = confidenceOf(reading, unknownWords)
  if (placed < leastPlaced) return refusal(reading, unknownWords, 'There are words in this question that I cannot place in this data.')
  const contradiction = contradictionIn(layer, query)
  if (contradiction !== null) return refusal(reading, unknownWords, `I cannot tell what you mean: ${contradiction}.`)
  const joined = withJoins(layer, withOtherWay(layer, query), question, reading)
  if ('options' in joined) return { kind: 'clarification', question: joined.question, options: joined.options }
  if ('failure' in joined) return refusal(reading, unknownWords, `I cannot answer this: ${joined.failure}.`)
  const explanation = explainQuery(layer, joined.query)
  const doubts = doubtsOf(reading, query, placed)
  const isOwn = previous === null || JSON.stringify(buildQuery(reading.draft)) === JSON.stringify(query)
  const confidence = certaintyOf(isOwn ? doubts : ownDoubts(doubts))
  // An option of a question asked back was offered, so it is answered.
  const isChosen = joined.query.joins.length > query.joins.length && /, by [^,]+$/.test(question)
  if (confidence < least && !isChosen) return refusal(reading, unknownWords, `I am not sure enough to answer. I would read it as: ${explanation}`)
  return { kind: 'query', query: joined.query, explanation, readAs: readAs(reading, unknownWords), confidence, chart: reading.draft.chart }
}

function readClauses({ question, layer, previous, clock, cache }: AnalysisInput, ask: Ask, hint: ChartType | null): Reading {
  const lexicon = lexiconOf(layer, cache)
  const tokens = tokenize(question)
  const reading = newReading(lexicon, linkTokens(tokens, findTimeMentions(tokens, clock), lexicon), clock, ask)
  if (previous) rememberTables(reading, previous, lexicon)
  readAsides(reading)
  readChart(reading, hint)
  readOrder(reading)
  readCounts(reading)
  reading.draft.focus = reading.tables.find(({ at }) => !['each', 'every', 'per', 'by'].includes(wordAt(reading, at - 1)))?.table ?? null
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

function readAs(reading: Reading, unknownWords: string[]): string[] {
  const corrected = reading.items.flatMap((item) => (item.corrected === null ? [] : [`read "${item.text}" as ${item.corrected}`]))
  const ignored = unknownWords.map((word) => `left out "${word}"`)
  return [...corrected, ...reading.draft.notes.map(({ text }) => text), ...ignored]
}

function refusal(reading: Reading, unknownWords: string[], message: string): Analysis {
  const { layer, names } = reading.lexicon
  const nearest = [...new Set(unknownWords.flatMap((word) => nearestNames(word, names.keys(), 2)))].slice(0, 6)
  return { kind: 'refusal', message, unknownWords, nearest, suggestions: starterQuestions(layer) }
}

type Joined = { query: SemanticQuery } | { question: string; options: string[] } | { failure: string }

/** The query with its joins settled: by the only way there is, by words of the question, or by asking. */
function withJoins(layer: Layer, query: SemanticQuery, question: string, reading: Reading): Joined {
  try {
    compileQuery(layer, query)
    return { query }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const choices = joinChoices(layer, query)
    if (choices.length < 2) return { failure: error.message }
    const words = question.toLowerCase()
    const near = nearestChoice(choices, reading) ?? wordedChoice(choices, words)
    if (near) return settled(layer, { ...query, joins: [...query.joins, near.join] }, error.message)
    const named = choices.filter(({ label }) => label.split(' ').some((word) => word.length > 3 && words.includes(word)))
    const [only] = named
    if (only && named.length === 1) return settled(layer, { ...query, joins: [...query.joins, only.join] }, error.message)
    const options = choices.slice(0, 4).map(({ label }) => `${question.replace(/[?.!\s]+$/, '')}, by ${label}`)
    return { question: `Which one do you mean: ${choices.map(({ label }) => label).join(' or ')}?`, options }
  }
}

/** "Students from the Math department": of tables that refer to departments, the one named right before them. */
function nearestChoice(choices: JoinChoice[], { tables }: Reading): JoinChoice | null {
  const ranked = choices
    .map((choice) => {
      const target = tables.findLast(({ table }) => table.name === choice.join.to_table)?.at ?? Number.POSITIVE_INFINITY
      const from = tables.filter(({ table, at }) => table.name === choice.join.from_table && at < target).at(-1)?.at ?? -1
      return { choice, from }
    })
    .sort((a, b) => b.from - a.from)
  const [best, second] = ranked
  return best && second && best.from > second.from && best.from >= 0 ? best.choice : null
}

/** Of several ways, the only one through a table or column that a word of the question speaks of. */
function wordedChoice(choices: JoinChoice[], question: string): JoinChoice | null {
  const roots = new Set(question.split(/[^\p{L}\d]+/u).map(rootOf))
  const spoken = choices.filter(({ label, join }) =>
    nameKey(`${label} ${join.from_table.replaceAll('_', ' ')}`)
      .split(' ')
      .some((word) => word.length > 3 && roots.has(rootOf(word))),
  )
  const [only] = spoken
  return only && spoken.length === 1 ? only : null
}

function settled(layer: Layer, query: SemanticQuery, message: string): Joined {
  try {
    compileQuery(layer, query)
    return { query }
  } catch (error) {
    if (error instanceof Failure) return { failure: message }
    throw error
  }
}

type JoinChoice = { label: string; join: SemanticQuery['joins'][number] }

function joinChoices(layer: Layer, query: SemanticQuery): JoinChoice[] {
  const named = [
    ...query.dimensions.map((item) => item.table),
    ...query.measures.flatMap((item) => ('table' in item ? [item.table] : [])),
    ...(query.filters ? tablesIn(query.filters) : []),
  ]
  const trees = searchJoinTrees(layer, [...new Set(named)], null, query.joins)
  const choices = trees.flatMap((tree) =>
    tree.steps
      .filter((step) => !trees.every((other) => other.steps.some((item) => item.relationship === step.relationship)))
      .map(({ relationship }) => {
        const column = relationship.fromColumns[0] ?? ''
        const label = layer.tables.find((table) => table.name === relationship.fromTable)?.columns.find((item) => item.name === column)?.label ?? column
        return { label: label.toLowerCase(), join: { from_table: relationship.fromTable, from_column: column, to_table: relationship.toTable } }
      }),
  )
  return [...new Map(choices.map((choice) => [choice.label, choice])).values()]
}
