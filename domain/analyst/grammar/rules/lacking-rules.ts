import { tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { eventNamed } from '#domain/analyst/grammar/happenings/happenings.ts'
import type { Condition, Edge, Figure, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import { dayBack } from '#domain/analyst/language/calendar.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { assigneeLabels } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { openedVerbs, openingVerbs, plainDeeds } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { endLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { comingVerbs } from '#domain/analyst/lexicon/english/times/happening.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic } from '#domain/semantics/semantic-query.ts'
import { asked, conditionIn, equals, made } from './clause-fragments.ts'
import { lackingVerb } from './condition-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const owning = 'own/owns/owned/handle/handles/handled/handling/has/have/had/take/takes/took/taken/assigned/picked/claimed/claims/looked/looking'

const isEndLabel = wordPattern(endLabels)

const allComings: ReadonlySet<string> = new Set([...comingVerbs, 'been', 'be', 'seen'])
const comings = [...allComings].join('/')

const doingAny = [...openingVerbs, ...openedVerbs, ...plainDeeds].join('/')

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
    'nobody-so',
    4,
    'has/have/had/did/does/do/was/were/is/are? nobody/noone ever? been? value|condition from/in/at/for/there? yet?',
    ([, , , , such]) => noneSo(such),
    'from which towns has nobody cancelled',
  ),
  ownRule(
    'never-came',
    4,
    `never/not/haven't/hasn't ever? yet? ${comings} in/here/back/us/by/to? yet/before?`,
    ([, , , verb], { layer }) => neverCame(verb, layer),
    'how many members have never been in',
  ),
  ownRule(
    'never-did-such',
    4,
    `never/not/haven't/hasn't/didn't/without ever? column|${doingAny} a/an/any/our/their? condition? table`,
    ([, , verb, , such, of]) => neverDid(verb, such, of),
    'members who never filed a complaint',
  ),
  ownRule(
    'did-so-many',
    4,
    `column|${doingAny} bound condition? table`,
    ([verb, bound, such, of]) => didSoMany(verb, bound, such, of),
    'which members filed more than 3 complaints',
  ),
  ownRule(
    'not-since',
    4,
    `not/haven't/hasn't/never been? ${comings}|done|verb in/here/back/us/by/to|value|condition? anything/something/us? for/in/since? bound-word? over/longer/than? number? grain`,
    (parts, sight) => notSince(parts, sight),
    "members who haven't been here for more than a year",
  ),
  ownRule('are-there', 4, 'are/is/were/was there any? column|table that/which/who?', ([, , , of]) => asked(of), 'are there towns that never had a fire'),
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

function noneSo(part: Part): Made[] {
  const [value] = payloadOf(part, 'value') ? equals(part, false) : []
  const such = value?.payload.is === 'condition' ? value.payload.condition : conditionIn(part)
  return such?.kind === 'filter' ? made({ lacking: { of: null, filter: such.filter } }, 4.5) : nothing
}

/** The rows of each coming. */
const comingTable = (layer: Layer): LayerTable | null => eventNamed(layer, 'come')

function neverCame(verb: Part, layer: Layer): Made[] {
  const of = comingTable(layer)
  return of && verb ? made({ lacking: { of, filter: null } }, 4.5) : nothing
}

/** Whether a verb says no more than that there is such a row: it was opened, made or taken, or its own date is called so. */
const saysRow = (verb: Part, table: LayerTable): boolean => {
  const ref = payloadOf(verb, 'column')?.ref
  return ref === undefined || (ref.table === table && ref.column.semanticType === 'time' && !isEndLabel.test(ref.column.label))
}

function neverDid(verb: Part, such: Part, of: Part): Made[] {
  const [table, that] = [payloadOf(of, 'table')?.table, conditionIn(such)]
  if (!table || !saysRow(verb, table) || (such && that?.kind !== 'filter')) return nothing
  return made({ lacking: { of: table, filter: that?.kind === 'filter' ? that.filter : null } }, 4.5)
}

function didSoMany(verb: Part, limit: Part, such: Part, of: Part): Made[] {
  const [bound, table, that] = [payloadOf(limit, 'bound')?.bound, payloadOf(of, 'table')?.table, conditionIn(such)]
  if (!bound || !table || !saysRow(verb, table) || (such && that?.kind !== 'filter')) return nothing
  return made({ having: { figure: { kind: 'rows', table, ...(that?.kind === 'filter' ? { filters: [that.filter] } : {}) }, bound } }, 3)
}

/** Whose last coming, or last deed of a kind, lies longer back; those who never came at all are not asked for. */
function notSince([, , verb, , , lead, bound, over, count, grain]: Part[], { layer, today }: Sight): Made[] {
  // "This year" is no length of time.
  if (lead?.text.toLowerCase() !== 'for' && !bound && !over && !count) return nothing
  const said = verb?.text.toLowerCase() ?? ''
  const table = allComings.has(said) ? comingTable(layer) : tableIn(verb ?? null, layer)
  const date = table && defaultDate(table)
  const unit = payloadOf(grain, 'grain')?.grain
  if (!table || !date || today === undefined || !unit || unit.includes('_')) return nothing
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const from = dayBack(unit, payloadOf(count, 'number')?.value ?? 1, { year, month, day })
  const days = Math.round((Date.parse(today) - Date.parse(from)) / 86_400_000)
  const since: Arithmetic = { duration: { from: { column: date.name }, to: { moment: today }, unit: 'day' } }
  const figure: Figure = { kind: 'formula', table, expression: since, aggregate: 'min' }
  return made({ having: { figure, bound: { operator: 'greater_than', value: days } } }, 6)
}
