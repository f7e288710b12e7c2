import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { isShown, tableNamed, tableOf, withConditions, withDimensions, withMeasure } from '#domain/analyst/follow-ups/put-into.ts'
import { turnRead } from '#domain/analyst/follow-ups/turn-figures.ts'
import { frameOf } from '#domain/analyst/grammar/frame.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { withRules } from '#domain/analyst/grammar/parse.ts'
import { resolve } from '#domain/analyst/grammar/query/resolve.ts'
import type { Figure, Group, Sight } from '#domain/analyst/grammar/terms.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { type Anchors, anchorsOf, variantsOf } from './anchors.ts'
import { endedSo } from './contests.ts'
import { guessedFigures } from './guessed-figures.ts'

/** What a turn changes of the query it goes on from. */
export type TurnChange = 'sure' | 'said' | 'filtered' | 'measured' | 'split' | 'turned' | 'ended'

/** The query a turn may mean that goes on from another; `certainty` where the readers found it. */
export type TurnReading = { query: SemanticQuery; changes: TurnChange[]; certainty: number | null; left: string[]; isGuess: boolean }

/** As certain as an answer is. */
const leastSure = 0.58

/** What a turn may make of the query it goes on from: what the readers make of it however unsure, and that query with what the turn names put into it. */
export function turnReadings(input: AnalysisInput, base: SemanticQuery, read: (asked: AnalysisInput) => Analysis): TurnReading[] {
  const previous = { question: input.previous?.question ?? input.unanswered ?? '', query: base }
  const own = turnRead({ ...input, previous, unanswered: null }, read)
  const lexicon = lexiconOf(input.layer, input.cache)
  const tokens = tokenize(input.question)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: input.clock.timeZone }).format(input.clock.now)
  const edges = mentionsIn(tokens, lexicon, input.clock)
  const anchors = anchorsOf(tokens, withRules(edges, tokens.length, { layer: lexicon.layer }), lexicon.layer)
  const said: TurnReading[] =
    own.kind === 'query'
      ? [{ query: own.query, changes: [own.confidence >= leastSure ? 'sure' : 'said'], certainty: own.confidence, left: own.leftOut ?? [], isGuess: false }]
      : []
  const ended = endedSo(base, tokens, lexicon.layer).map((query): TurnReading => ({ query, changes: ['ended'], certainty: null, left: [], isGuess: false }))
  return [...said, ...ended, ...(anchors.isClosed ? [] : variantsOf(anchors).flatMap((one) => mergedInto(base, one, { layer: lexicon.layer, today })))]
}

/** The query with conditions, a figure, a split or another end put into it, all that the turn names together. */
function mergedInto(base: SemanticQuery, anchors: Anchors, sight: Sight): TurnReading[] {
  const table = tableNamed(sight.layer, tableOf(base))
  if (!table || base.combine) return []
  const said = anchors.conditions.length > 0 ? partsOf(resolved(table, { conditions: anchors.conditions }, sight)?.filters) : []
  const filtered = withConditions(base, said, sight.layer)
  const turned = anchors.rank && filtered.order.length > 0 ? withEnd(filtered, anchors) : null
  const start = turned ?? filtered
  const changes: TurnChange[] = [...(filtered === base ? [] : ['filtered' as const]), ...(turned ? ['turned' as const] : [])]
  const plain = changes.length > 0 ? [{ query: start, changes, certainty: null, left: anchors.left, isGuess: false }] : []
  const measured = figuresFor(base, anchors, table, sight).flatMap(([figure, isGuess]): TurnReading[] => {
    const query = withFigure(start, figure, sight)
    return query ? [{ query, changes: [...changes, 'measured'], certainty: null, left: anchors.left, isGuess }] : []
  })
  const groups = [...anchors.names.flatMap(({ role, group }) => (group && (role === 'group' || role === 'asked') ? [group] : [])), ...anchors.grains]
  const split = groups.flatMap((group): TurnReading[] =>
    withGroup(start, group, table, sight).map((query) => ({ query, changes: [...changes, 'split'], certainty: null, left: anchors.left, isGuess: false })),
  )
  return [...plain, ...measured, ...split]
}

/** What a frame of these parts asks of the rows of a table. */
function resolved(table: LayerTable, parts: { conditions?: Anchors['conditions']; figure?: Figure; groups?: Group[] }, sight: Sight): SemanticQuery | null {
  const { conditions = [], figure = { kind: 'rows', table }, groups = [] } = parts
  const frame = frameOf([{ figures: [figure], conditions: conditions.map(({ condition }) => condition), groups, shape: 'count' }])
  return (frame && resolve(frame, sight)?.query) ?? null
}

/** The other end of the ranking, or so many of it. */
function withEnd(base: SemanticQuery, { rank }: Anchors): SemanticQuery {
  const direction = rank?.sense.end === 'low' ? ('asc' as const) : ('desc' as const)
  const limit = rank?.count ?? base.limit
  return { ...base, order: base.order.map((item, at) => (at === 0 ? { ...item, direction } : item)), ...(limit === undefined ? {} : { limit }) }
}

/** Figures the turn names, or may mean by a word that is not understood; the same figure put together in another way where only that is said. */
function figuresFor(base: SemanticQuery, anchors: Anchors, table: LayerTable, { layer }: Sight): [Figure, boolean][] {
  const named = anchors.names.flatMap(({ figure, role }): [Figure, boolean][] => (figure && role === 'figure' ? [[figure, false]] : []))
  const { aggregate } = anchors.cues
  const [measure] = base.measures.filter(isShown)
  const column =
    measure && 'column' in measure && measure.table === table.name && measure.aggregate !== 'count_distinct'
      ? table.columns.find(({ name }) => name === measure.column)
      : undefined
  const folded: [Figure, boolean][] = aggregate && column ? [[{ kind: 'column', ref: { table, column }, aggregate }, false]] : []
  const senses: [Figure, boolean][] = anchors.sense ? [[{ kind: 'sense', sense: anchors.sense, aggregate }, false]] : []
  const asks = anchors.cues.isCount || anchors.cues.isAmount || anchors.cues.isAverage
  const spoken = anchors.names.map((name) => name.table)
  const guessed = asks ? guessedFigures(layer, [table, ...spoken], anchors.cues, []).map(({ figure }): [Figure, boolean] => [figure, true]) : []
  return [...named, ...folded, ...senses, ...guessed].slice(0, 10)
}

function withFigure(base: SemanticQuery, figure: Figure, sight: Sight): SemanticQuery | null {
  const table = 'table' in figure ? figure.table : figure.kind === 'column' ? figure.ref.table : sight.layer.tables[0]
  const [made] = (table && resolved(table, { figure }, sight)?.measures) ?? []
  return made ? withMeasure(base, made) : null
}

/** Split by something else, or by that as well. */
function withGroup(base: SemanticQuery, group: Group, table: LayerTable, sight: Sight): SemanticQuery[] {
  const split = withDimensions(base, resolved(table, { groups: [group] }, sight)?.dimensions ?? [], sight.layer)
  if (!split) return []
  const isBeside = base.dimensions.length > 0 && base.limit === undefined
  return [split, ...(isBeside ? [{ ...split, dimensions: [...base.dimensions, ...split.dimensions] }] : [])]
}
