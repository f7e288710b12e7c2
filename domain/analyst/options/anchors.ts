import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { isFigure, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Lattice } from '#domain/analyst/grammar/pattern.ts'
import type { Condition, Edge, Fragment, Group } from '#domain/analyst/grammar/terms.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import type { VerbSense } from '#domain/analyst/lexicon/english/business/measures.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import {
  amountCues,
  askingCues,
  comparingCues,
  countingCues,
  lastingCues,
  plainAuxiliaries,
  plainInEst,
  shareCues,
  splitCues,
  spokenCues,
} from '#domain/analyst/lexicon/english/sentences/figure-cues.ts'
import { negations, particles, requests } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { peopleIn } from './asked-people.ts'
import type { FigureCues } from './guessed-figures.ts'
import { isName, isSaid, type Named, namedIn, roleAt, type Said, saidIn } from './said-names.ts'

/** What of a question is understood word by word, whatever the rest of it says; `left` are the words that are not. */
export type Anchors = {
  conditions: Said[]
  names: Named[]
  grains: Group[]
  people: Group[]
  /** Two values of one column, or two periods, that are set beside each other. */
  compared: Condition[]
  rank: (Pick<NonNullable<Fragment['rank']>, 'sense' | 'count'> & { labels: string[] }) | null
  /** Words of columns that a comparative speaks of: longer, warmer. */
  labels: string[]
  sense: VerbSense | null
  cues: FigureCues
  isShare: boolean
  /** Whether it denies something or asks for a reason. */
  isClosed: boolean
  /** Whether a time alone is named, which speaks of no data: what is the weather tomorrow. */
  isBare: boolean
  count: number
  left: string[]
}
type Span = { from: number; to: number; edges: Edge[] }

/** Spans of the question that name something of the data, none over another: the longest first, then the surest. */
function spansOf(edges: Edge[]): Span[] {
  const of = Map.groupBy(edges, ({ from, to }) => `${from}-${to}`)
  const size = ({ from, to, link }: Edge) => (to - from) * 10 + link
  const spans = [...of.values()].map((same) => same.toSorted((a, b) => b.link - a.link || b.weight - a.weight))
  const taken: Span[] = []
  for (const [first, ...rest] of spans.toSorted(([a], [b]) => (a && b ? size(b) - size(a) : 0))) {
    if (!first || taken.some(({ from, to }) => first.from < to && from < first.to)) continue
    taken.push({ from: first.from, to: first.to, edges: [first, ...rest] })
  }
  return taken.toSorted((a, b) => a.from - b.from)
}
/** What a request is made with is no value, whatever value is called so. */
const isSpoken = (word: string): boolean => requests.has(word) || word === 'one' || word === 'ones'

export function anchorsOf(tokens: Token[], lattice: Lattice, layer: Layer): Anchors {
  const edges = lattice.flat()
  const word = (at: number) => tokens[at]?.lower ?? ''
  // "Per month" splits by months, whatever value is called monthly.
  const isUnit = (at: number) => splitCues.has(word(at - 1)) && edges.some(({ category, from }) => category === 'grain' && from === at)
  const spans = spansOf(
    edges.filter((edge) => (isName(edge) || isSaid(edge)) && !isUnit(edge.from) && !(edge.to === edge.from + 1 && isSpoken(word(edge.from)))),
  )
  const isTaken = (at: number) => spans.some(({ from, to }) => from <= at && at < to)
  const words = tokens.map(({ lower }) => lower)
  // "At least 100" ranks nothing.
  const isBound = (at: number) => edges.some(({ payload, from, to }) => payload.is === 'bound' && from <= at && at < to)
  const ranks = edges
    .filter(({ payload, from }) => payload.is === 'superlative' && !isTaken(from) && !isBound(from))
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
  const [ranked] = ranks
  const unknown = tokens.findIndex(({ lower, kind }, at) => kind === 'word' && /^\w{3,}est$/.test(lower) && !plainInEst.has(lower) && !isTaken(at))
  const number = edges.find(({ payload, from }) => payload.is === 'number' && !isBound(from))?.payload
  const count = number?.is === 'number' && number.value <= 100 ? number.value : null
  const rank: Anchors['rank'] =
    ranked?.payload.is === 'superlative'
      ? {
          sense: ranked.payload.sense.of === 'time' ? ranked.payload.sense : { end: ranked.payload.sense.end, of: 'size' },
          labels: ranks.flatMap(({ payload }) => (payload.is === 'superlative' ? (payload.sense.labels ?? []) : [])),
          count,
        }
      : unknown >= 0
        ? { sense: { end: 'high', of: 'size' }, labels: [], count }
        : null
  const names: Named[] = []
  const conditions: Said[] = []
  for (const { from, edges: same } of spans) {
    if (same[0] && isSaid(same[0])) conditions.push(...saidIn(same, layer))
    else names.push(...namedIn(same, roleAt(words, from, ranked?.from ?? unknown)))
  }
  // A verb of business that no figure of the data goes with is not understood.
  const verb = edges.find(({ payload, from }) => payload.is === 'verb' && !isTaken(from) && figuresOfSense(layer, payload.sense).length > 0)
  const aggregate = edges.find(({ payload, from }) => payload.is === 'aggregate' && !isTaken(from))?.payload
  const grains = edges.flatMap(({ payload, from }): Group[] =>
    payload.is === 'grain' && !isTaken(from) && (splitCues.has(word(from - 1)) || askingCues.has(word(from - 1)) || /ly$/.test(word(from)))
      ? [{ kind: 'time', grain: payload.grain, ref: null }]
      : [],
  )
  const trends = edges.filter(({ payload }) => payload.is === 'fragment' && isTrend(payload.fragment))
  const covered = (at: number) =>
    isTaken(at) ||
    labelsOf(word(at)).length > 0 ||
    trends.some(({ from, to }) => from <= at && at < to) ||
    (verb !== undefined && verb.from <= at && at < verb.to) ||
    edges.some(
      ({ category, payload, from, to }) =>
        from <= at &&
        at < to &&
        !(words.includes('who') && isUncalled(payload, layer)) &&
        ['superlative', 'aggregate', 'grain', 'number', 'period', 'money'].includes(category),
    )
  return {
    conditions,
    names: withoutUnit(names, aggregate?.is === 'aggregate'),
    grains: [...grains, ...trends.flatMap(({ payload }) => (payload.is === 'fragment' ? (payload.fragment.groups ?? []) : []))].slice(0, 1),
    people: words.includes('who') ? peopleIn(layer) : [],
    compared: words.some((one) => comparingCues.has(one)) ? twice(conditions) : [],
    rank,
    labels: words.flatMap(labelsOf),
    sense: verb?.payload.is === 'verb' ? verb.payload.sense : null,
    cues: {
      isCount: words.some((one, at) => countingCues.has(one) && word(at - 1) !== ''),
      isAmount: words.some((one) => amountCues.has(one)),
      isAverage: words[0] === 'how' && !countingCues.has(word(1)) && !amountCues.has(word(1)) && !plainAuxiliaries.has(word(1)),
      isTime: words.some((one) => lastingCues.has(one)),
      aggregate: aggregate?.is === 'aggregate' ? aggregate.aggregate : null,
    },
    isShare: words.some((one) => shareCues.has(one)),
    isClosed: words.includes('why') || words.some((one) => negations.has(one)) || countsTime(words, edges),
    isBare:
      rank === null &&
      !words.some((one) => labelsOf(one).length > 0) &&
      grains.length === 0 &&
      names.length === 0 &&
      !conditions.some(({ tables }) => tables.length > 0),
    count:
      names.length +
      conditions.length +
      (words.some((one) => labelsOf(one).length > 0) ? 1 : 0) +
      (words.includes('who') || (ranked && ranked.payload.is === 'superlative' && ranked.payload.sense.labels) ? 1 : 0),
    left: tokens.flatMap(({ text: said, lower, kind }, at) =>
      kind === 'word' && !covered(at) && !particles.has(lower) && !spokenCues.has(lower) ? [said] : [],
    ),
  }
}

