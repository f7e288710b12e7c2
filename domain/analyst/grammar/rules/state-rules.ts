import { timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { yesAndNo } from '#domain/analyst/grammar/mentions/flag-values.ts'
import type { Condition, Edge, Figure, Fragment, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { leavingWords } from '#domain/analyst/lexicon/english/meanings/leaving.ts'
import { noValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { lineThings } from '#domain/analyst/lexicon/line-things.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { conditionIn, equals, made, senseIn } from './clause-fragments.ts'
import { rateOf } from './figure-rules.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

/** What rows are, said by the word of a column that holds yes and no, and who is there or gone. */
export const stateRules: Rule[] = [
  ownRule('flag-rows', 2, 'value', ([value], { layer }) => rowsOf(value, layer), 'returns per shop'),
  ownRule(
    'how-many-flagged',
    4,
    'how many value|column value',
    ([, , one, other], { layer }) => countedBoth(one, other, layer),
    'how many senior guests cancelled',
  ),
  ownRule(
    'superlative-flag',
    4,
    'superlative value rate/share?',
    ([sense, value], { layer }) => rankedRate(sense, value, layer),
    'which port has the highest attrition',
  ),
  ownRule(
    'flag-more-often',
    4,
    'value more/most/less/least often/likely/frequently',
    ([value, more]) => rankedOften(value, more),
    'which gender leaves more often',
  ),
  ownRule('likely-to-flag', 4, 'more/most/less/least likely to value', ([more, , , value]) => rankedOften(value, more), 'who is most likely to leave'),
  ownRule(
    'flag-by-flag',
    4,
    'with/without/on/in? value value more/less often/likely/frequently',
    ([, such, value]) => rateBy(such, value),
    'do guests with insurance cancel less often',
  ),
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
    'lacks',
    3,
    "don't/doesn't/didn't/not/without/no have/had/has/get/an/any? column|value",
    ([, , part]) => lacks(part),
    'how many guests have no insurance',
  ),
  ownRule('done-so', 3, 'verb|done by/with/in/via/using/for? value', ([verb, , value]) => doneSo(verb, value), 'guests who pay by card'),
  ownRule('how-many-with', 4, 'how many of? column table', ([, , , column, table]) => countedWith(column, table), 'how many insurance customers'),
  ownRule('with-any', 3, 'with/have/has/had column', ([, column]) => having(column), 'guests with insurance'),
  ownRule(
    'none-of',
    4,
    'none/neither/no of? value|column ,? value|column? ,? value|column? ,? and/or/nor? value|column',
    (parts) => noneOf(parts.slice(2)),
    'guests with none of breakfast, parking and insurance',
  ),
  ownRule(
    'when-last-such',
    4,
    'when did/was/is it/there/we? last? the/a? condition',
    ([, , , last, , such], { layer }) => (last ? lastOf(such, layer) : nothing),
    'when did it last snow',
  ),
  ownRule('last-such', 4, 'when did/was the? last/latest condition', ([, , , , such], { layer }) => lastOf(such, layer), 'when was the last fire'),
]

const flagged = (part: Part): Ref | null => {
  const value = payloadOf(part, 'value')
  return value && yesAndNo(value.ref.column) ? value.ref : null
}

const filterOf = (part: Part): Filter | null => {
  const [item] = equals(part, false)
  return item?.payload.is === 'condition' && item.payload.condition.kind === 'filter' ? item.payload.condition.filter : null
}

const conditionOf = (filter: Filter, { table }: Ref): Condition => ({ kind: 'filter', filter, tables: [table.name] })

/** What is counted of a sheet: things of which it has several lines each, else its rows. */
export function thingsIn(table: LayerTable, layer: Layer): Figure {
  const [thing, ...others] = lineThings(layer).filter((item) => item.table === table)
  return thing && others.length === 0 ? { kind: 'column', ref: { table, column: thing.column }, aggregate: 'count_distinct' } : { kind: 'rows', table }
}

/** "Returns per shop": the word of such a column in the plural counts the rows of which it is so. */
function rowsOf(part: Part, layer: Layer): Made[] {
  const [ref, filter] = [flagged(part), filterOf(part)]
  if (!ref || !filter || !/s$/i.test(part?.text ?? '')) return nothing
  return makes({ is: 'figure', figure: { ...thingsIn(ref.table, layer), filters: [filter] } }, -0.3)
}

/** "How many seniors left": the rows of which both are so. */
function countedBoth(first: Part, second: Part, layer: Layer): Made[] {
  const [one, other] = [filterOf(first), filterOf(second)]
  const [ref, also] = [payloadOf(first, 'value')?.ref, payloadOf(second, 'value')?.ref]
  if (!one || !other || !ref || ref.table !== also?.table || ref.column === also.column || !flagged(first)) return nothing
  return made({ figures: [thingsIn(ref.table, layer)], conditions: [conditionOf(one, ref), conditionOf(other, ref)], shape: 'count' }, 2.8)
}

const rate = (part: Part): Figure | null => {
  const [item] = rateOf(part)
  return item?.payload.is === 'figure' ? item.payload.figure : null
}

const isOfAnswer = (part: Part): boolean => flagged(part) !== null || leavingWords.has(part?.text.toLowerCase() ?? '')

/** "The highest churn" is the share of those who left; "the most" is how many. */
function rankedRate(part: Part, value: Part, layer: Layer): Made[] {
  const [sense, filter, ref] = [senseIn(part), filterOf(value), payloadOf(value, 'value')?.ref]
  if (!sense || sense.of === 'time' || sense.of === 'worth' || !filter || !ref || !isOfAnswer(value)) return nothing
  const isCount = sense.of === 'count' || /^(?:the )?most$|^least$/i.test(part?.text ?? '')
  const figure: Figure | null = isCount ? { ...thingsIn(ref.table, layer), filters: [filter] } : rate(value)
  return figure ? made({ rank: { sense: { end: sense.end, of: 'size' }, count: null, target: null, figure } }, 2) : nothing
}

function rankedOften(value: Part, more: Part): Made[] {
  const figure = isOfAnswer(value) ? rate(value) : null
  const end = /^(?:more|most)$/i.test(more?.text ?? '') ? 'high' : 'low'
  return figure ? made({ rank: { sense: { end, of: 'size' }, count: null, target: null, figure } }, 3) : nothing
}

/** Whether what is so has another share of something: both shares are told. */
function rateBy(such: Part, value: Part): Made[] {
  const [ref, figure] = [flagged(such), isOfAnswer(value) ? rate(value) : null]
  return ref && figure ? made({ figures: [figure], groups: [{ kind: 'column', ref }] }, 4) : nothing
}

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

/** The condition that a column says no, in whichever words it says so. */
function denied(part: Part): [Filter, Ref] | null {
  const ref = payloadOf(part, 'value')?.ref ?? payloadOf(part, 'column')?.ref
  const no = ref?.column.sampleValues.find((value) => noValues.has(value.trim().toLowerCase()))
  const isSaidNo = ref && (yesAndNo(ref.column) || !/^\d/.test(no ?? '0'))
  if (!ref || no === undefined || !isSaidNo) return null
  if (payloadOf(part, 'value') && !flagged(part)) return null
  return [{ table: ref.table.name, column: ref.column.name, operator: 'equals', values: [no] }, ref]
}

function lacks(part: Part): Made[] {
  const [filter, ref] = denied(part) ?? []
  return filter && ref ? makes({ is: 'condition', condition: conditionOf(filter, ref) }, 1.6) : nothing
}

/** What a column that may say "No" says otherwise: those who have an insurance, of whichever kind. */
function heldOf(part: Part): [Filter, Ref] | null {
  const [filter, ref] = denied(part) ?? []
  return filter && ref && 'column' in filter && !yesAndNo(ref.column) ? [{ ...filter, operator: 'not_equals' }, ref] : null
}

/** "Pay by card" speaks of the payment method. */
function doneSo(verb: Part, part: Part): Made[] {
  const ref = payloadOf(part, 'value')?.ref
  const family = familyOf(payloadOf(verb, 'done')?.word ?? verb?.text.toLowerCase() ?? '')
  const isOf = ref && wordsOf(ref.column.label).some((word) => familyOf(word) === family)
  return isOf ? equals(part, false).map((item) => ({ ...item, bonus: 0.8 })) : nothing
}

function having(part: Part): Made[] {
  const held = heldOf(part)
  return held ? makes({ is: 'condition', condition: conditionOf(...held) }, 1) : nothing
}

function countedWith(part: Part, rows: Part): Made[] {
  const [held, table] = [heldOf(part), payloadOf(rows, 'table')?.table]
  return held && table && table === held[1].table
    ? made({ figures: [{ kind: 'rows', table }], conditions: [conditionOf(...held)], shape: 'count' }, 3.4)
    : nothing
}

function noneOf(parts: Part[]): Made[] {
  const named = parts.filter((part) => part && (part.payload.is === 'value' || part.payload.is === 'column'))
  const all = named.map(denied)
  const filters = all.flatMap((item) => (item ? [conditionOf(...item)] : []))
  const fragment: Fragment = { conditions: filters }
  return filters.length > 1 && filters.length === named.length ? made(fragment, 4) : nothing
}

/** The latest date of a row that is so. */
function lastOf(part: Part, layer: Layer): Made[] {
  const that = conditionIn(part)
  const table = tableIn(layer, part)
  const dates = table ? timeColumns(table) : []
  const date = dates.find(({ type }) => type === 'date' || type === 'timestamp') ?? (table && defaultDate(table))
  return that && table && date ? made({ figures: [{ kind: 'column', ref: { table, column: date }, aggregate: 'max' }], conditions: [that] }, 3.5) : nothing
}
