import { isBadMeasure } from '#domain/analyst/grammar/business/bad-outcomes.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { answerPronouns, personPronouns, rankVerbs, rowPronouns, wholeAnswer } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import {
  agedLabels,
  cutVerbs,
  directionWords,
  fallingPairs,
  remarkVerbs,
  removals,
  reorderVerbs,
  reversedNouns,
  reverseVerbs,
} from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { numberWords, smallNumbers } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { ordinalOf } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { amountSuperlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { listEnds, superlatives } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { doForms, haveForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { wholeWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { settlesEquals } from '#domain/semantics/compile/sort-equals.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Change } from './adjust.ts'
import { about, ofThose, show, those } from './remark-parts.ts'

type Order = SemanticQuery['order'][number]

const opposite = ({ by, direction }: Order): Order => ({ by, direction: direction === 'asc' ? 'desc' : 'asc' })

/** The output by which rows are ranked: the one they are sorted by, else the only figure. */
function rankOf(query: SemanticQuery): Order | null {
  const { order, measures, dimensions } = query
  const [first, ...next] = order
  if (first && next.every((_, at) => settlesEquals(query, at + 1))) return first
  const [measure, ...others] = measures.filter((item) => !item.hidden)
  return measure?.name !== undefined && others.length === 0 && dimensions.length > 0 && order.length === 0 ? { by: measure.name, direction: 'desc' } : null
}

const extremeCue = new RegExp(
  `^(?:(?:which|what|who)(?:${ofThose}| \\w+)? (\\w+)(?: got)? ?|${about}|${show})?(?:the ones? with |those with )?the (\\w+)(?: ones?| of ${anyOf(rowPronouns, ['all'])})?$`,
)

/** "Which one has the most?" after figures were shown, "how about the least?" after a superlative. */
const topOrBottom: Change = (text, previous, _layer, _adds, said) => {
  const [, verb, word = ''] = extremeCue.exec(text) ?? []
  const direction = amountSuperlatives.get(word)
  if (direction === undefined) return null
  const [order] = previous.order
  const measure = previous.measures.find((item) => !item.hidden) ?? previous.measures[0]
  const isSaid = (verb: string) => said.split(/\W+/).some((word) => familyOf(word.toLowerCase()) === familyOf(verb))
  const isPlain = verb === undefined || rankVerbs.has(verb) || isSaid(verb)
  // "Who spent the most?" asks for an amount: it is no remark on a count of rows.
  if (!isPlain && !(measure && 'aggregate' in measure && measure.aggregate === 'sum')) return null
  const by = previous.limit !== undefined && order ? order.by : measure?.name
  if (by === undefined || previous.dimensions.length === 0)
    return rankOf(previous) === order && order ? { ...previous, order: [{ ...order, direction }], limit: 1 } : null
  const { offset: _, ...rest } = previous
  const isTurned = isJudged(word) && isBadMeasure(measure)
  return { ...rest, order: [isTurned ? opposite({ by, direction }) : { by, direction }], limit: previous.limit ?? 1 }
}

/** The worst is not the least, nor the best the most. */
const isJudged = (word: string): boolean => (Object.hasOwn(superlatives, word) ? superlatives[word] : undefined)?.[0]?.of === 'worth'

const figureCue = new RegExp(`^how (?:many|much)(?: (?:is|was) (?:it|that)| ${anyOf(doForms, haveForms)} ${anyOf(personPronouns, ['that one'])}(?: \\w+)?)?$`)

/** "How many did he sell?" after "who sold most": the figure by which he is the first. */
const rankingFigure: Change = (text, previous) => {
  const isAsked = figureCue.test(text)
  const [measure, ...others] = previous.measures
  if (!isAsked || previous.limit !== 1 || !measure || others.length > 0) return null
  const { hidden: _, ...figure } = measure
  return { ...previous, measures: [figure], dimensions: previous.dimensions.map((item) => ({ ...item, hidden: true })) }
}

const cutCue = new RegExp(
  `^(?:${anyOf(remarkVerbs, cutVerbs)}(?: ${anyOf(wholeAnswer)})?(?: me)?(?: to| only| just)? )?(?:only |just )?(?:the )?(${anyOf(listEnds, ['highest', 'lowest'])})?(?: ?(\\d{1,3}|${anyOf(smallNumbers)}))?(?: ones?| rows?| results?| entries| of ${those})?$`,
)
const cutOpening = new RegExp(`^${anyOf(cutVerbs, ['only', 'just'])}`)

/** "Top 3", "the first five", "only the last one": another limit on the same rows. */
const otherCut: Change = (text, previous) => {
  const found = cutCue.exec(text)
  const [, word, number] = found ?? []
  if (!found || (word === undefined && (number === undefined || !cutOpening.test(text)))) return null
  if (number === undefined && (word === 'highest' || word === 'lowest')) return null
  const limit = number === undefined ? 1 : (numberWords.get(number) ?? Number(number))
  if (limit < 1) return null
  const { offset: _, limit_per: __, ...rest } = previous
  const rank = rankOf(previous)
  if (word === undefined || word === 'first') return { ...rest, limit }
  const [figure, ...figures] = previous.measures.filter((item) => !item.hidden)
  if (word !== 'last' && figure?.name !== undefined && figures.length === 0 && previous.dimensions.length > 0)
    return { ...rest, order: [{ by: figure.name, direction: word === 'top' || word === 'highest' ? 'desc' : 'asc' }], limit }
  if (rank === null) return null
  const isFigure = previous.measures.some(({ name }) => name === rank.by)
  if (!isFigure) return { ...rest, order: [word === 'last' || word === 'bottom' || word === 'lowest' ? opposite(rank) : rank], limit }
  if (word === 'last') return { ...rest, order: [opposite(rank)], limit }
  return { ...rest, order: [{ by: rank.by, direction: word === 'top' || word === 'highest' ? 'desc' : 'asc' }], limit }
}

const placeCue = new RegExp(
  `^(?:${about}|(?:who|which|what) is |(?:who|which|what)(?: one)? ${anyOf(haveForms)} |${show})?(?:the )?(\\w+)(?: one| place| ${anyOf(amountSuperlatives.keys())}| \\w+est)?$`,
)

/** "What about the second?" after the first was shown. */
const nextInRank: Change = (text, previous) => {
  const word = placeCue.exec(text)?.[1]
  if (word === undefined || previous.limit !== 1 || previous.order.length === 0 || previous.limit_per) return null
  const place = word === 'next' ? (previous.offset ?? 0) + 2 : ordinalOf(word)
  return place < 2 || place > 10 ? null : { ...previous, offset: place - 1 }
}

const allCue = new RegExp(
  `^(?:(?:${anyOf(remarkVerbs, ['go back to', 'back to'])}(?: me)? )?(?:all(?: of ${anyOf(rowPronouns, ['it'])}| rows| results)?|everything|the ${anyOf(wholeWords)} (?:list|table)|${anyOf(removals)} (?:(?:the|a|any) )?limit))(?:,? (?:and )?not (?:just|only) .+)?$`,
)

/** "All of them" after a limited number of rows was shown. */
const uncut: Change = (text, previous) => {
  if (previous.limit === undefined || !allCue.test(text)) return null
  const { limit: _, offset: __, ...rest } = previous
  return rest
}

const risingPairs: ReadonlySet<string> = new Set([...fallingPairs].map((pair) => pair.split(' ').reverse().join(' ')))
const agedLabel = new RegExp(anyOf(agedLabels), 'i')
const sort = `(?:${anyOf(reorderVerbs, remarkVerbs)}(?: ${anyOf(wholeAnswer)})? )?`
const reversed = new RegExp(
  `^(?:${sort}(?:(?:in )?(?:the )?(?:reverse|opposite)(?: order| direction)?|${anyOf(reverseVerbs)} (?:the )?${anyOf(reversedNouns)}(?: round| around)?|the other way (?:a?round)?))$`,
)
const direction = new RegExp(`^${sort}(?:(?:in )?(?:an? )?(${anyOf(directionWords.keys())})(?: order)?|from (?:the )?(\\w+) to (?:the )?(\\w+))$`)

/** "In descending order", "from high to low", "the other way round". */
const otherDirection: Change = (text, previous) => {
  const rank = rankOf(previous)
  const shown = previous.dimensions.filter((item) => !item.hidden)
  const by = rank?.by ?? (shown.length === 1 ? shown[0]?.name : undefined)
  if (by === undefined) return null
  const others = previous.order.slice(1).filter((_, at) => !settlesEquals(previous, at + 1))
  const ordered = (direction: Order['direction']): SemanticQuery => ({ ...previous, order: [{ by, direction }, ...others] })
  if (reversed.test(text)) return rank && previous.order.length > 0 ? ordered(opposite(rank).direction) : null
  const [, way = '', from, to] = direction.exec(text) ?? []
  const said = directionWords.get(way)
  if (said !== undefined) return ordered(said)
  const pair = `${from} ${to}`
  if (rank === null && pair !== 'z a' && pair !== 'a z') return null
  if (!fallingPairs.has(pair) && !risingPairs.has(pair)) return null
  const isInverse = /old|young/.test(pair) && !/new/.test(pair) && agedLabel.test(previous.dimensions.find(({ name }) => name === by)?.column ?? '')
  return ordered(fallingPairs.has(pair) !== isInverse ? 'desc' : 'asc')
}

const byThat = new RegExp(`^${anyOf(reorderVerbs)}(?: it| them)? by ${anyOf(answerPronouns)}$`)

/** "Sort by that": by the last figure that is shown. */
const byLast: Change = (text, previous) => {
  const by = previous.measures.findLast((item) => !item.hidden)?.name
  const isLast = by !== undefined && previous.dimensions.length > 0 && byThat.test(text)
  return isLast ? { ...previous, order: [{ by, direction: 'desc' }] } : null
}

/** Remarks that change the order or the number of rows. */
export const rankChanges: Change[] = [rankingFigure, uncut, otherDirection, byLast, otherCut, topOrBottom, nextInRank]
