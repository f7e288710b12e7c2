import { familyOf } from '#domain/analyst/language/root.ts'
import { settlesEquals } from '#domain/semantics/compile/sort-equals.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Change } from './adjust.ts'

const counts = new Map(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((word, index) => [word, index + 1]))
const ordinals = new Map(
  Object.entries({ second: 2, '2nd': 2, third: 3, '3rd': 3, fourth: 4, '4th': 4, fifth: 5, '5th': 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10 }),
)
const most = new Set('most highest greatest largest biggest maximum max best top'.split(' '))
const least = new Set('least fewest lowest smallest minimum min worst bottom'.split(' '))

type Order = SemanticQuery['order'][number]

const opposite = ({ by, direction }: Order): Order => ({ by, direction: direction === 'asc' ? 'desc' : 'asc' })

/** The output that ranks the rows: by which they are sorted, else the one figure of each. */
function rankOf(query: SemanticQuery): Order | null {
  const { order, measures, dimensions } = query
  const [first, ...next] = order
  if (first && next.every((_, at) => settlesEquals(query, at + 1))) return first
  const [measure, ...others] = measures.filter((item) => !item.hidden)
  return measure?.name !== undefined && others.length === 0 && dimensions.length > 0 && order.length === 0 ? { by: measure.name, direction: 'desc' } : null
}

/** "Which one has the most?" of what was measured, and "how about the least?" of a superlative. */
const topOrBottom: Change = (text, previous, _layer, _adds, said) => {
  const found =
    /^(?:(?:which|what|who)(?: ones?| of (?:them|those|these)| \w+)? (has|have|had|is|are|was|were|got|\w+)(?: got)? ?|(?:what|how) about |(?:show|give|list)(?: me)? )?(?:the ones? with |those with )?the (\w+)(?: ones?| of (?:them|those|these|all))?$/.exec(
      text,
    )
  const [, verb, word = ''] = found ?? []
  if (!most.has(word) && !least.has(word)) return null
  const direction = most.has(word) ? 'desc' : 'asc'
  const [order] = previous.order
  const measure = previous.measures.find((item) => !item.hidden) ?? previous.measures[0]
  const isSaid = (verb: string) => said.split(/\W+/).some((word) => familyOf(word.toLowerCase()) === familyOf(verb))
  const isPlain = verb === undefined || /^(?:has|have|had|is|are|was|were|got)$/.test(verb) || isSaid(verb)
  // "Who spent the most?" speaks of an amount, not of how many rows there are.
  if (!isPlain && !(measure && 'aggregate' in measure && measure.aggregate === 'sum')) return null
  const by = previous.limit !== undefined && order ? order.by : measure?.name
  if (by === undefined || previous.dimensions.length === 0)
    return rankOf(previous) === order && order ? { ...previous, order: [{ ...order, direction }], limit: 1 } : null
  const { offset: _, ...rest } = previous
  return { ...rest, order: [{ by, direction }], limit: previous.limit ?? 1 }
}

/** "How many did he sell?" of the one who sold most: the figure by which he is the first. */
const rankingFigure: Change = (text, previous) => {
  const isAsked = /^how (?:many|much)(?: (?:is|was) (?:it|that)| (?:does|did|do|has|have|had) (?:it|he|she|they|that one)(?: \w+)?)?$/.test(text)
  const [measure, ...others] = previous.measures
  if (!isAsked || previous.limit !== 1 || !measure || others.length > 0) return null
  const { hidden: _, ...figure } = measure
  return { ...previous, measures: [figure], dimensions: previous.dimensions.map((item) => ({ ...item, hidden: true })) }
}

