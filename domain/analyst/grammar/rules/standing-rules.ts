import { refersTo } from '#domain/analyst/grammar/facts.ts'
import type { Condition, Edge } from '#domain/analyst/grammar/terms.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { conditionIn, made } from './clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const nowNouns = 'now/moment/present/today/currently'

/** Rows that are in a state now, and what goes out and comes back. */
export const standingRules: Rule[] = [
  ownRule('standing-now', 3, `still/currently/now/already/presently condition ${nowNouns}?`, ([, such]) => standing(such), 'boats that are currently out on loan'),
  ownRule(
    'standing-right-now',
    3,
    `condition right/at/just/as/of? ${nowNouns}`,
    ([such]) => standing(such),
    'boats that are out at the moment',
  ),
  ownRule(
    'how-many-moved',
    4,
    'how many table|column are/is/were/was/have/has/did/do/got? been? condition',
    ([, , of, , , such], { layer }) => movedOf(of, such, layer),
    'how many boats are out on loan',
  ),
]

function standing(part: Part): Made[] {
  const condition = conditionIn(part)
  const isState = (condition?.kind === 'filter' && condition.isStanding) || (condition?.kind === 'late' && condition.late.state === 'open')
  return condition && isState ? makes({ is: 'condition', condition }, 1.5) : nothing
}

const tableOf = (condition: Condition, layer: Layer): LayerTable | undefined =>
  condition.kind === 'event' ? condition.ref.table : layer.tables.find(({ name }) => condition.kind === 'filter' && name === condition.tables[0])

/** Each going out is one, also of what goes out again and again. */
function movedOf(of: Part, such: Part, layer: Layer): Made[] {
  const condition = conditionIn(such)
  const isMoved = (condition?.kind === 'filter' || condition?.kind === 'event') && condition.isMoved
  const rows = condition && isMoved ? tableOf(condition, layer) : undefined
  const thing = payloadOf(of, 'table')?.table ?? payloadOf(of, 'column')?.ref.table
  if (!condition || !rows || !thing || !refersTo(layer, rows).includes(thing)) return nothing
  return made({ figures: [{ kind: 'rows', table: rows }], conditions: [condition], shape: 'count' }, 3.6)
}
