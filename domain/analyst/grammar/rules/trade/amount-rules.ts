import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { eventTables, happens, isAdditive, isFigure, isFlag, moneyFigures, refersTo, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { made, verbFigure } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { rateOf } from '#domain/analyst/grammar/rules/figure-rules.ts'
import { thingsIn } from '#domain/analyst/grammar/rules/parts/flag-parts.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import { shownOf } from '#domain/analyst/grammar/shown.ts'
import type { Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { moneySenses, type VerbSense } from '#domain/analyst/lexicon/english/business/measures.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

type Part = Edge | null | undefined

/** Amounts that are put in relation, bounded or counted by what they are called. */
export const amountRules: Rule[] = [
  ownRule('sum-per-sum', 2, 'column per/for column', ([above, , below]) => perColumn(above, below), 'budget per inhabitant in each region'),
  ownRule('sum-per-head', 2, 'column per capita/head/person', ([above]) => perHead(above), 'budget per capita by region'),
  ownRule(
    'having-pieces',
    4,
    'that/which? verb bound pieces/units/items/copies/times?',
    ([, verb, bound, unit]) => (unit ? piecesBound(verb, bound) : nothing),
    'products sold less than 200 pieces',
  ),
  ownRule(
    'money-verb',
    2,
    'money verb in?',
    ([, verb]) => (moneySenses.has(payloadOf(verb, 'verb')?.sense ?? 'rows') ? makes({ is: 'figure', figure: money }, 0.5) : nothing),
    'money brought in',
  ),
  ownRule('table-volume', 2, 'table volume/numbers', ([table]) => rowsIn(table), 'ticket volume by month'),
  ownRule('what-they-verb', 2, 'what/much they/he/she/it/each? verb', ([, , verb]) => byVerb(verb), 'top 5 customers by what they spent'),
  ownRule('how-many-pieces', 2, 'how many pieces/units/copies', () => pieces(2.5), 'how many pieces did we sell in 2024'),
  ownRule('number-of-pieces', 2, 'number/count of pieces/units/copies', () => pieces(2), 'number of units by product'),
  ownRule('pieces-sold', 2, 'pieces/units/items/copies sold/ordered', () => pieces(2), 'units sold by category'),
  ownRule('share-of-kind', 2, 'share/percentage/percent/proportion of value', ([, , value]) => rateOf(value, 0.6), 'share of no-shows'),
  ownRule('how-many-of-kind', 4, 'how many value', ([, , value], { layer }) => countOfKind(value, layer), 'how many dogs'),
  ownRule('number-of-kind', 4, 'number/count of value', ([, , value], { layer }) => countOfKind(value, layer), 'number of drinks'),
  ownRule('money-per-row', 2, 'money per table', ([word, , table], { layer }) => moneyPerRow(table, layer, payloadOf(word, 'verb')?.sense), 'revenue per sale'),
  ownRule(
    'average-row-verb',
    2,
    'aggregate table verb',
    ([aggregate, table, verb], { layer }) => averageOf(aggregate, table, verb, layer),
    'what does the average visit cost',
  ),
  ownRule(
    'average-basket',
    2,
    'aggregate basket/ticket/cart/receipt/check/bill/tab value/size/amount?',
    ([aggregate], { layer }) => averageBasket(aggregate, layer),
    'average basket per shop',
  ),
  ownRule(
    'absent-coming',
    4,
    'never/nobody ever? come/came/visit/visited/attend/attended/show/showed in/up?',
    () => made({ lacking: { of: null, filter: null } }, 3),
    'customers who never came',
  ),
  ownRule('out-of', 3, 'run? out of column', ([, , , column]) => usedUp(column), 'products out of stock'),
  ownRule('rows-of-money', 4, 'table of/for/worth/with? bound', ([table, , bound], { layer }) => rowsOfMoney(table, bound, layer), 'invoices over 10 dollars'),
  ownRule('verb-money', 4, 'verb bound', ([verb, bound]) => moneyTogether(bound, verb), 'on how many days did we sell more than 10 dollars'),
  ownRule('verb-bound-column', 4, 'verb bound column', ([, bound, column]) => amountTogether(bound, column), 'days on which we used more than 5000 kWh'),
  ownRule('low-on', 4, 'run/runs/running? low/short on/in/of column', ([, , , column]) => runningLow(column), 'which products are low on stock'),
  ownRule('which-kind', 4, 'which/what/list/show all? value', ([, , value]) => rowsOfKind(value), 'which drinks are out of stock'),
  ownRule('rate-of-flag', 2, 'column rate/share/percentage', ([column]) => rateOfFlag(column), 'no-show rate by kind'),
  ownRule('share-of-flag', 2, 'share/percentage/proportion/rate of column', ([, , column]) => rateOfFlag(column), 'share of no-shows'),
]

const ratio = (numerator: Figure, denominator: Figure, percent?: true): Made[] =>
  makes({ is: 'figure', figure: { kind: 'ratio', numerator, denominator, ...(percent ? { percent } : {}) } }, 2)

const sumOf = (ref: Ref): Figure => ({ kind: 'column', ref, aggregate: 'sum' })

/** The total of one amount over the total of another of the same rows: an average of ratios would weigh small rows as much as large ones. */
function perColumn(above: Part, below: Part): Made[] {
  const [one, other] = [payloadOf(above, 'column')?.ref, payloadOf(below, 'column')?.ref]
  if (!one || !other || one.table !== other.table || one.column === other.column) return nothing
  if (!isAdditive(one) || !isFigure(other.column) || isFlag(other.column) || !isAdditive(other)) return nothing
  return ratio(sumOf(one), sumOf(other))
}

/** Labels of columns that count people who live somewhere. */
const heads = new Set(['population', 'inhabitant', 'resident', 'citizen', 'people', 'person', 'pop', 'headcount'])

function perHead(above: Part): Made[] {
  const one = payloadOf(above, 'column')?.ref
  if (!one || !isAdditive(one)) return nothing
  const counts = one.table.columns.filter((column) => !column.isHidden && isFigure(column) && wordsOf(column.label).some((word) => heads.has(word)))
  const [only, ...others] = counts
  return only && others.length === 0 && only !== one.column ? ratio(sumOf(one), sumOf({ table: one.table, column: only })) : nothing
}

const pieces = (bonus: number): Made[] => makes({ is: 'figure', figure: { kind: 'sense', sense: 'pieces', aggregate: 'sum' } }, bonus)

const money: Extract<Figure, { kind: 'sense' }> = { kind: 'sense', sense: 'money', aggregate: 'sum' }

/** "Revenue per sale": of the rows that hold the money, or that its lines belong to; customers are told apart instead. */
function moneyPerRow(part: Part, layer: Layer, sense: VerbSense = 'money'): Made[] {
  const table = payloadOf(part, 'table')?.table
  const [found] = figuresOfSense(layer, 'money')
  const holder = found?.kind === 'column' ? found.ref.table : found?.kind === 'formula' ? found.table : null
  if (!table || !holder || !happens(layer, table)) return nothing
  const isOfLines = refersTo(layer, holder).includes(table) && timeColumns(holder).length === 0
  return holder === table || isOfLines ? ratio({ ...money, sense }, { kind: 'rows', table }) : nothing
}

function averageOf(aggregate: Part, part: Part, verb: Part, layer: Layer): Made[] {
  const sense = payloadOf(verb, 'verb')?.sense ?? 'rows'
  return payloadOf(aggregate, 'aggregate')?.aggregate === 'avg' && (sense === 'cost' || sense === 'pay' || moneySenses.has(sense))
    ? moneyPerRow(part, layer, moneySenses.has(sense) ? sense : 'money')
    : nothing
}

function rowsIn(part: Part): Made[] {
  const table = payloadOf(part, 'table')?.table
  return table ? makes({ is: 'figure', figure: { kind: 'rows', table, isCounted: true } }, 2.5) : nothing
}

function byVerb(part: Part): Made[] {
  const figure = verbFigure(part)
  return figure ? makes({ is: 'figure', figure }, 1) : nothing
}

/** What shops call what one purchase comes to. */
function averageBasket(aggregate: Part, layer: Layer): Made[] {
  const [lines] = eventTables(layer)
  const table = lines && (wholeOf(lines, layer) ?? lines)
  return table && payloadOf(aggregate, 'aggregate')?.aggregate === 'avg' ? ratio(money, { kind: 'rows', table }) : nothing
}

/** What rows are lines of: orders, of lines that are numbered within an order. */
const wholeOf = (lines: LayerTable, layer: Layer): LayerTable | undefined =>
  lines.primaryKey.length < 2
    ? undefined
    : layer.tables.find(
        (table) =>
          !table.isHidden &&
          timeColumns(table).length > 0 &&
          layer.relationships.some(
            ({ fromTable, toTable, fromColumns }) =>
              fromTable === lines.name && toTable === table.name && fromColumns.every((column) => lines.primaryKey.includes(column)),
          ),
      )

/** "Sold less than 200 pieces": all that was sold of a product, not one of its sales. */
function piecesBound(verb: Part, bound: Part): Made[] {
  const [sense, limit] = [payloadOf(verb, 'verb')?.sense, payloadOf(bound, 'bound')?.bound]
  if (sense !== 'pieces' || !limit) return nothing
  return made({ having: { figure: { kind: 'sense', sense: 'pieces', aggregate: null }, bound: limit } }, 3)
}

/** "How many dogs": a value in the plural stands for the rows that have it. */
function countOfKind(part: Part, layer: Layer): Made[] {
  const value = payloadOf(part, 'value')
  const said = part?.text.toLowerCase() ?? ''
  if (!value || value.isUnverified || value.isListed || singular(said) === said || (!/^\p{L}/u.test(value.value) && !isFlag(value.ref.column))) return nothing
  const { table, column } = value.ref
  return made(
    {
      figures: [isFlag(column) ? thingsIn(table, layer) : { kind: 'rows', table }],
      conditions: [
        {
          kind: 'filter',
          filter: { table: table.name, column: column.name, operator: value.isKind ? 'contains' : 'equals', values: [value.value] },
          tables: [table.name],
        },
      ],
      shape: 'count',
    },
    1.6,
  )
}

/** Nothing is left of what a column counts. */
function usedUp(part: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  if (!ref || !isAdditive(ref)) return nothing
  const filter: Filter = { table: ref.table.name, column: ref.column.name, operator: 'equals', values: [0] }
  return makes({ is: 'condition', condition: { kind: 'filter', filter, tables: [ref.table.name] } }, 2.5)
}

/** How little is low is not said: those with the least of it. */
const usuallyLow = 10
function runningLow(part: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  if (!ref || !isAdditive(ref)) return nothing
  const figure: Figure = { kind: 'column', ref, aggregate: null }
  return made({ rank: { sense: { end: 'low', of: 'size' }, count: usuallyLow, target: { kind: 'rows', table: ref.table }, figure } }, 2.5)
}

/** "Drinks" are the products of that category: a common noun in the plural that several rows with names of their own have as their kind. */
function rowsOfKind(part: Part): Made[] {
  const value = payloadOf(part, 'value')
  const said = part?.text ?? ''
  if (!value || value.isUnverified || value.isListed || singular(said) === said || !/^\p{Ll}/u.test(said)) return nothing
  const { table, column } = value.ref
  const isKind = column.distinct !== null && table.rows !== null && column.distinct * 2 <= table.rows
  if (!isKind || shownOf(table).some((shown) => shown.column === column || table.primaryKey.includes(shown.column.name))) return nothing
  const filter: Filter = { table: table.name, column: column.name, operator: value.isKind ? 'contains' : 'equals', values: [value.value] }
  return made({ groups: [{ kind: 'rows', table }], conditions: [{ kind: 'filter', filter, tables: [table.name] }], shape: 'list' }, 2)
}

/** The share of rows of which a column says yes. */
function rateOfFlag(part: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  const yes = ref?.column.sampleValues.find((value) => /^(?:true|yes|y|t|1)$/i.test(value.trim()))
  if (!ref || yes === undefined || !isFlag(ref.column)) return nothing
  const rows: Figure = { kind: 'rows', table: ref.table }
  return ratio({ ...rows, filters: [{ table: ref.table.name, column: ref.column.name, operator: 'equals', values: [flagValue(ref, yes)] }] }, rows, true)
}

const flagValue = ({ column }: Ref, yes: string): string | number | boolean =>
  column.type === 'boolean' ? true : column.type === 'integer' || column.type === 'number' ? Number(yes) : yes

/** "Invoices over 10 dollars": by the money each of their rows tells, else by what their lines come to. */
function rowsOfMoney(part: Part, bound: Part, layer: Layer): Made[] {
  const table = payloadOf(part, 'table')?.table
  const limit = payloadOf(bound, 'bound')
  if (!table || !limit?.isMoney) return nothing
  const own = moneyFigures(layer).find((figure) => figure.kind === 'column' && figure.ref.table === table)
  if (own?.kind !== 'column') return made({ figures: [{ kind: 'rows', table, isBare: true }], having: { figure: money, bound: limit.bound } }, 1)
  const { operator, value } = limit.bound
  const filter: Filter = { table: table.name, column: own.ref.column.name, operator, values: [value] }
  return made({ figures: [{ kind: 'rows', table, isBare: true }], conditions: [{ kind: 'filter', filter, tables: [table.name] }] }, 1.5)
}

/** All the money of what is asked for together. */
function moneyTogether(bound: Part, verb: Part): Made[] {
  const limit = payloadOf(bound, 'bound')
  const sense = payloadOf(verb, 'verb')?.sense
  const figure: Figure = sense && moneySenses.has(sense) ? { ...money, sense } : money
  return limit?.isMoney && sense ? made({ having: { figure, bound: limit.bound } }, 1.2) : nothing
}

/** All of an amount together: "use more than 5,000 kWh". */
function amountTogether(part: Part, column: Part): Made[] {
  const [limit, ref] = [payloadOf(part, 'bound')?.bound, payloadOf(column, 'column')?.ref]
  return limit && ref && isAdditive(ref) ? made({ having: { figure: { kind: 'column', ref, aggregate: 'sum' }, bound: limit } }, 1.5) : nothing
}
