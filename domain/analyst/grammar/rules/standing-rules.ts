import { refersTo } from '#domain/analyst/grammar/facts.ts'
import { isOutcome } from '#domain/analyst/grammar/mentions/state-values.ts'
import type { Condition, Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { conditionIn, equals, groupOf, made, numberIn, senseIn } from './clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const nowNouns = 'now/moment/present/today/currently'

/** Rows that are in a state now, and what goes out and comes back. */
export const standingRules: Rule[] = [
  ownRule(
    'standing-now',
    3,
    `still/currently/now/already/presently condition|value ${nowNouns}?`,
    ([, such], { layer }) => standing(such, layer),
    'boats that are currently out on loan',
  ),
  ownRule(
    'standing-right-now',
    3,
    `condition|value right/at/just/as/of? ${nowNouns}`,
    ([such], { layer }) => standing(such, layer),
    'boats that are out at the moment',
  ),
  ownRule('standing-any', 3, 'condition anything/something/one/ones/any', ([such], { layer }) => standing(such, layer), 'members who returned something'),
  ownRule(
    'standing-most',
    4,
    'get/gets/got/is/are/was/were? condition superlative',
    ([, such, sense], { layer }) => mostSo(such, sense, layer),
    'which boat gets sent back the most',
  ),
  ownRule(
    'so-many-moved-most',
    4,
    'number table|column who/that/which condition superlative',
    ([count, of, , such, sense], { layer }) => mostSo(such, sense, layer, count, of),
    'the ten members who come in most',
  ),
  ownRule(
    'how-many-moved',
    4,
    'how many table|column are/is/were/was/have/has/did/do/got? been? condition',
    ([, , of, , , such], { layer }) => movedOf(of, such, layer),
    'how many boats are out on loan',
  ),
]

function standing(part: Part, layer: Layer): Made[] {
  const [value] = payloadOf(part, 'value') ? equals(part, false) : []
  const condition = value?.payload.is === 'condition' ? value.payload.condition : conditionIn(part)
  const isState =
    (condition?.kind === 'filter' && (condition.isStanding || isOnOutcome(condition.filter, layer))) ||
    (condition?.kind === 'late' && condition.late.state === 'open')
  return condition && isState ? makes({ is: 'condition', condition }, 1.5) : nothing
}

function isOnOutcome(filter: Filter, layer: Layer): boolean {
  const table = 'column' in filter ? layer.tables.find(({ name }) => name === filter.table) : undefined
  return table?.columns.some((column) => 'column' in filter && column.name === filter.column && isOutcome(column)) === true
}

const tableOf = (condition: Condition, layer: Layer): LayerTable | undefined =>
  condition.kind === 'event' ? condition.ref.table : layer.tables.find(({ name }) => condition.kind === 'filter' && name === condition.tables[0])

/** Each going out is one, also of what goes out again and again. */
function movedOf(of: Part, such: Part, layer: Layer): Made[] {
  const condition = conditionIn(such)
  const isMoved = (condition?.kind === 'filter' || condition?.kind === 'event') && condition.isMoved
  const rows = condition && isMoved ? tableOf(condition, layer) : undefined
  const thing = payloadOf(of, 'table')?.table ?? payloadOf(of, 'column')?.ref.table
  const isOfRows = thing === rows && payloadOf(of, 'column') !== null && condition?.kind === 'event'
  if (!condition || !rows || !thing || (!isOfRows && !refersTo(layer, rows).includes(thing))) return nothing
  return made({ figures: [{ kind: 'rows', table: rows }], conditions: [condition], shape: 'count' }, 3.6)
}

/** Those with the most rows that stand so. */
function mostSo(such: Part, superlative: Part, layer: Layer, count: Part = null, of: Part = null): Made[] {
  const [condition, sense] = [conditionIn(such), senseIn(superlative)]
  const isSuch = (condition?.kind === 'filter' && condition.isStanding) || (condition?.kind === 'event' && condition.isMoved)
  const table = condition && isSuch ? tableOf(condition, layer) : undefined
  if (!table || !sense || (sense.of !== 'count' && sense.of !== 'size')) return nothing
  const figure: Figure = { kind: 'rows', table, ...(condition?.kind === 'filter' ? { filters: [condition.filter] } : {}) }
  return made({ rank: { sense: { end: sense.end, of: 'size' }, count: numberIn(count), target: of ? groupOf(of) : null, figure } }, 4)
}
