import { conditionIn, figureIn, made, numberIn } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Bound, Condition, Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { fractions } from '#domain/analyst/lexicon/english/meanings/fractions.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { filterOf, flagged } from './flag-parts.ts'

type Part = Edge | null | undefined

const fraction = [...fractions.keys()].join('/')
const those = 'people/those/ones/everyone/everybody'
const share = 'percent/percentage/share/proportion/fraction'
const doing = 'are/is/was/were? had/have/has/do/did/doing/got/work/worked/working?'

/** How large a part of some rows is so, said apart from them, and parts that bound what is asked for. */
export const partRules: Rule[] = [
  ownRule(
    'of-those-what-share',
    4,
    `of all? ${those} who/that/which? condition ,? what/which/how? ${share} ${doing} on/in/at/from/with? condition`,
    ([, , , , such, , , , , , , that], { layer }) => partOfSuch(tableIn(layer, such), such, that),
    'of those who left, what share worked overtime',
  ),
  ownRule(
    'of-rows-what-share',
    4,
    `of all? table who/that/which? were/was/are/is? condition ,? what/which/how? ${share} ${doing} on/in/at/from/with? condition`,
    ([, , table, , , such, , , , , , , that]) => partOfSuch(payloadOf(table, 'table')?.table, such, that),
    'of the boats that sank, what share was insured',
  ),
  ownRule(
    'share-of-such',
    4,
    `what/which? ${share} of all? condition table? who/that? are/is/was/were/have/had/has/did/do/got? condition`,
    ([, , , , such, table, , , that], { layer }) => partOfSuch(payloadOf(table, 'table')?.table ?? tableIn(layer, such), such, that, -1),
    'what percentage of our captains are women',
  ),
  ownRule(
    'share-was-such',
    4,
    `what/which/how? many? ${share} of all? figure is/was/were/are/did/does/do/has/have condition condition`,
    ([, , , , , figure, , such, that]) => partOfFigure(figure, such, that),
    'what percent of the days was the north ski run closed',
  ),
  ownRule(
    'share-in-period',
    4,
    `what/which? ${share} of all? figure period has/have/had/is/are/was/were been? condition`,
    ([, , , , figure, period, , , that]) => partWithin(figure, period, that),
    'what share of bookings this year has been paid',
  ),
  ownRule(
    'of-those-how-many',
    4,
    `of all? ${those} who/that/which? condition ,? how many ${doing} on/in/at/from/with? condition`,
    ([, , , , such, , , , , , , that], { layer }) => countedBoth(tableIn(layer, such), such, that),
    'of those who left, how many worked overtime',
  ),
  ownRule(
    'fraction-so',
    4,
    `bound-word a/one? ${fraction} of all? table? people/those/them/ones? condition`,
    ([word, , part, , , of, , such], { layer }) =>
      boundShare(payloadOf(word, 'bound-word')?.operator, fractionIn(part), payloadOf(of, 'table')?.table, such, layer),
    'crews in which more than a fifth left',
  ),
  ownRule(
    'percent-so',
    4,
    'bound-word number percent/% of? all? table? people/those/them/ones? condition',
    ([word, number, , , , of, , such], { layer }) =>
      boundShare(payloadOf(word, 'bound-word')?.operator, numberIn(number), payloadOf(of, 'table')?.table, such, layer),
    'crews in which more than 20 percent left',
  ),
  ownRule(
    'turns-into',
    4,
    'turn/turns/turned/develop/develops/developed/convert/converts/converted/lead/leads/led/result/results/resulted into/to/in condition',
    ([, , such]) => becoming(such),
    'what share of enquiries turn into a sale',
  ),
  ownRule(
    'ends-as',
    4,
    'become/becomes/became/end/ends/ended/get/gets/got up? as/being? condition',
    ([, , , such]) => becoming(such),
    'what share of loans end up written off',
  ),
  ownRule(
    'with-and-without',
    4,
    'with/on/in and/or/versus/vs without/off value|column? value|column?',
    ([, , , one, other]) => splitBy(one ?? other),
    'cancellation rate with and without insurance',
  ),
]

function tableIn(layer: Layer, part: Part): LayerTable | undefined {
  const condition = conditionIn(part)
  const [name] = condition?.kind === 'filter' ? condition.tables : []
  return layer.tables.find((table) => table.name === name)
}

const isOf = (condition: Condition | null, table: LayerTable): boolean => condition?.kind === 'filter' && condition.tables[0] === table.name

function partOfSuch(table: LayerTable | undefined, such: Part, that: Part, less = 0): Made[] {
  const [whole, inside] = [conditionIn(such), conditionIn(that)]
  if (!table || whole?.kind !== 'filter' || !inside || !isOf(inside, table)) return nothing
  return made({ part: { figure: { kind: 'rows', table }, conditions: [inside] }, conditions: [whole] }, 5 + less)
}

/** The period is that of all of them, and not of what became of some. */
/** Of those that what is said first leaves, the part of which the rest is said. */
function partOfFigure(part: Part, such: Part, that: Part): Made[] {
  const [figure, whole, inside] = [figureIn(part), conditionIn(such), conditionIn(that)]
  if (!figure || whole?.kind !== 'filter' || inside?.kind !== 'filter' || keyOf(whole) === keyOf(inside)) return nothing
  return made({ part: { figure, conditions: [inside] }, conditions: [whole] }, 4)
}

const keyOf = ({ filter }: Extract<Condition, { kind: 'filter' }>): string => ('column' in filter ? `${filter.table}.${filter.column}` : JSON.stringify(filter))

function partWithin(part: Part, period: Part, that: Part): Made[] {
  const [figure, time, inside] = [figureIn(part), payloadOf(period, 'period')?.time, conditionIn(that)]
  if (!figure || !time || !inside || inside.kind === 'period') return nothing
  return made({ part: { figure, conditions: [inside] }, conditions: [{ kind: 'period', time }] }, 4.5)
}

function countedBoth(table: LayerTable | undefined, such: Part, that: Part): Made[] {
  const [whole, inside] = [conditionIn(such), conditionIn(that)]
  if (!table || !whole || !inside || !isOf(inside, table)) return nothing
  return made({ figures: [{ kind: 'rows', table }], conditions: [whole, inside], shape: 'count' }, 5)
}

const fractionIn = (part: Part): number | null => {
  const share = fractions.get(part?.text.toLowerCase() ?? '')
  return share === undefined ? null : share * 100
}

/** Groups of whose rows more than so large a part is so. */
function boundShare(operator: Bound['operator'] | undefined, value: number | null, of: LayerTable | undefined, such: Part, layer: Layer): Made[] {
  const condition = conditionIn(such)
  const table = of ?? tableIn(layer, such)
  if (!operator || value === null || !table || condition?.kind !== 'filter' || condition.tables[0] !== table.name) return nothing
  const rows: Figure = { kind: 'rows', table }
  const figure: Figure = { kind: 'ratio', numerator: { ...rows, filters: [condition.filter] }, denominator: rows, percent: true }
  return made({ having: { figure, bound: { operator, value } } }, 4)
}

/** What something becomes is the state it is in. */
const becoming = (part: Part): Made[] => {
  const condition = conditionIn(part)
  return condition?.kind === 'filter' ? made({ conditions: [condition] }, 1.5) : nothing
}

/** Both answers of a column that says yes and no, beside each other. */
function splitBy(part: Part): Made[] {
  const ref = flagged(part)
  return ref && filterOf(part) ? made({ groups: [{ kind: 'column', ref }] }, 3.5) : nothing
}
