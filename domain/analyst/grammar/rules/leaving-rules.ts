import { timeColumns } from '#domain/analyst/grammar/facts.ts'
import { conditionOf, filterOf, flagged, isOfAnswer } from '#domain/analyst/grammar/rules/parts/flag-parts.ts'
import type { Edge, Fragment } from '#domain/analyst/grammar/terms.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import type { VerbSense } from '#domain/analyst/lexicon/english/business/measures.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { conditionIn, made } from './clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

/** Those who left beside those who stayed, and when something was last so. */
export const leavingRules: Rule[] = [
  ownRule('those-who', 4, 'people/those/ones who/that condition', ([, , such]) => only(such, {}, 0.6), 'do the people who left earn more'),
  ownRule(
    'than-those',
    4,
    'than those/people/ones/the? who/that? condition',
    ([, , , such]) => only(such, { shape: 'compare' }, 2.5),
    'do those who left earn less than those who stayed',
  ),
  ownRule(
    'percent-of-those',
    4,
    'what? percent/percentage/share/proportion of all? those/people/ones who/that? condition are/is/was/were/had/have? on/in/at/from/with? condition',
    ([, , , , , , such, , , that], { layer }) => partOfSuch(such, that, layer),
    'what percent of those who left were managers',
  ),
  ownRule('before-leaving', 4, 'before/until they/people/he/she? value', ([, , value]) => beforeLeaving(value), 'how long were they with us before they left'),
  ownRule(
    'earn-more-than',
    4,
    'condition table? verb more/less than those/people/ones/the? who/that? condition table?',
    ([one, , verb, , , , , other]) => comparedPeople(one, verb, other),
    'do those who left earn less than those who stayed',
  ),
  ownRule('having-days', 4, 'with/had/have/has bound grain', ([, bound, grain]) => hadPeriods(bound, grain), 'boats with more than 20 days of fog'),
  ownRule(
    'nothing-so',
    4,
    'nothing/nobody was/were/is/are/did/get/gets/got? value',
    ([, , value]) => nothingSo(value),
    'on how many days was nothing returned',
  ),
  ownRule(
    'when-last-such',
    4,
    'when did/was/is it/there/we/they? last have/had/get/see/a? condition',
    ([, , , , , such], { layer }) => lastOf(such, layer),
    'when did it last snow',
  ),
  ownRule('last-such', 4, 'when did/was the? last/latest condition', ([, , , , such], { layer }) => lastOf(such, layer), 'when was the last fire'),
]

function only(part: Part, of: Fragment, bonus: number): Made[] {
  const that = conditionIn(part)
  return that?.kind === 'filter' ? made({ ...of, conditions: [that] }, bonus) : nothing
}

function partOfSuch(such: Part, that: Part, layer: Layer): Made[] {
  const [whole, inside] = [conditionIn(such), conditionIn(that)]
  if (whole?.kind !== 'filter' || inside?.kind !== 'filter' || whole.tables[0] !== inside.tables[0] || !('column' in whole.filter)) return nothing
  const table = tableIn(layer, such)
  return table ? made({ part: { figure: { kind: 'rows', table }, conditions: [inside] }, conditions: [whole] }, 4) : nothing
}

function tableIn(layer: Layer, part: Part): LayerTable | undefined {
  const condition = conditionIn(part)
  const [name] = condition?.kind === 'filter' ? condition.tables : []
  return layer.tables.find((table) => table.name === name)
}

function beforeLeaving(part: Part): Made[] {
  const [filter, ref] = [filterOf(part), payloadOf(part, 'value')?.ref]
  return filter && ref && isOfAnswer(part) ? made({ conditions: [conditionOf(filter, ref)] }, 1.5) : nothing
}

/** What each of them has on average; what is brought in is told in all. Where no column tells what is spent, or what something costs, the income from it and its price do. */
function comparedPeople(first: Part, verb: Part, second: Part): Made[] {
  const [one, other, sense] = [conditionIn(first), conditionIn(second), payloadOf(verb, 'verb')?.sense]
  if (one?.kind !== 'filter' || other?.kind !== 'filter' || !sense || sense === 'rows') return nothing
  const by = (of: VerbSense, bonus: number) =>
    made({ figures: [{ kind: 'sense', sense: of, aggregate: of === 'money' && of === sense ? 'sum' : 'avg' }], compared: [one, other] }, bonus)
  const instead = sense === 'spend' ? 'money' : sense === 'cost' ? 'worth' : null
  return [...by(sense, 4), ...(instead ? by(instead, 3.5) : [])]
}

/** More than so many days of what the rest of the question says. */
function hadPeriods(part: Part, of: Part): Made[] {
  const [bound, grain] = [payloadOf(part, 'bound')?.bound, payloadOf(of, 'grain')?.grain]
  return bound && grain ? made({ having: { figure: { kind: 'periods', grain }, bound } }, 2.5) : nothing
}

function nothingSo(part: Part): Made[] {
  const filter = flagged(part) ? filterOf(part) : null
  return filter ? made({ lacking: { of: null, filter } }, 3) : nothing
}

/** The latest date of a row that is so. */
function lastOf(part: Part, layer: Layer): Made[] {
  const that = conditionIn(part)
  const table = tableIn(layer, part)
  const dates = table ? timeColumns(table) : []
  const date = dates.find(({ type }) => type === 'date' || type === 'timestamp') ?? (table && defaultDate(table))
  return that && table && date ? made({ figures: [{ kind: 'column', ref: { table, column: date }, aggregate: 'max' }], conditions: [that] }, 3.5) : nothing
}
