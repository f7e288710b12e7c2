import { happens, isFigure, linesOf, moneyFigures, moneyOfLine, partLetOff, refersTo, tablesOf, visible } from '#domain/analyst/grammar/facts.ts'
import { unitPriceLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { conditionIn, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import { shownOf } from '#domain/analyst/grammar/shown.ts'
import type { Condition, Edge, Figure, Group, Ref } from '#domain/analyst/grammar/terms.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

type Part = Edge | null | undefined

/** What things cost, what is let off, and what whole orders come to. */
export const priceRules: Rule[] = [
  ownRule(
    'rows-worth',
    4,
    'table was/were/is/are/that/which? worth bound',
    ([table, , , bound], { layer }) => rowsWorth(table, bound, layer),
    'orders worth more than 50',
  ),
  ownRule(
    'how-many-rows-worth',
    4,
    'how many table was/were/is/are/that/which? worth bound',
    ([, , table, , , bound], { layer }) => rowsWorth(table, bound, layer, 'count'),
    'how many orders were worth more than 50',
  ),
  ownRule(
    'given-in-discounts',
    4,
    'how much money/revenue? did/do/have/has? we? give/gave/given/lose/lost/grant/granted/forgo away? in/on/as/through/by/to/for discount/discounts',
    (_, { layer }) => letOff(layer, 5),
    'how much did we give away in discounts',
  ),
  ownRule(
    'discounts-given',
    4,
    'total/value/amount? of? discounts/discount given/granted/amount/total/value',
    (_, { layer }) => letOff(layer, 3),
    'total discounts granted by month',
  ),
  ownRule('off', 3, 'with/at/by/sold? bound off', ([, bound], { layer }) => discounted(bound, layer), 'lines with more than 10% off'),
  ownRule('net-of-discounts', 4, ',? after/minus/less/including discount/discounts', (_, { layer }) => netAlready(layer), 'revenue after discounts'),
  ownRule(
    'charged-for',
    4,
    'what/how do/does/did? we? charge/ask much? for? each/every column|table',
    ([, , , , , , , each], { layer }) => priceList(each, layer),
    'what do we charge for each dish',
  ),
  ownRule(
    'charged-for-such',
    4,
    'what/how much? do/does/did? we? charge/ask for condition',
    ([, , , , , , such], { layer }) => priceOf(such, layer),
    'what do we charge for Soup',
  ),
  ownRule('costs-such', 4, 'what/how much? do/does condition cost', ([, , , such], { layer }) => priceOf(such, layer), 'how much does Soup cost'),
]

const money: Figure = { kind: 'sense', sense: 'money', aggregate: 'sum' }

/** "Orders worth more than 4,000": by what their lines come to, where their rows do not tell it. */
function rowsWorth(part: Part, bound: Part, layer: Layer, shape?: 'count'): Made[] {
  const [table, limit] = [payloadOf(part, 'table')?.table, payloadOf(bound, 'bound')?.bound]
  if (!table || !limit) return nothing
  const own = moneyFigures(layer).find((figure) => figure.kind === 'column' && figure.ref.table === table)
  const isOfLines = linesOf(layer).some((line) => refersTo(layer, line.table).includes(table))
  const rows = { figures: [{ kind: 'rows' as const, table, ...(shape ? {} : { isBare: true as const }) }], ...(shape ? { shape } : {}) }
  const bonus = shape ? 6 : 3
  if (own?.kind === 'column') {
    const filter: Filter = { table: table.name, column: own.ref.column.name, operator: limit.operator, values: [limit.value] }
    return made({ ...rows, conditions: [{ kind: 'filter', filter, tables: [table.name] }] }, bonus)
  }
  return isOfLines && happens(layer, table) ? made({ ...rows, having: { figure: money, bound: limit } }, bonus) : nothing
}

/** The part of the whole price of all lines that was let off. */
function letOff(layer: Layer, bonus: number): Made[] {
  const [line, ...others] = linesOf(layer).filter(({ discount }) => discount)
  if (!line?.discount || others.length > 0) return nothing
  const expression = { op: '*' as const, left: moneyOfLine(line, false), right: partLetOff(line.discount) }
  return made({ figures: [{ kind: 'formula', table: line.table, expression, aggregate: 'sum' }] }, bonus)
}

/** The one column of discounts, told as parts of one or in percent. */
function discountOf(layer: Layer): Ref | null {
  const found = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column) => (/\bdiscount\b/i.test(column.label) && isFigure(column) && Number(column.max ?? 101) <= 100 ? [{ table, column }] : [])),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

/** "More than 50% off". */
function discounted(part: Part, layer: Layer): Made[] {
  const [limit, ref] = [payloadOf(part, 'bound')?.bound, discountOf(layer)]
  if (!limit || !ref || limit.value > 100) return nothing
  const value = Number(ref.column.max) <= 1 && limit.value > 1 ? limit.value / 100 : limit.value
  const filter: Filter = { table: ref.table.name, column: ref.column.name, operator: limit.operator, values: [value] }
  return makes({ is: 'condition', condition: { kind: 'filter', filter, tables: [ref.table.name] } }, 3)
}

/** Money of lines is what is left of it after discounts. */
function netAlready(layer: Layer): Made[] {
  const [main] = moneyFigures(layer)
  const isNet = linesOf(layer).some((line) => line.discount && main?.kind === 'formula' && main.table === line.table)
  return isNet ? made({}, 2) : nothing
}

/** The one column that tells what one of something is sold for, and the things it is told of. */
function priceIn(layer: Layer): Ref | null {
  const found = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column) => (unitPriceLabel.test(column.label) && isFigure(column) ? [{ table, column }] : [])),
  )
  // What is charged is told of the goods, and what was paid by each line of an order.
  const lines = linesOf(layer).map(({ table }) => table)
  const ofGoods = found.filter(({ table }) => found.length === 1 || !lines.includes(table))
  return ofGoods.length === 1 ? (ofGoods[0] ?? null) : null
}

const present = ({ table, column }: Ref): Filter => ({ table: table.name, column: column.name, operator: 'is_not_empty', values: [] })

function priceList(part: Part, layer: Layer): Made[] {
  const price = priceIn(layer)
  const [table, column] = [payloadOf(part, 'table')?.table, payloadOf(part, 'column')?.ref]
  const named: Ref[] = table ? shownOf(table, layer) : column ? [column] : []
  if (!price || named.length === 0 || named.some((ref) => ref.table !== price.table)) return nothing
  const groups = [...named, price].map((ref): Group => ({ kind: 'column', ref }))
  const known = [...named, price].map((ref): Condition => ({ kind: 'filter', filter: present(ref), tables: [ref.table.name] }))
  return made({ groups, conditions: known, shape: 'once' }, 5)
}

/** What something costs that is called by its name. */
function priceOf(such: Part, layer: Layer): Made[] {
  const [price, that]: [Ref | null, Condition | null] = [priceIn(layer), conditionIn(such)]
  if (!price || that?.kind !== 'filter' || !that.tables.includes(price.table.name)) return nothing
  return made({ groups: [{ kind: 'column', ref: price }], conditions: [that], shape: 'once' }, 4)
}