/** What a comparative speaks of: as the superlative made of it does. */
const labelsOf = (word: string): readonly string[] =>
  word.endsWith('er') ? (superlatives[word.replace(/er$/, 'est')] ?? []).flatMap(({ labels = [] }) => labels) : []

/** Over time, and nothing else: how it developed. */
const isTrend = ({ groups, ...others }: Fragment): boolean =>
  groups?.length === 1 && groups[0]?.kind === 'time' && groups[0].isTrend === true && Object.keys(others).every((key) => key === 'shape')

/** Whether a superlative speaks of what no column tells, which of people is no matter of rows: the tallest. */
const isUncalled = (payload: Edge['payload'], layer: Layer): boolean =>
  payload.is === 'superlative' &&
  payload.sense.of === 'labels' &&
  !layer.tables.some(({ columns }) => columns.some((column) => isFigure(column) && wordsOf(column.label).some((word) => payload.sense.labels?.includes(word))))

/** "How many sick days": what is counted is time, and no rows. */
function countsTime(words: string[], edges: Edge[]): boolean {
  const at = words.findIndex((word, index) => word === 'many' && words[index - 1] === 'how')
  return at >= 0 && edges.some(({ category, from }) => category === 'grain' && from > at && from <= at + 2)
}

/** "Average effort per ticket by queue": an average is one of the rows already. */
function withoutUnit(names: Named[], isAverage: boolean): Named[] {
  const groups = names.filter(({ role }) => role === 'group')
  const isUnit = (name: Named) =>
    isAverage && name.role === 'group' && name.group?.kind === 'rows' && groups.some((other) => other !== name && other.table === name.table)
  return names.map((name) => (isUnit(name) ? { ...name, role: 'topic' } : name))
}

/** Two conditions that ask one column for a value each. */
function twice(conditions: Said[]): Condition[] {
  const keyed = conditions.flatMap(({ condition }) =>
    condition.kind === 'filter' && 'column' in condition.filter && condition.filter.operator === 'equals'
      ? [{ key: `${condition.filter.table} ${condition.filter.column}`, condition }]
      : [],
  )
  const [pair = []] = [...Map.groupBy(keyed, ({ key }) => key).values()].filter(({ length }) => length === 2)
  return pair.map(({ condition }) => condition)
}

/** The anchors, and each with one of its names or values read as something else that it may stand for. */
export function variantsOf(anchors: Anchors): Anchors[] {
  const { names, conditions } = anchors
  return [
    anchors,
    ...names.flatMap((name, at) => name.others.map((other): Anchors => ({ ...anchors, names: names.with(at, { ...other, others: [] }) }))),
    ...conditions.flatMap((said, at) => said.others.map((other): Anchors => ({ ...anchors, conditions: conditions.with(at, { ...other, others: [] }) }))),
  ]
}
