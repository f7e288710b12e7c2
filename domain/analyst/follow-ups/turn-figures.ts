import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { unsureOf } from '#domain/analyst/certainty/unsure.ts'
import { partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { belongsTo, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { answerOf, mostGuessed, readingsIn } from '#domain/analyst/grammar/proposals.ts'
import type { GrammarReading } from '#domain/analyst/grammar/read.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import {
  contextOpeners,
  continuations,
  narrowingOpeners,
  politeRequests,
  remarkAdverbs,
  remarkEnds,
} from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { personPronouns, rowPronouns, wholeAnswer } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { eachPrepositions, rowRequests } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { copulas, doForms, showVerbs, thirdPersonPossessives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { monthPrepositions } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { compiles } from '#domain/analyst/queries/compiles.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import { plural, singular } from '#domain/semantics/describe/english.ts'
import { explainQuery } from '#domain/semantics/describe/query-in-words.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { addsMore } from './anaphora-patterns.ts'
import { isFollowUp, standsAlone } from './leaning.ts'
import { isShown, tableNamed, tableOf, withConditions, withDimensions, withMeasure } from './put-into.ts'

/** How certain the grammar must be of a turn, and the most that is said of the answer. */
const leastCertainty = 0.6
const mostCertain = 0.85

const lead = new RegExp(`^(?:${anyOf(continuations, remarkAdverbs)}\\b[\\s,]*)+`, 'i')
const tail = new RegExp(`(?:[,\\s]+${anyOf(remarkEnds)})*[?.!\\s]*$`, 'i')
const pointed = anyOf(rowPronouns, wholeAnswer)
const howMany = new RegExp(`^how many(?: of)? ${pointed} (?:${anyOf(copulas, doForms)} )?`, 'i')
const howMuch = new RegExp(`^how much of ${pointed} (?:${anyOf(copulas)} )?`, 'i')
const done = new RegExp(`^((?:what|which) .+?) ${anyOf(doForms)} ${anyOf(personPronouns, rowPronouns, ['we'])} [a-z]+$`, 'i')
const points = wordPattern([...personPronouns, ...rowPronouns, ...wholeAnswer])
const possessives = new RegExp(`\\b${anyOf(thirdPersonPossessives)}\\b`, 'gi')
const pointsToThem = wordPattern([...personPronouns, ...rowPronouns, ...thirdPersonPossessives])
const narrows = new RegExp(`^(?:${anyOf(continuations)}\\b[\\s,]*)*${anyOf(narrowingOpeners)}\\b`, 'i')
const ones = /^(?:the )?(.+?)(?: ones?)?$/i
const those = new RegExp(`^how (?:many|much)(?: of)? ${pointed}`, 'i')
const withPreposition = new RegExp(`^${anyOf(contextOpeners, monthPrepositions)}\\b`, 'i')
const asksForRows = new RegExp(`^(?:${anyOf(politeRequests)} )?(?:please )?(?:${anyOf(showVerbs, rowRequests)}|what ${anyOf(copulas)})\\b`, 'i')
const perRow = new RegExp(`,? ${anyOf(eachPrepositions)} ([\\w-]+)(?=$| )`, 'i')

/** A turn by the grammar where it is certain of what is put into the query before, else by the readers. */
export function turnRead(input: AnalysisInput, read: (asked: AnalysisInput) => Analysis): Analysis {
  const narrowed = narrowedTurn(input)
  if (narrowed) return narrowed
  const own = read(input)
  if (own.kind !== 'query') return own.kind === 'refusal' ? (measuredTurn(input) ?? own) : own
  if (splitsByNarrowing(input, own.query)) return narrowedTurn(input, true) ?? unsureOf(input, own)
  const isLost = losesFigure(input, own.query)
  const isOfAll = losesGroups(input, own.query)
  const found = isLost || isOfAll ? measuredTurn(input) : null
  if (found) return found
  const turn = isOfAll ? turnOf(input) : null
  const { filters: _, ...figures } = own.query
  const apart = turn?.base.limit === undefined && turn ? measured(turn, figures) : null
  return apart ? { ...own, query: apart, explanation: explainQuery(input.layer, apart) } : isLost ? unsureOf(input, own) : own
}

type Turn = { base: SemanticQuery; table: LayerTable; layer: Layer; text: string }

/** What a turn goes on from, and its words without what opens and ends a remark; null where it says all by itself or speaks of a drawing. */
function turnOf({ previous, layer, question }: AnalysisInput): Turn | null {
  const base = previous?.query
  const table = base && tableNamed(layer, tableOf(base))
  const talk = chartTalk(question)
  if (!base || !table || standsAlone(question) || addsMore.test(question) || talk.draws || talk.hint) return null
  if (base.combine || base.compare || base.limit_per || base.having.length > 0) return null
  return { base, table, layer, text: question.trim().replace(lead, '').replace(tail, '') }
}

/**
 * A turn that asks how many or how much of the rows before a condition leaves, or names another period and nothing else: what the grammar is certain of is put into
 * the query before, and the rest of that stays. Null for any other turn.
 */
function narrowedTurn(input: AnalysisInput, isSaidSo = false): Analysis | null {
  const turn = turnOf(input)
  if (!turn) return null
  const { base, table, layer, text } = turn
  const rows = plural(table.label.toLowerCase())
  const asked = base.limit === undefined ? (howMany.exec(text)?.[0] ?? howMuch.exec(text)?.[0]) : undefined
  if (asked === undefined && !isSaidSo && !isPeriod(text, input)) return null
  const phrases =
    asked === undefined
      ? isSaidSo
        ? [`how many ${rows} are ${text.replace(ones, '$1')}`]
        : [`number of ${rows} ${withPreposition.test(text) ? text : `in ${text}`}`]
      : [text.replace(those, `how many ${rows}`), `number of ${rows} ${text.slice(asked.length)}`]
  // A sheet is often called by no word that anybody says.
  const all = layer.tables.length === 1 ? [...phrases, ...phrases.map((phrase) => phrase.replace(rows, 'rows'))] : phrases
  const found = firstOf(all, (question) => certainIn({ ...input, question }, turn, isFiltered))
  const query = found && (asked === undefined ? withConditions(base, partsOf(found.query.filters), layer) : filtered(turn, found.query, asked))
  return found && query && answer(input, query, found)
}

/** A turn that names another figure of the rows before: their conditions and groups stay. Null for any other turn. */
function measuredTurn(input: AnalysisInput): Analysis | null {
  const turn = turnOf(input)
  if (!turn || turn.base.limit !== undefined || !(isFollowUp(input.question) || points.test(turn.text))) return null
  const { table, text } = turn
  const isEach = isRow(perRow.exec(text)?.[1] ?? '', table) && /\baverage\b/i.test(text)
  const words = (isEach ? text.replace(perRow, '') : text.replace(done, '$1')).replace(possessives, 'the')
  const found = certainIn({ ...input, question: words }, turn, ({ measures }) => measures.some(isShown))
  const query = found && measured(turn, isEach ? forEach(found.query, table) : found.query)
  return found && query && answer(input, query, found)
}

function firstOf<Found>(all: readonly string[], find: (one: string) => Found | null): Found | null {
  for (const one of all) {
    const found = find(one)
    if (found) return found
  }
  return null
}

const shownIn = ({ dimensions }: SemanticQuery) => dimensions.filter(({ hidden }) => !hidden)

/** "Just the insured ones" says which rows are meant, and splits nothing. */
const splitsByNarrowing = ({ previous, question }: AnalysisInput, query: SemanticQuery): boolean =>
  previous !== null && narrows.test(question.trim()) && previous.query.measures.some(isShown) && shownIn(query).length > shownIn(previous.query).length

/** Whether another figure of those who are pointed to is told of all at once, where they were told apart: what do they pay on average. */
const losesGroups = ({ previous, question }: AnalysisInput, query: SemanticQuery): boolean =>
  previous?.query.measures.some(isShown) === true &&
  shownIn(previous.query).length > 0 &&
  shownIn(query).length === 0 &&
  query.measures.some(isShown) &&
  pointsToThem.test(question)

/** Whether a turn asks for a figure and its query tells none, where the one before did: of a list nobody asked. */
function losesFigure({ previous, question }: AnalysisInput, { measures, combine }: SemanticQuery): boolean {
  const isOfFigures = previous?.query.measures.some(isShown) && !standsAlone(question) && (isFollowUp(question) || pointsToThem.test(question))
  return isOfFigures === true && !combine && measures.length === 0 && !asksForRows.test(question.trim().replace(lead, ''))
}

/** Bookings, where each row of the table is one. */
const isRow = (noun: string, { label }: LayerTable): boolean => noun !== '' && wordsOf(label).some((word) => word === singular(noun.toLowerCase()))

/** On average of the rows of a table, each of which may have several of those that are measured. */
function forEach(query: SemanticQuery, { name }: LayerTable): SemanticQuery {
  const [measure] = query.measures
  if (!measure || !('aggregate' in measure) || measure.aggregate !== 'avg' || measure.table === name) return query
  const { name: _, hidden: __, ...total } = { ...measure, aggregate: 'sum' as const }
  return { ...query, measures: [{ ratio: { numerator: total, denominator: { aggregate: 'count', table: name } } }] }
}

const answer = (input: AnalysisInput, query: SemanticQuery, { certainty, passed }: GrammarReading): Analysis | null =>
  compiles(input.layer, query) && JSON.stringify(query) !== JSON.stringify(input.previous?.query)
    ? answerOf(input, { query, passed }, Math.min(certainty, mostCertain))
    : null

/** The likeliest reading that leaves out no word, whose figure is one of the rows before or of what belongs to them. */
function certainIn(input: AnalysisInput, { table, layer }: Turn, isMeant: (query: SemanticQuery) => boolean): GrammarReading | null {
  const isOf = ({ query }: GrammarReading) => {
    const of = tableNamed(layer, tableOf(query))
    return of !== undefined && belongsTo(layer, of, table) && isMeant(query)
  }
  const whole = readingsIn(input).filter(({ passed, guesses, certainty }) => passed.length === 0 && guesses <= mostGuessed && certainty >= leastCertainty)
  return whole.find(isOf) ?? null
}

/** Whether it says by a condition which rows are meant, and nothing else. */
const isFiltered = ({ filters, dimensions, having, limit, combine, compare }: SemanticQuery): boolean =>
  filters !== undefined && dimensions.every(({ hidden }) => hidden) && having.length === 0 && limit === undefined && !combine && !compare

/** How many of them: the rows that are measured are counted; how much of it: the same figure. */
function filtered({ base, table, layer }: Turn, { filters }: SemanticQuery, asked: string): SemanticQuery | null {
  const [measure] = base.measures.filter(isShown)
  const isCount = measure && 'aggregate' in measure && /^count/.test(measure.aggregate)
  const counted = isCount || /^how much/i.test(asked) ? base : withMeasure(base, { aggregate: 'count', table: table.name })
  return measure && counted ? withConditions(counted, partsOf(filters), layer) : null
}

/** Another figure of the same rows, by the same groups unless others are named. */
function measured({ base, layer }: Turn, own: SemanticQuery): SemanticQuery | null {
  const { measures, dimensions, filters, ...rest } = own
  const [made, ...others] = measures.filter(isShown)
  const isPlain = rest.having.length === 0 && rest.limit === undefined && !rest.combine && !rest.compare && !rest.limit_per
  if (!made || others.length > 0 || !isPlain || !('aggregate' in made || 'measure' in made || 'ratio' in made)) return null
  const of = tableNamed(layer, tableOf({ measures, dimensions }))
  if (!of) return null
  const isReached = (name: string) => belongsTo(layer, of, tableNamed(layer, name) ?? of)
  const known = withConditions(base, partsOf(filters), layer)
  if (!base.measures.some(isShown)) return { ...known, measures, dimensions, order: [], distinct: false }
  const figured = withMeasure(known, made)
  if (!figured?.dimensions.every(({ table }) => isReached(table))) return null
  return dimensions.length === 0 ? figured : withDimensions(figured, dimensions, layer)
}

/** Whether nothing but a time is said. */
function isPeriod(text: string, { layer, cache, clock }: AnalysisInput): boolean {
  const tokens = tokenize(text)
  const periods = mentionsIn(tokens, lexiconOf(layer, cache), clock).filter(({ category }) => category === 'period')
  const isSaid = (at: number) => periods.some(({ from, to }) => from <= at && at < to)
  return periods.length > 0 && tokens.every(({ lower, kind }, at) => isSaid(at) || kind !== 'word' || particles.has(lower) || monthPrepositions.has(lower))
}
