import { tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { eventNamed } from '#domain/analyst/grammar/happenings/happenings.ts'
import type { Condition, Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { assigneeLabels } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { made } from './clause-fragments.ts'
import { lackingVerb } from './condition-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const owning = 'own/owns/owned/handle/handles/handled/handling/has/have/had/take/takes/took/taken/assigned/picked/claimed/claims/looked/looking'

const ends = 'for/to/in/on/at/from? yet/so/ever?'

/** What was not done, and what nobody has taken on. */
export const lackingRules: Rule[] = [
  ownRule('did-nothing', 4, 'verb nothing at/from/with? all/us?', ([verb]: Part[]) => lackingVerb(verb), 'customers who bought nothing this year'),
  ownRule('unassigned', 2, 'unassigned/unowned/unclaimed', (_, { layer }) => unassigned(layer), 'unassigned jobs'),
  ownRule('nobody-owns', 3, `nobody/no-one is/has? ${owning} up/on/after/at? yet?`, (_, { layer }) => unassigned(layer), 'jobs nobody has taken yet'),
  ownRule(
    'not-assigned',
    3,
    "not/isn't/aren't/wasn't/weren't been? yet? assigned yet? to? anyone/anybody/someone? yet?",
    (_, { layer }) => unassigned(layer),
    'jobs not assigned yet',
  ),
  ownRule(
    'without-owner',
    3,
    'without/no/lack/lacking a/an/any? owner/assignee/handler/person/agent/technician assigned?',
    (_, { layer }) => unassigned(layer),
    'jobs without an assignee',
  ),
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

/** The one column that tells who takes care of a row, where that may be open. */
function assigneeOf(layer: Layer): Ref | null {
  const found = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column): Ref[] => {
      const isOf = mayBeMissing(column) && wordsOf(column.label).some((word) => assigneeLabels.has(word)) && column.semanticType !== 'time'
      return isOf ? [{ table, column }] : []
    }),
  )
  const [only, ...others] = found
  return only && others.length === 0 ? only : null
}

function unassigned(layer: Layer): Made[] {
  const ref = assigneeOf(layer)
  if (!ref) return nothing
  const condition: Condition = {
    kind: 'filter',
    filter: { table: ref.table.name, column: ref.column.name, operator: 'is_empty', values: [] },
    tables: [ref.table.name],
  }
  return makes({ is: 'condition', condition }, 3)
}

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
