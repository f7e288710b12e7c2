import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { eventNamed } from '#domain/analyst/grammar/happenings/happenings.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { made } from './clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const ends = 'for/to/in/on/at/from? yet/so/ever?'

/** What was done by nobody, or was forgotten: rows that have none of the table that tells of it. */
export const absenceRules: Rule[] = [
  ownRule(
    'nobody-did',
    4,
    `has/have/had/did/does/do/was/were? nobody/noone ever? done|verb|table|column ${ends}`,
    ([, , , deed], { layer }) => notDone(deed, layer),
    'which posts has nobody applied for yet',
  ),
  ownRule(
    'no-one-did',
    4,
    `has/have/had/did/does/do/was/were? no one ever? done|verb|table|column ${ends}`,
    ([, , , , deed], { layer }) => notDone(deed, layer),
    'which posts has no one applied for yet',
  ),
  ownRule(
    'forgot-to',
    4,
    'forget/forgot/forgotten/fail/failed/neglect/neglected/omit/omitted to done|verb|table|column',
    ([, , deed], { layer }) => notDone(deed, layer),
    'which jobs did we forget to invoice',
  ),
]

/** The table of what is done, by its verb or by its own name. */
function tableIn(part: Part, layer: Layer): LayerTable | null {
  const said = payloadOf(part, 'done')?.word ?? part?.text.toLowerCase() ?? ''
  const own = payloadOf(part, 'table')?.table
  const isOwn = own && wordsOf(own.label).some((word) => familyOf(word) === familyOf(said))
  return eventNamed(layer, said) ?? (isOwn ? own : null)
}

function notDone(part: Part, layer: Layer): Made[] {
  const of = tableIn(part, layer)
  const isOfTrade = payloadOf(part, 'verb')?.sense === 'rows' || payloadOf(part, 'verb')?.sense === 'pieces'
  return of || isOfTrade ? made({ lacking: { of, filter: null } }, 4.5) : nothing
}
