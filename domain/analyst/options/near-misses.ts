import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { isFigure, isFlag, naturalAggregate, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { dimensionsOf, measureOf } from '#domain/analyst/grammar/query/query-parts.ts'
import type { State } from '#domain/analyst/grammar/query/query-state.ts'
import type { Edge, Figure, Group, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { entitiesNamed, ofEntity } from './entities.ts'
import { ofPercentages } from './percentages.ts'
import { inState } from './states.ts'
import { leavesOf, twinsOf } from './twin-columns.ts'

/** What a near miss changes in the reading it is made of. */
export type Change =
  | 'measure'
  | 'counted'
  | 'group'
  | 'own-key'
  | 'filter'
  | 'either'
  | 'unfiltered'
  | 'date'
  | 'left-word'
  | 'word'
  | 'agent'
  | 'entity'
  | 'state'
  | 'percentage'

/** A reading that differs from another in one part. `link` is how surely the words name what stands there now, 0 to 1; `heeds` are left words that it takes up. */
export type NearMiss = { query: SemanticQuery; change: Change; link: number; heeds?: readonly string[] }

/** What near misses are made with: `left` are the words that the reading leaves out, `words` all of the question, and `verbs` those that may be verbs. */
export type Heard = { layer: Layer; edges: Edge[]; left: readonly string[]; verbs: readonly string[]; words: readonly string[] }

/**
 * Readings that differ from `query` in one part: another figure or column that words of the question name, other columns that hold a value of it, another date, what its
 * rows are parts of, a state that is taken for granted.
 */
export function nearMisses(query: SemanticQuery, { layer, edges, left, verbs, words }: Heard): NearMiss[] {
  return [
    ...withOtherMeasure(query, layer, edges),
    ...withOtherGroup(query, layer, edges),
    ...withWord(query, layer, left, 'left-word', words),
    ...withWord(
      query,
      layer,
      verbs.filter((word) => !left.includes(word)),
      'word',
      words,
    ),
    ...withOtherFilter(query, layer, edges),
    ...withOtherDate(query, layer),
    ...ofPercentages(query, layer).map((made): NearMiss => ({ query: made, change: 'percentage', link: 0.7 })),
    ...entitiesNamed(layer, words).flatMap((entity) => ofEntity(query, entity, layer).map((made): NearMiss => ({ query: made, change: 'entity', link: 0.8 }))),
    ...inState(query, layer, words).map(({ query: made, heeds }): NearMiss => ({ query: made, change: 'state', link: heeds.length > 0 ? 0.8 : 0.5, heeds })),
  ]
}

const stateOf = (layer: Layer): State => ({ sight: { layer }, notes: [], guesses: 0, figure: null, dated: null, step: null })
const leastLink = 0.45

/** The figures that words of a question may ask for: how many rows, how many different ones, a total. */
function figuresNamed(layer: Layer, edges: Edge[]): [Figure, number][] {
  return edges.flatMap(({ payload, link }): [Figure, number][] => {
    if (link < leastLink) return []
    if (payload.is === 'table') return [[{ kind: 'rows', table: payload.table }, link]]
    if (payload.is === 'measure') return [[{ kind: 'named', measure: payload.measure }, link]]
    if (payload.is === 'verb')
      return figuresOfSense(layer, payload.sense)
        .slice(0, 1)
        .map((figure) => [whole(figure), 0.6])
    if (payload.is !== 'column' || payload.ref.column.semanticType === 'time' || isFlag(payload.ref.column)) return []
    const { ref } = payload
    return isFigure(ref.column)
      ? [[{ kind: 'column', ref, aggregate: naturalAggregate(ref) }, link]]
      : [[{ kind: 'column', ref, aggregate: 'count_distinct' }, link]]
  })
}

const whole = (figure: Figure): Figure =>
  figure.kind === 'column' && figure.aggregate === null ? { ...figure, aggregate: naturalAggregate(figure.ref) } : figure

function withOtherMeasure(query: SemanticQuery, layer: Layer, edges: Edge[]): NearMiss[] {
  const plain = query.measures.filter((measure) => 'aggregate' in measure || 'measure' in measure)
  const [measure] = plain
  if (plain.length > 1 || query.measures.some((one) => 'ratio' in one) || query.combine) return []
  if (!measure) return counted(query)
  const named = figuresNamed(layer, edges)
  const [money] = figuresOfSense(layer, 'money')
  const all: [Figure, number][] = [...named, ...(money ? [[whole(money), 0.4] as [Figure, number]] : [])]
  const made = all.map(
    ([figure, link]): NearMiss => ({ query: withMeasure(query, measure, measureOf(figure, nameOf(measure), isHidden(measure))), change: 'measure', link }),
  )
  return [...made, ...ofEntities(query, measure, layer, edges)]
}

/** Rows are many, and those they are of are fewer: how many of those the question names there are. */
function ofEntities(query: SemanticQuery, measure: QueryMeasure, layer: Layer, edges: Edge[]): NearMiss[] {
  const table = 'table' in measure ? measure.table : null
  return layer.relationships.flatMap(({ fromTable, fromColumns, toTable }): NearMiss[] => {
    const [column, ...more] = fromColumns
    const link = Math.max(0, ...edges.map((edge) => (edge.payload.is === 'table' && edge.payload.table.name === toTable ? edge.link : 0)))
    if (fromTable !== table || column === undefined || more.length > 0 || link < leastLink) return []
    const made: QueryMeasure = { aggregate: 'count_distinct', table: fromTable, column, name: nameOf(measure), ...(isHidden(measure) ? { hidden: true } : {}) }
    return [{ query: withMeasure(query, measure, made), change: 'measure', link }]
  })
}

const nameOf = (measure: QueryMeasure): string => ('name' in measure && measure.name ? measure.name : 'figure_1')
const isHidden = (measure: QueryMeasure): boolean => 'hidden' in measure && measure.hidden === true

function withMeasure(query: SemanticQuery, old: QueryMeasure, made: QueryMeasure): SemanticQuery {
  const kept = 'aggregate' in old && old.filters && 'aggregate' in made ? { ...made, filters: old.filters } : made
  return { ...query, measures: query.measures.map((measure) => (measure === old ? kept : measure)) }
}

/** How many rows a list has. */
function counted(query: SemanticQuery): NearMiss[] {
  const [first] = query.dimensions.filter(({ hidden }) => !hidden)
  if (!first || query.limit !== undefined) return []
  const rest = { ...query, dimensions: [], order: [], distinct: false }
  const made: QueryMeasure = query.distinct
    ? { aggregate: 'count_distinct', table: first.table, column: first.column, name: 'figure_1' }
    : { aggregate: 'count', table: first.table, name: 'figure_1' }
  return [{ query: { ...rest, measures: [made] }, change: 'counted', link: 0.5 }]
}

function withOtherGroup(query: SemanticQuery, layer: Layer, edges: Edge[]): NearMiss[] {
  const shown = query.dimensions.filter(({ hidden, grain, bin }) => !hidden && !grain && !bin)
  const [first] = shown
  if (!first || query.combine || query.limit_per) return []
  const state = stateOf(layer)
  const rest = query.dimensions.filter((dimension) => !shown.includes(dimension) && dimension.grain)
  const inPlace = (group: Group): SemanticQuery => ({ ...query, dimensions: [...dimensionsOf(group, null, state), ...rest] })
  const named = edges.flatMap(({ payload, link }): [Group, number][] => {
    if (link < leastLink) return []
    if (payload.is === 'table') return [[{ kind: 'rows', table: payload.table }, link]]
    if (payload.is !== 'column' || isFigure(payload.ref.column) || isFlag(payload.ref.column) || payload.ref.column.semanticType === 'time') return []
    return [[{ kind: 'column', ref: payload.ref }, link]]
  })
  const made = named.map(([group, link]): NearMiss => ({ query: inPlace(group), change: 'group', link }))
  const table = layer.tables.find(({ name }) => name === first.table)
  const keyed = [...edges.flatMap(({ payload }) => (payload.is === 'table' ? [payload.table] : [])), ...(table ? [table] : [])]
  return [...made, ...keyed.flatMap((of) => ownKey(query, of))]
}

/** Rows told by their key, where others have the same name. */
function ownKey(query: SemanticQuery, table: LayerTable): NearMiss[] {
  const [key, ...more] = table.primaryKey
  if (key === undefined || more.length > 0) return []
  return [{ query: { ...query, dimensions: [{ table: table.name, column: key }] }, change: 'own-key', link: 0.5 }]
}

/** A word that was left out may be of the family of a column's name: who won is told by the winner. */
function withWord(query: SemanticQuery, layer: Layer, words: readonly string[], change: 'left-word' | 'word', all: readonly string[]): NearMiss[] {
  const families = new Set(words.map((word) => familyOf(word.toLowerCase())))
  if (families.size === 0 || query.combine) return []
  const named = layer.tables.flatMap((table): Ref[] =>
    table.isHidden
      ? []
      : table.columns.flatMap((column) =>
          !column.isHidden && wordsOf(column.label).some((word) => word.length > 3 && families.has(familyOf(word))) ? [{ table, column }] : [],
        ),
  )
  const heard = (column: Ref['column']) => {
    const own = wordsOf(column.label).map(familyOf)
    return words.filter((word) => own.includes(familyOf(word.toLowerCase())))
  }
  return named.flatMap((ref) =>
    byColumn(query, ref).map((made): NearMiss => ({ query: made, change: isAgent(ref.column, all) ? 'agent' : change, link: 0.5, heeds: heard(ref.column) })),
  )
}

/** Who did something is told by a column called after the deed: the scorer, of "who scored". */
const isAgent = ({ label }: Ref['column'], words: readonly string[]): boolean => words.includes('who') && /(?:er|or)$/i.test(label)

/** A query with a column in it: as its figure, as what has happened, or as what it splits by. */
function byColumn(query: SemanticQuery, { table, column }: Ref): SemanticQuery[] {
  const [measure] = query.measures
  if (isFigure(column)) {
    const figure: Figure = { kind: 'column', ref: { table, column }, aggregate: naturalAggregate({ table, column }) }
    return measure ? [withMeasure(query, measure, measureOf(figure, nameOf(measure), isHidden(measure)))] : []
  }
  if (column.semanticType === 'time') {
    const present: Filter = { table: table.name, column: column.name, operator: 'is_not_empty', values: [] }
    return [{ ...query, filters: query.filters ? { and: [query.filters, present] } : present }]
  }
  if (!measure || query.dimensions.length === 0) return []
  const rows = measureOf({ kind: 'rows', table }, nameOf(measure), isHidden(measure))
  const dimensions = [{ table: table.name, column: column.name }]
  return [
    { ...withMeasure(query, measure, rows), dimensions },
    { ...query, dimensions },
  ]
}

function withOtherFilter(query: SemanticQuery, layer: Layer, edges: Edge[]): NearMiss[] {
  const { filters, ...rest } = query
  if (!filters) return []
  const within = (made: Filter | null): SemanticQuery => (made ? { ...rest, filters: made } : rest)
  return leavesOf(filters).flatMap(({ leaf, put }): NearMiss[] => {
    const table = layer.tables.find(({ name }) => name === leaf.table)
    const own = table?.columns.find(({ name }) => name === leaf.column)
    if (!table || !own || own.semanticType === 'time') return []
    const value = leaf.values[0]?.toLowerCase() ?? ''
    const others = edges.flatMap(({ payload, link }): NearMiss[] => {
      if (payload.is !== 'value' || payload.value.toLowerCase() !== value) return []
      const { table: of, column } = payload.ref
      if (of === table && column === own) return []
      return [{ query: within(put({ ...leaf, table: of.name, column: column.name, values: [payload.value] })), change: 'filter', link }]
    })
    const either = twinsOf(edges, value).flatMap(([one, other]): NearMiss[] => {
      const or: Filter[] = [one, other].map((column) => ({ ...leaf, table: one.table.name, column: column.column.name }))
      return one.table === table ? [{ query: within(put({ or })), change: 'either', link: 0.7 }] : []
    })
    return [...others, ...either, { query: within(put(null)), change: 'unfiltered', link: 0.4 }]
  })
}

/** The same by another date of the rows. */
function withOtherDate(query: SemanticQuery, layer: Layer): NearMiss[] {
  const text = JSON.stringify(query)
  const dated = [...query.dimensions.filter(({ grain }) => grain), ...(query.filters ? timesOf(query.filters, layer) : [])]
  const [first] = dated
  const table = first && layer.tables.find(({ name }) => name === first.table)
  if (!first || !table) return []
  return timeColumns(table)
    .filter(({ name, type }) => name !== first.column && type !== 'time')
    .map((column) => {
      const [from, to] = [JSON.stringify(first.column), JSON.stringify(column.name)]
      const moved = text.replaceAll(`"table":${JSON.stringify(table.name)},"column":${from}`, `"table":${JSON.stringify(table.name)},"column":${to}`)
      return { query: JSON.parse(moved) as SemanticQuery, change: 'date' as const, link: 0.5 }
    })
}

function timesOf(filter: Filter, layer: Layer): FilterCondition[] {
  if ('and' in filter) return filter.and.flatMap((item) => timesOf(item, layer))
  if (!('column' in filter)) return []
  const column = layer.tables.find(({ name }) => name === filter.table)?.columns.find(({ name }) => name === filter.column)
  return column?.semanticType === 'time' && filter.operator !== 'is_empty' && filter.operator !== 'is_not_empty' ? [filter] : []
}
