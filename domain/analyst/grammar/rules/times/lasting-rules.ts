import { isFigure, tablesOf, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { eventNamed } from '#domain/analyst/grammar/happenings/happenings.ts'
import { birthOf, durationOf, eventColumn, startOf } from '#domain/analyst/grammar/happenings/moments.ts'
import { conditionIn, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Condition, Edge, Figure, Group, Ref, Sight, Span, SpanUnit } from '#domain/analyst/grammar/terms.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { anybodyWords, staffLabels, whoStems } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { beingThere, endings } from '#domain/analyst/lexicon/english/times/lasting.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const acts = endings.flatMap(({ said }) => said).join('/')
const held = endings.flatMap(({ said, isHeld }) => (isHeld ? said : [])).join('/')
const units = 'minutes/hours/days/weeks/months/years'
const lasts = 'take/takes/took/taken/need/needs/last/lasts/lasted'
const amount = `how long/many ${units}? aggregate?`
const anyone = [...new Set(anybodyWords)].join('/')

/** How long something takes, from the date on which it began to that on which it was done. */
export const lastingRules: Rule[] = [
  ownRule(
    'takes-to-act',
    4,
    `${amount} table|column|${anyone}? aggregate? ${lasts} aggregate? table|column? to ${acts}|column table|column? back?`,
    ([, how, unit, one, of, other, , last, by, , act, what]) => acted(how, unit, act, [of, by, what], one ?? other ?? last),
    'how many days does it take to ship an order',
  ),
  ownRule(
    'row-takes',
    4,
    `${amount} table|column|${acts} ${lasts}`,
    ([, how, unit, one, of]) => lastingOf(how, unit, of, one),
    'how many days does a delivery take',
  ),
  ownRule(
    'people-stay',
    4,
    'how long do/does/did people/they/somebody/visitors/guests stay/stays/stayed here?',
    (_, sight) => stayOf(sight),
    'how long do people stay on average',
  ),
  ownRule(
    'spent-in',
    4,
    'how many/much minutes/hours/days/time spend/spends/spent/lose/lost/have/had in/on/with/for? table',
    ([, , unit, , , of]) => spentIn(unit, of),
    'how many hours did we spend on repairs',
  ),
  ownRule(
    'holds',
    4,
    `${amount} condition? table|column|${anyone}? aggregate? ${held} table|column? aggregate?`,
    ([, how, unit, one, such, of, other, act, what, last]) => acted(how, unit, act, [of, what], one ?? other ?? last, such),
    'how long do customers keep a film',
  ),
  ownRule(
    'stay-before-act',
    4,
    `${amount} table|column|people? aggregate? stay/stays/stayed/remain/remains with/to? us? before/until they/he/she? ${acts}`,
    ([, how, unit, one, of, other, , , , , , act]) => acted(how, unit, act, [of], one ?? other),
    'how long does a member stay before cancelling',
  ),
  ownRule(
    'between-dates',
    4,
    `how many ${units} aggregate? pass/passed? between table|column and table|column`,
    ([, , unit, one, , , from, , to]) => between(unit, from, to, one),
    'how many days on average between order and shipping',
  ),
  ownRule(
    'table-aged',
    4,
    'how? many? condition? table condition? over/above/under/below/older/younger than? number years? old?',
    ([, asked, kind, of, such, word, , number]) => aged(of, kind ?? such, word, number, asked !== null),
    'employees over 60',
  ),
  ownRule(
    'longest-there',
    4,
    `who/which/what of? table|column? table? has/have/is been/lived/worked/stayed? ${beingThere.join('/')}|table us? for? longest/shortest`,
    ([who, , one, other, , , where, , , end], { layer }) => longestThere(one ?? other ?? (payloadOf(where, 'table') ? where : null), who, where, end, layer),
    'which of our trainers has been here longest',
  ),
  ownRule(
    'has-been-there',
    4,
    `how long has/have each/every/all? table been ${beingThere.join('/')}`,
    ([, , , each, of]) => beenThere(of, each),
    'how long has each trainer been with us',
  ),
]

/** All the time that rows of a table lasted. */
function spentIn(unit: Part, part: Part): Made[] {
  const of = tableIn(part)
  const told = unit?.text.toLowerCase() === 'time' ? {} : { unit: unitIn(unit) }
  return of ? made({ figures: [{ kind: 'duration', aggregate: 'sum', span: { of, ...told } }] }, 6) : nothing
}

function spanMade(how: Part, unit: Part, span: Span, aggregate: Part, conditions: Condition[] = []): Made[] {
  // "How many customers" asks for no time.
  if (how?.text.toLowerCase() === 'many' && !unit) return nothing
  const told = payloadOf(aggregate, 'aggregate')?.aggregate ?? null
  const figure: Figure = { kind: 'duration', aggregate: told, span: { ...span, ...(unit ? { unit: unitIn(unit) } : {}) } }
  return made({ figures: [figure], ...(conditions.length > 0 ? { conditions } : {}) }, 6)
}

const unitIn = (part: Part): SpanUnit => singular(part?.text.toLowerCase() ?? '') as SpanUnit

const tableIn = (part: Part): LayerTable | undefined => payloadOf(part, 'table')?.table

/** Of the rows that have a date of it, whichever of the nouns names them. */
function acted(how: Part, unit: Part, act: Part, nouns: Part[], aggregate: Part, such: Part = null): Made[] {
  const said = act?.text.toLowerCase() ?? ''
  const tables = nouns.flatMap((part) => tableIn(part) ?? [])
  const label = wordPattern(endings.find((one) => one.said.includes(said))?.labels ?? [])
  const own = tables.find((table) => timeColumns(table).some((column) => label.test(column.label)))
  const ref = payloadOf(act, 'column')?.ref
  const that = conditionIn(such)
  if ((ref && ref.column.semanticType !== 'time') || (such && that?.kind !== 'filter')) return nothing
  return spanMade(how, unit, { said, ...(own ? { of: own } : {}) }, aggregate, that ? [that] : [])
}

function lastingOf(how: Part, unit: Part, part: Part, aggregate: Part): Made[] {
  const of = tableIn(part)
  if (of) return spanMade(how, unit, { of, name: singular(part?.text.toLowerCase() ?? '') }, aggregate)
  const ref = payloadOf(part, 'column')?.ref
  const said = part?.text.toLowerCase() ?? ''
  if (!ref) return part?.payload.is === 'word' ? spanMade(how, unit, { said }, aggregate) : nothing
  return eventColumn(ref, singular(said)) && !endings.some((one) => one.said.includes(said)) ? spanMade(how, unit, { to: ref }, aggregate) : nothing
}

function between(unit: Part, first: Part, second: Part, aggregate: Part): Made[] {
  const [from, to] = [dateIn(first), dateIn(second)]
  return from && to && from.table === to.table && from.column !== to.column ? spanMade(null, unit, { between: [from, to] }, aggregate) : nothing
}

function dateIn(part: Part): Ref | null {
  const ref = payloadOf(part, 'column')?.ref
  if (ref) return ref.column.semanticType === 'time' ? ref : null
  const table = tableIn(part)
  const column = table && defaultDate(table)
  return column ? { table, column } : null
}

/** Of those who have a date of birth, a bare number is of years. */
function aged(part: Part, such: Part, word: Part, number: Part, isCounted: boolean): Made[] {
  const [of, years] = [tableIn(part), payloadOf(number, 'number')]
  const ref = of ? birthOf(of) : null
  const that = conditionIn(such)
  if (!of || !ref || !years || years.isMoney || years.value < 1 || years.value > oldest || (such && !that)) return nothing
  const isOlder = /^(?:over|above|older)$/i.test(word?.text ?? '')
  const told = of.columns.find((column) => !column.isHidden && isFigure(column) && /^age$/i.test(column.label))
  const operator = isOlder ? ('greater_than' as const) : ('less_than' as const)
  const condition: Condition = told
    ? { kind: 'filter', filter: { table: of.name, column: told.name, operator, values: [years.value] }, tables: [of.name] }
    : { kind: 'aged', ref, isOlder, years: years.value }
  const rows: Figure = { kind: 'rows', table: of, ...(isCounted ? {} : { isBare: true as const }) }
  return made({ figures: [rows], conditions: [...(that ? [that] : []), condition], ...(isCounted ? { shape: 'count' as const } : {}) }, isCounted ? 4 : 2)
}

const oldest = 110

/** Each of them with the days since they began, or how long they have been there on average. */
function beenThere(part: Part, each: Part): Made[] {
  const of = tableIn(part)
  if (!of || !startOf(of)) return nothing
  const figure: Figure = { kind: 'duration', aggregate: null, span: { of, isTillNow: true } }
  const groups: Group[] = each ? [{ kind: 'rows', table: of }] : []
  return made({ figures: [figure], groups, conditions: [{ kind: 'open', isLoose: true }] }, 6)
}

/** From when those who came did so to when they went: by the rows of who comes, and of nothing else that lasts. */
function stayOf({ layer }: Sight): Made[] {
  const table = eventNamed(layer, 'visited')
  return table && durationOf(table) ? made({ figures: [{ kind: 'duration', aggregate: null, span: { of: table, name: 'stay' } }] }, 4.5) : nothing
}

/** Those who began first; where nobody is named, of the only people of whom the data tells when they began, of whom those who work here are here. */
function longestThere(part: Part, who: Part, where: Part, end: Part, layer: Layer): Made[] {
  const named = tableIn(part) ?? payloadOf(part, 'column')?.ref.table
  if (!named && (part || who?.text.toLowerCase() !== 'who')) return nothing
  const all = tablesOf(layer).filter((table) => personLabel.test(table.label) && startOf(table))
  const staff = all.filter(({ label }) => wordsOf(label).some((word) => staffLabels.has(word)))
  const some = named ? [named] : where?.text.toLowerCase() !== 'with' && staff.length > 0 ? staff : all
  const [table, ...others] = some
  if (!table || others.length > 0 || !startOf(table)) return nothing
  const sense = { end: end?.text.toLowerCase() === 'longest' ? ('low' as const) : ('high' as const), of: 'time' as const }
  return made({ rank: { sense, count: null, target: { kind: 'rows', table }, figure: null } }, 7)
}

const personLabel = new RegExp(anyOf(whoStems), 'i')
