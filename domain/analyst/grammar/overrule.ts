import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { unsureOf } from '#domain/analyst/certainty/unsure.ts'
import { tellsEarned } from '#domain/analyst/grammar/business/payers.ts'
import { isNonsense } from '#domain/analyst/grammar/checks/nonsense.ts'
import { isUnheeded, leavesClause } from '#domain/analyst/grammar/checks/unheeded.ts'
import { asksUnsaid } from '#domain/analyst/grammar/checks/unsaid-values.ts'
import { misreadsAnswers } from '#domain/analyst/grammar/checks/vacuous.ts'
import { eventColumn } from '#domain/analyst/grammar/happenings/moments.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { countsModifier } from '#domain/analyst/grammar/mentions/table-mentions.ts'
import { tablesOf } from '#domain/analyst/grammar/query/query-tables.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { outcomeWords } from '#domain/analyst/lexicon/english/business/contests.ts'
import { moneySenses } from '#domain/analyst/lexicon/english/business/measures.ts'
import { keyLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { noValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { negations } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { lateWords } from '#domain/analyst/lexicon/english/times/moments.ts'
import { quicknessWords } from '#domain/analyst/lexicon/english/times/timings.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { offer, type Reads } from '#domain/analyst/options/offer.ts'
import { sidesIn } from '#domain/analyst/options/sides.ts'
import { takesOneOfTwins } from '#domain/analyst/options/twin-columns.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { isBeyond, isSameMeaning, lostFrom, lostValues, showsKeys } from './differences.ts'
import { isFlag, refersTo } from './facts.ts'
import { isBesideQuestion, isUnsortedList } from './form-of-answer.ts'
import { costLabel } from './label-patterns.ts'
import { countsOthers, isCalculated, isStatedElsewhere, measuresItself, ranksOther, splitsBoth, tellsTime } from './own-forms.ts'
import { answerOf, mostGuessed } from './proposals.ts'
import { type GrammarReading, readingsOf } from './read.ts'
import { isElsewhere, isLabelled, valuesOfEdge } from './said-values.ts'
import type { Edge, Figure } from './terms.ts'

type Answer = Extract<Analysis, { kind: 'query' }>

/** How certain a reading must be to be believed over what the readers make of the question, and over what they make of it with a word left out that has a meaning. */
const leastOverruling = 0.55
const leastMending = 0.3
/** How certain one must be that measures by a form of its own. */
const leastMeasuring = 0.9

/**
 * What is said to a question that the readers answer. The likeliest reading of the grammar stands in the place of theirs where it is whole and rests on a form
 * that they do not know (a rate, a running total, what was never bought) or on a value that they dropped, and loses none of the values they found. Where theirs
 * leaves out a word that has a meaning in this data, or would tell nothing whatever the rows are, it is no answer: another is given, or what may be meant is asked.
 */
export function withOverruled(input: AnalysisInput, answer: Answer, reads: Reads): Analysis {
  if (chartTalk(input.question).draws) return answer
  const isLost = lostFrom(answer.query)
  const isUnsorted = isUnsortedList(input, answer.query)
  const isEmpty =
    isNonsense(input.question, input.layer, answer.query) ||
    isUnheeded(input.question, input.layer, answer.query) ||
    misreadsAnswers(answer.query, input.layer, input.question) ||
    isUnsorted ||
    isBesideQuestion(input, answer.query) ||
    leavesPredicate(input.question, answer) ||
    leavesTimes(input.question, answer.query) ||
    leavesOutcome(input.layer, answer)
  let isShort = false
  let isOneOfTwins = false
  const readings = readingsOf(input.question, input.layer, input.clock, input.cache, (edges) => {
    isOneOfTwins = takesOneOfTwins(answer.query, edges, input.question)
    isShort =
      leavesMeaning(input, answer, edges) ||
      leavesLateness(answer.query, edges) ||
      countsModifier(edges, answer.query) ||
      asksUnsaid(input.question, answer.query, input.layer, edges) ||
      edges.some((edge) => isElsewhere(edge, answer.query, input.layer))
    return isEmpty || isShort || isOneOfTwins || edges.some((edge) => edge.isOwn || valuesOfEdge(edge).some(isLost))
  })
  const isDoubtful = isEmpty || isShort
  const [best] = readings
  const by = { ...reads, alone: { readings, own: answer } }
  if (isOneOfTwins) return offer(input, by, unsureOf(input, answer)) ?? answer
  const isWhole =
    best !== undefined &&
    !tellsEarned(input.question, best.query, input.layer) &&
    !leavesClause(input.question, best.query) &&
    best.passed.length === 0 &&
    best.guesses <= mostGuessed &&
    best.certainty >= (isDoubtful ? leastMending : leastOverruling)
  if (isWhole && !isEmpty && !tellsTime(best) && isSameMeaning(best.query, answer.query) && !ranksOther(best, answer.query)) return answer
  const asksKeys = showsKeys(answer.query, input.layer) && tokenize(input.question).some(({ lower }) => keyLabels.has(lower))
  if (isWhole && (isDoubtful || (!asksKeys && mayOverrule(best, answer.query, input.layer)))) return answerOf(input, best, Math.max(best.certainty, 0.5))
  return isDoubtful ? (offer(input, by, unsureOf(input, answer)) ?? unsureOf(input, answer)) : answer
}

/** Who won most is not who had most rows, where each row tells what both of its sides made. */
const leavesOutcome = (layer: Layer, { leftOut = [], query }: Answer): boolean =>
  leftOut.some((word) => Object.values(outcomeWords).some((words) => words.has(word))) &&
  sidesIn(layer).some(({ table, sides }) => sides[0].score !== null && tablesOf(query).has(table.name))

/** "Rented more than 40 times" bounds how often, and no number of a row. */
const leavesTimes = (question: string, query: SemanticQuery): boolean =>
  /\b\d+ times\b/i.test(question) && !/"having":\[\{/.test(JSON.stringify(query)) && /"operator":"(?:greater|less)_/.test(JSON.stringify(query.filters ?? null))

/** "Which mechanics quit": all of them are no answer where what is said of them is left out. */
function leavesPredicate(question: string, { leftOut = [], query: { measures, dimensions, filters, having, limit, combine } }: Answer): boolean {
  const last = tokenize(question).findLast(({ kind }) => kind === 'word')
  const isAll = !filters && having.length === 0 && limit === undefined && !combine
  const isCount = measures.every((measure) => 'aggregate' in measure && /^count/.test(measure.aggregate))
  return last !== undefined && leftOut.includes(last.lower) && isAll && isCount && (measures.length === 0 || dimensions.length === 0)
}

/** Of a question that goes on from the turn before: a word of it that means something and is left out is told. */
export function withoutLost(input: AnalysisInput, answer: Answer): Analysis {
  if (!answer.leftOut?.length) return answer
  const mentions = mentionsIn(tokenize(input.question), lexiconOf(input.layer, input.cache), input.clock)
  return leavesMeaning(input, answer, mentions) ? unsureOf(input, answer) : answer
}

function mayOverrule(best: GrammarReading, read: SemanticQuery, layer: Layer): boolean {
  if (splitsBoth(best, read)) return true
  if (best.certainty >= leastMeasuring && measuresItself(best, read)) return true
  const isNamed = showsKeys(read, layer) && best.query.dimensions.length > 0 && !showsKeys(best.query, layer)
  const isOwn = best.cover.fragments.some((edge) => edge.isOwn) && (isNamed || isBeyond(best.query, read) || isCalculated(best, read))
  if (
    !isOwn &&
    !isBoundElsewhere(best, read) &&
    !isStatedElsewhere(best, read) &&
    !countsOthers(best, read) &&
    !isMoneyForRows(best, read) &&
    !ranksOther(best, read) &&
    !tellsTime(best) &&
    !lostValues(read, best.query).some((value) => !isLabelled(layer, value))
  )
    return false
  const isOfAll = best.cover.fragments.some(({ payload }) => payload.is === 'fragment' && payload.fragment.lacking !== undefined)
  // All that is paid by card is more than what is paid by card in the shop.
  const kinds = [...JSON.stringify(best.query).matchAll(/"operator":"contains","values":\["([^"]+)"/g)].map(([, kind = '']) => kind.toLowerCase())
  // "Mocha Lg" says more than "Mocha".
  const own = lostValues(read, best.query)
  return lostValues(best.query, read).every(
    (value) => (isOfAll && noValues.has(value)) || kinds.some((kind) => value.includes(kind)) || own.some((other) => other.split(' ').includes(value)),
  )
}

/** Whether a number with its unit bounds another column than the readers took: two hours of a delay in minutes. */
function isBoundElsewhere({ query, cover }: GrammarReading, read: SemanticQuery): boolean {
  const bounds = cover.fragments.flatMap(({ isOwn, payload }) => (isOwn && payload.is === 'fragment' ? (payload.fragment.conditions ?? []) : []))
  return bounds.some(
    (bound) =>
      bound.kind === 'filter' &&
      'column' in bound.filter &&
      typeof bound.filter.values[0] === 'number' &&
      JSON.stringify(query.filters ?? null).includes(JSON.stringify(bound.filter.column)) &&
      !JSON.stringify(read.filters ?? null).includes(JSON.stringify(bound.filter.column)),
  )
}

/** Whether words for money (revenue, sales) are read as an amount, where rows were counted. */
const isMoneyForRows = ({ query, cover }: GrammarReading, read: SemanticQuery): boolean =>
  cover.fragments.some(
    ({ payload, isOwn }) =>
      payload.is === 'fragment' &&
      [...(payload.fragment.figures ?? []), payload.fragment.rank?.figure, payload.fragment.part?.figure].some(
        (figure) => (figure?.kind === 'sense' && moneySenses.has(figure.sense)) || (isOwn === true && figure?.kind === 'column' && isCost(figure)),
      ),
  ) &&
  query.measures.some((measure) => 'measure' in measure || aggregateOf(measure) === 'sum') &&
  read.measures.length > 0 &&
  read.measures.every((measure) => aggregateOf(measure) === 'count')

const isCost = ({ ref, aggregate }: Extract<Figure, { kind: 'column' }>): boolean => aggregate === 'sum' && costLabel.test(ref.column.label)

/** How a figure is put together; of a share that of which it is one. */
const aggregateOf = (measure: SemanticQuery['measures'][number]): string | null =>
  'aggregate' in measure ? measure.aggregate : 'ratio' in measure && 'aggregate' in measure.ratio.numerator ? measure.ratio.numerator.aggregate : null

/** Categories of words that change what is asked for wherever they stand. */
const telling = new Set(['value', 'verb', 'superlative', 'bound-word'])
const leastTelling = 0.7
/** How fast something was done is asked, and no other number of it. */
const askedHow = new RegExp(`\\bhow ${anyOf(quicknessWords)}\\b`, 'i')
/** Together, and not a number of times. */
const idiom = /\bat once\b/i

/** Whether an answer leaves out a word that tells a value of the rows it reads, or what is measured, ranked or denied. */
function leavesMeaning({ question, layer }: AnalysisInput, { leftOut = [], query }: Answer, edges: Edge[]): boolean {
  const read = tablesOf(query)
  const isOfRows = ({ payload }: Edge) => (payload.is !== 'value' && payload.is !== 'column') || read.has(payload.ref.table.name)
  // Customers churn by their subscriptions.
  const isOfThem = ({ payload }: Edge) => payload.is === 'column' && refersTo(layer, payload.ref.table).some(({ name }) => read.has(name))
  // "The closing of files" chooses the reference that is called so.
  const isJoined = (word: string) => query.joins.some(({ from_column: by }) => by.split('_').some((part) => familyOf(part) === familyOf(word)))
  return leftOut.some(
    (word) =>
      !isJoined(word) &&
      (lateWords.has(word) ||
        (quicknessWords.includes(word) && askedHow.test(question)) ||
        isReadByForm(word, question, edges) ||
        edges.some((edge) => isPartOfName(word, edge, query)) ||
        (negations.has(word) && !idiom.test(question)) ||
        edges.some(
          (edge) =>
            edge.text === word &&
            ((((telling.has(edge.category) && edge.link >= leastTelling) || isAnswer(edge)) && isOfRows(edge)) ||
              (happensToSome(edge) && (isOfRows(edge) || isOfThem(edge)))),
        )),
  )
}

/** A word of a column that holds yes and no tells which rows are meant, be it one word of several. */
const isAnswer = ({ payload }: Edge): boolean => payload.is === 'value' && isFlag(payload.ref.column)

/** Whether an answer does not speak of what was late or on time, where two dates tell it. */
const leavesLateness = (query: SemanticQuery, edges: Edge[]): boolean =>
  edges.some(({ payload }) => payload.is === 'condition' && payload.condition.kind === 'late' && payload.condition.late.state !== 'open') &&
  !/"column_value"|"duration"/.test(JSON.stringify(query))

/** Whether a form of question that the readers do not know is made with a word: "develop" splits by time. */
function isReadByForm(word: string, question: string, edges: Edge[]): boolean {
  const at = tokenize(question).findIndex(({ lower }) => lower === word)
  const isForm = ({ from, to, isOwn, payload }: Edge) =>
    isOwn && payload.is === 'fragment' && !payload.fragment.conditions && payload.fragment.shape !== 'deed' && from <= at && at < to
  return at !== -1 && edges.some(isForm)
}

/** Whether a word stands in the name of a column or value that an answer does not speak of: the ship country of "countries we ship to", those who own of "home owners". */
function isPartOfName(word: string, { payload, link, text }: Edge, query: SemanticQuery): boolean {
  const words = text.toLowerCase().split(' ')
  if (link < leastTelling || words.length < 2 || !words.includes(word)) return false
  if (payload.is === 'value') return !JSON.stringify(query).toLowerCase().includes(JSON.stringify(payload.value.toLowerCase()))
  return payload.is === 'column' && !JSON.stringify(query).includes(`"column":${JSON.stringify(payload.ref.column.name)}`)
}

/** What has happened to some of the rows and not to others tells them apart: who left. */
const happensToSome = ({ payload, text }: Edge): boolean =>
  payload.is === 'column' && mayBeMissing(payload.ref.column) && eventColumn(payload.ref, text.toLowerCase())