/** "Top 3", "the first five", "only the last one": another cut of the same rows. */
const otherCut: Change = (text, previous) => {
  const found =
    /^(?:(?:show|give|list|display|keep|take|limit|cut)(?: it| them| that| this)?(?: me)?(?: to| only| just)? )?(?:only |just )?(?:the )?(top|bottom|first|last|highest|lowest)?(?: ?(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten))?(?: ones?| rows?| results?| entries| of (?:them|those|these))?$/.exec(
      text,
    )
  const [, word, number] = found ?? []
  if (!found || (word === undefined && (number === undefined || !/^(?:limit|keep|take|cut|only|just)/.test(text)))) return null
  if (number === undefined && (word === 'highest' || word === 'lowest')) return null
  const limit = number === undefined ? 1 : (counts.get(number) ?? Number(number))
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

/** "What about the second?" of the first. */
const nextInRank: Change = (text, previous) => {
  const word =
    /^(?:(?:what|how) about |who is |which is |what is |(?:who|which|what)(?: one)? (?:has|have|had) |(?:show|give)(?: me)? )?(?:the )?(next|\w+)(?: most| least| one| best| highest| lowest| place| \w+est)?$/.exec(
      text,
    )?.[1]
  if (word === undefined || previous.limit !== 1 || previous.order.length === 0 || previous.limit_per) return null
  const place = word === 'next' ? (previous.offset ?? 0) + 2 : ordinals.get(word)
  return place === undefined ? null : { ...previous, offset: place - 1 }
}

const allCue =
  /^(?:(?:show|list|give|go back to|back to)(?: me)? )?(?:all(?: of (?:them|those|these|it)| rows| results)?|everything|the (?:whole|full|complete) (?:list|table)|(?:without|remove|drop) (?:the |a |any )?limit)(?:,? (?:and )?not (?:just|only) .+)?$/

/** "All of them" after the first few. */
const uncut: Change = (text, previous) => {
  if (previous.limit === undefined || !allCue.test(text)) return null
  const { limit: _, offset: __, ...rest } = previous
  return rest
}

const falling = ['high low', 'highest lowest', 'big small', 'large small', 'largest smallest', 'biggest smallest', 'long short', 'longest shortest']
const fallingWords = new Set([
  ...falling,
  'most least',
  'old young',
  'oldest youngest',
  'new old',
  'newest oldest',
  'latest earliest',
  'z a',
  'top bottom',
  'most fewest',
])
const turned = (pair: string) => pair.split(' ').reverse().join(' ')
const risingWords = new Set([...fallingWords].map(turned))
const dates = /birth|founded|opened|built|date|year/

/** "In descending order", "from high to low", "the other way round". */
const otherDirection: Change = (text, previous) => {
  const rank = rankOf(previous)
  const shown = previous.dimensions.filter((item) => !item.hidden)
  const by = rank?.by ?? (shown.length === 1 ? shown[0]?.name : undefined)
  if (by === undefined) return null
  const others = previous.order.slice(1).filter((_, at) => !settlesEquals(previous, at + 1))
  const ordered = (direction: Order['direction']): SemanticQuery => ({ ...previous, order: [{ by, direction }, ...others] })
  if (
    /^(?:(?:sort|order|list|show)(?: it| them)? )?(?:(?:in )?(?:the )?(?:reverse|opposite)(?: order| direction)?|(?:reverse|invert|flip|turn) (?:the )?(?:order|it|them|sorting)(?: round| around)?|the other way (?:a?round)?)$/.test(
      text,
    )
  )
    return rank && previous.order.length > 0 ? ordered(opposite(rank).direction) : null
  const [, way, from, to] =
    /^(?:(?:sort|order|rank|list|show)(?: it| them| that| this)? )?(?:(?:in )?(?:an? )?(descending|ascending|desc|asc|decreasing|increasing)(?: order)?|from (?:the )?(\w+) to (?:the )?(\w+))$/.exec(
      text,
    ) ?? []
  if (way !== undefined) return ordered(/^(?:desc|decr)/.test(way) ? 'desc' : 'asc')
  const pair = `${from} ${to}`
  if (rank === null && pair !== 'z a' && pair !== 'a z') return null
  if (!fallingWords.has(pair) && !risingWords.has(pair)) return null
  const isInverse = /old|young/.test(pair) && !/new/.test(pair) && dates.test(previous.dimensions.find(({ name }) => name === by)?.column.toLowerCase() ?? '')
  return ordered(fallingWords.has(pair) !== isInverse ? 'desc' : 'asc')
}

/** "Sort by that", of the figure shown last. */
const byLast: Change = (text, previous) => {
  const by = previous.measures.findLast((item) => !item.hidden)?.name
  const isLast = by !== undefined && previous.dimensions.length > 0 && /^(?:sort|order|rank)(?: it| them)? by (?:that|this|it|those)$/.test(text)
  return isLast ? { ...previous, order: [{ by, direction: 'desc' }] } : null
}

/** Remarks on how the rows are ranked and cut. */
export const rankChanges: Change[] = [rankingFigure, uncut, otherDirection, byLast, otherCut, topOrBottom, nextInRank]
