import { frameOf } from '#domain/analyst/grammar/frame.ts'
import { measureOf } from '#domain/analyst/grammar/query/query-parts.ts'
import { resolve } from '#domain/analyst/grammar/query/resolve.ts'
import type { Condition, Edge, Figure, Fragment, Group, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { contestNouns, contestVerbs, type Outcome, outcomeWords, scoreNouns } from '#domain/analyst/lexicon/english/business/contests.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { splitCues } from '#domain/analyst/lexicon/english/sentences/figure-cues.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Arithmetic, Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Anchors } from './anchors.ts'
import { byMargin, rowsOfSide, type Side, type Sides, scoreOf, sidesIn } from './sides.ts'

/** A query over rows of two sides, and the words of the question it leaves out. */
export type Contest = { query: SemanticQuery; left: string[] }

const mostSides = 3

/** What a question says of rows of two sides. */
type Said = { names: string[]; outcome: Outcome | null; side: Side | null; isScored: boolean; words: string[] }

/**
 * Queries over tables whose rows have two sides (games of a home and an away team, messages of a sender and a receiver): rows that a name has either side of, won, lost
 * or drawn, how often, in what share, when last, and what both sides made together.
 */
export function contestQueries(tokens: Token[], edges: Edge[], anchors: Anchors, sight: Sight): Contest[] {
  const words = tokens.map(({ lower }) => lower)
  const all = sidesIn(sight.layer)
  const named = all.filter(({ table }) => anchors.names.some((name) => name.table === table))
  return (named.length > 0 ? named : all).slice(0, mostSides).flatMap((sides): Contest[] => {
    const said = saidOf(words, edges, sides)
    if (!said.outcome && !said.isScored && said.names.length === 0) return []
    const left = anchors.left.filter((text) => !isOfContest(text.toLowerCase(), said))
    if (left.length > 1 || anchors.isClosed) return []
    return queriesOf(sides, said, anchors, edges, sight).map((query) => ({ query, left }))
  })
}

function saidOf(words: string[], edges: Edge[], { sides }: Sides): Said {
  const has = (ref: Ref, value: string) =>
    edges.some(({ payload }) => payload.is === 'value' && payload.value === value && payload.ref.table === ref.table && payload.ref.column === ref.column)
  const values = edges.flatMap(({ payload, from }) => (payload.is === 'value' ? [{ value: payload.value, from }] : [])).toSorted((a, b) => a.from - b.from)
  const names = [...new Set(values.map(({ value }) => value))].filter((value) => sides.every(({ name }) => has(name, value)))
  const isTold = sides.every(({ score }) => score !== null)
  const outcome = outcomeIn(words)
  const told = sides.filter(({ word }) => words.includes(word))
  return {
    names: names.slice(0, 2),
    outcome: (isTold && outcome) || null,
    side: told.length === 1 ? (told[0] ?? null) : null,
    isScored: isTold && words.some((word) => scoreNouns.has(word)),
    words,
  }
}

const outcomeIn = (words: string[]): Outcome | undefined =>
  (Object.keys(outcomeWords) as Outcome[]).find((one) => words.some((word) => outcomeWords[one].has(word)))

const isOfContest = (word: string, { outcome, names, side }: Said): boolean =>
  contestNouns.has(word) ||
  contestVerbs.has(word) ||
  scoreNouns.has(word) ||
  (outcome !== null && outcomeWords[outcome].has(word)) ||
  side?.word === word ||
  names.some((name) => name.toLowerCase().split(' ').includes(word))

function queriesOf(sides: Sides, said: Said, anchors: Anchors, edges: Edge[], sight: Sight): SemanticQuery[] {
  const { names, outcome, side, words } = said
  const whole = names.length > 0 || side ? rowsOfSide(sides, names, null, side) : null
  const ended = outcome ? rowsOfSide(sides, names, outcome, side) : null
  const others = anchors.conditions.filter(({ condition }) => !isName(condition, names)).map(({ condition }) => condition)
  const asked = groupsOf(sides, said, anchors)
  const having = edges.flatMap(({ payload }) => (payload.is === 'fragment' && payload.fragment.having ? [payload.fragment.having] : [])).slice(0, 1)
  const base: Fragment = { conditions: [...others, ...conditionOf(sides, ended ?? whole)] }
  const made = (fragment: Fragment): SemanticQuery[] => {
    const frame = frameOf([{ ...base, ...fragment }, ...(fragment.rank ? [] : having.map((one): Fragment => ({ having: one })))])
    const query = frame && resolve(frame, sight)?.query
    return query ? [fragment.rank ? having.reduce(boundBy, query) : query] : []
  }
  const figures = figuresOf(sides, said, anchors)
  if (outcome && !ended && !anchors.rank) return []
  if (anchors.rank && outcome && outcome !== 'drawn' && isRanked(words, outcome) && names.length < 2) {
    const frame = frameOf([{ conditions: others, figures: [{ kind: 'rows', table: sides.table }] }])
    const { filters } = (frame && resolve(frame, sight)?.query) ?? {}
    const query = byMargin(
      sides,
      [filters, names.length > 0 ? ended : null].flatMap((one) => one ?? []),
      anchors.rank.count ?? 1,
    )
    return query ? [query] : []
  }
  const last = words.includes('when') ? momentOf(sides, words) : null
  if (last) return made({ figures: [last] })
  if (anchors.isShare && ended) {
    const rows: Figure = { kind: 'rows', table: sides.table }
    const share: Figure = { kind: 'ratio', numerator: { ...rows, filters: [ended] }, denominator: rows, percent: true }
    return made({ conditions: [...others, ...(names.length > 0 ? conditionOf(sides, whole) : [])], figures: [share], groups: anchors.grains })
  }
  if (outcome && !ended) return []
  const rank = anchors.rank
  if (rank) return figures.flatMap((figure) => asked.slice(0, 2).flatMap((target) => made({ rank: { ...rank, target, figure } })))
  return figures.flatMap((figure) => made({ figures: [figure], groups: [...asked, ...anchors.grains] }))
}

/** "The biggest win": rows are ranked by how far their sides are apart. */
const isRanked = (words: string[], outcome: Outcome): boolean =>
  words.some((word, at) => outcomeWords[outcome].has(word) && superlatives[words[at - 1] ?? '']?.some(({ labels }) => labels !== undefined))

/** Only those of which there is so much are ranked. */
function boundBy(query: SemanticQuery, { figure, bound: { operator, value } }: NonNullable<Fragment['having']>): SemanticQuery {
  if (figure.kind === 'sense') return query
  return { ...query, measures: [...query.measures, measureOf(figure, 'bound', true)], having: [{ by: 'bound', operator, values: [value] }] }
}

const conditionOf = ({ table }: Sides, filter: Filter | null): Condition[] => (filter ? [{ kind: 'filter', filter, tables: [table.name] }] : [])

const isName = (condition: Condition, names: string[]): boolean =>
  condition.kind === 'filter' && 'column' in condition.filter && condition.filter.values.some((value) => names.some((name) => name === value))

/** How many rows there are; where the question speaks of what the sides make, that of both, or of the one it names. */
function figuresOf(sides: Sides, { names, outcome, isScored, words }: Said, { cues }: Anchors): Figure[] {
  const rows: Figure = { kind: 'rows', table: sides.table }
  const both = scoreOf(sides, 'together')
  if (!isScored || outcome || !both) return [rows]
  const expression = names[0] === undefined ? both : ownScore(sides, names[0])
  const isPer = words.some((word, at) => splitCues.has(word) && contestNouns.has(words[at + 1] ?? '')) || cues.aggregate === 'avg' || cues.isAverage
  return [{ kind: 'formula', table: sides.table, expression, aggregate: isPer ? 'avg' : 'sum' }]
}

/** What the side of a name made. */
function ownScore({ sides: [one, other] }: Sides, name: string): Arithmetic {
  const [own, against] = [one, other].map(({ score }): Arithmetic => ({ column: score?.column.name ?? '' }))
  if (!own || !against) throw new TypeError('rows of two sides have two scores')
  return { case: [{ when: { column: one.name.column.name, operator: 'equals', values: [name] }, value: own }], else: against }
}

/** What is asked for of each: names of the side that is said, and what else the question splits or ranks by. */
function groupsOf({ table, sides }: Sides, { side, names }: Said, { names: spoken }: Anchors): Group[] {
  const isSide = (ref: Ref) => sides.some(({ name }) => name.column === ref.column && name.table === ref.table)
  const groups = spoken.flatMap(({ role, group }) => (group && role !== 'topic' && role !== 'figure' ? [group] : []))
  const own = groups.filter((group) => group.kind === 'column' && group.ref.table === table && !isSide(group.ref))
  return side && names.length === 0 && groups.length > own.length ? [{ kind: 'column', ref: side.name }, ...own] : own
}

/** When it happened last, or first. */
function momentOf({ table }: Sides, words: string[]): Figure | null {
  const column = table.columns.find(({ semanticType, isHidden }) => semanticType === 'time' && !isHidden)
  return column ? { kind: 'column', ref: { table, column }, aggregate: words.includes('first') ? 'min' : 'max' } : null
}

/** Of the rows that a name has either side of, those that end as a turn says: how many of them they won. */
export function endedSo(base: SemanticQuery, tokens: Token[], layer: Layer): SemanticQuery[] {
  const words = tokens.map(({ lower }) => lower)
  const outcome = outcomeIn(words)
  const { filters } = base
  if (!outcome || !filters) return []
  return sidesIn(layer).flatMap((sides) => {
    const whole = 'and' in filters ? filters.and : [filters]
    return whole.flatMap((filter, at): SemanticQuery[] => {
      const name = 'or' in filter ? nameOfEither(filter.or, sides) : null
      const ended = name === null ? null : rowsOfSide(sides, [name], outcome, null)
      return ended ? [{ ...base, filters: { and: whole.with(at, ended) } }] : []
    })
  })
}

/** The name that each of two conditions asks a side for. */
function nameOfEither(parts: Filter[], { table, sides }: Sides): string | null {
  const names = sides.map(({ name }) =>
    parts.find((part) => 'column' in part && part.table === table.name && part.column === name.column.name && part.operator === 'equals'),
  )
  const [one, other] = names.map((part) => (part && 'column' in part ? part.values[0] : undefined))
  return typeof one === 'string' && one === other ? one : null
}
