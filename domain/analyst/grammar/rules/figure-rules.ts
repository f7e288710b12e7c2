import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { happens, isAdditive, isAllSpent, isFigure, isFlag, naturalAggregate } from '#domain/analyst/grammar/facts.ts'
import type { Bound, Edge, Figure, Payload, Ref } from '#domain/analyst/grammar/terms.ts'
import { isCalendarLabel, isCalendarPlace } from '#domain/analyst/lexicon/column-kind.ts'
import { receivedNouns } from '#domain/analyst/lexicon/english/business/measures.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Aggregate, Arithmetic } from '#domain/semantics/semantic-query.ts'
import { makes, nothing, ownRule, payloadOf, type Rule, rule } from './rule.ts'

const figure = (of: Figure): Payload => ({ is: 'figure', figure: of })

/** The figure a column gives, alone or under an aggregate; text is counted, never added up. */
function columnFigure(part: Edge | null | undefined, aggregate: ReturnType<typeof aggregateOf>): Figure | null {
  const column = payloadOf(part, 'column')
  if (!column) return null
  if (!isFigure(column.ref.column) || (isFlag(column.ref.column) && !aggregate)) return null
  if (isCalendarPlace(column.ref.column) && aggregate !== 'min' && aggregate !== 'max') return null
  return { kind: 'column', ref: column.ref, aggregate }
}

/** "Highest" behind a figure asks where it is so. */
const isEnd = (part: Edge | null | undefined) => /^(?:highest|lowest|peak)$/i.test(part?.text ?? '')
const aggregateOf = (part: Edge | null | undefined) => payloadOf(part, 'aggregate')?.aggregate ?? null

const ofTable = (part: Edge | null | undefined): Figure | null => {
  const table = payloadOf(part, 'table')
  return table && { kind: 'rows', table: table.table }
}

/** How many different values: of a column that is no figure itself. */
function countOf(part: Edge | null | undefined): Figure | null {
  const rows = ofTable(part)
  if (rows) return rows
  const column = payloadOf(part, 'column')
  if (!column || isFigure(column.ref.column) || isFlag(column.ref.column)) return null
  return { kind: 'column', ref: column.ref, aggregate: 'count_distinct' }
}

function countedOf(part: Edge | null | undefined): Figure | null {
  const found = countOf(part)
  return found?.kind === 'rows' ? { ...found, isCounted: true } : found
}

const made = (of: Figure | null, bonus = 0) => (of ? makes(figure(of), bonus) : nothing)

export const figureRules: Rule[] = [
  rule('bound-number', 1, 'bound-word number', ([word, number]) => boundOf(word, number), 'more than 5 orders'),
  rule('bound-or-more', 1, 'number or/and more/above/over/higher', ([number]) => boundIs(number, 'greater_or_equal'), '5 or more orders'),
  rule('bound-or-less', 1, 'number or less/fewer/below', ([number]) => boundIs(number, 'less_or_equal'), '5 or fewer orders'),
  rule('defined-measure', 2, 'measure', ([part]) => measureOf(part), 'net revenue by month'),
  rule(
    'aggregate-of-column',
    2,
    'aggregate of/for? column',
    ([aggregate, , column]) => made(columnFigure(column, aggregateOf(aggregate)), 0.3),
    'average price',
  ),
  rule(
    'column-aggregate',
    2,
    'column aggregate',
    ([column, aggregate]) => (isEnd(aggregate) ? nothing : made(columnFigure(column, aggregateOf(aggregate)))),
    'the salary in total',
  ),
  rule('column', 2, 'column', ([column]) => made(columnFigure(column, null), -0.2), 'salary by department'),
  ownRule(
    'difference-of-columns',
    2,
    'aggregate? difference/gap/spread/range/margin between/of column and/to column',
    ([aggregate, , , one, , other]) => made(differenceOf(one, other, aggregateOf(aggregate)), 2),
    'difference between the highest and the lowest temperature',
  ),
  ownRule('money', 2, 'aggregate? money', ([aggregate, word], { layer }) => moneyOf(aggregate, word, layer), 'revenue by country'),
  rule('number-of', 2, 'total? number/count/amount of column|table', ([, , , part]) => made(countedOf(part), 2.5), 'number of orders'),
  rule('how-many', 2, 'how many/much different/distinct/unique? column|table', ([, , , part]) => made(countOf(part), 2.5), 'how many customers'),
  rule('how-much-of-column', 2, 'how much column', ([, , column]) => made(sumOf(column), 2.3), 'how much energy did we use'),
  rule('rows-of-table', 2, 'table', ([part]) => bareRows(part), 'orders by month'),
  ownRule('age', 2, 'aggregate? age', ([aggregate]) => makes(figure({ kind: 'age', aggregate: aggregateOf(aggregate) }), 1.2), 'average age of our patients'),
  ownRule(
    'duration',
    2,
    'aggregate? duration/length of? stay/stays/visit/visits?',
    ([aggregate]) => makes(figure({ kind: 'duration', aggregate: aggregateOf(aggregate) }), 1.5),
    'average duration',
  ),
  rule('ratio-of-figures', 2, 'aggregate? number/count? of? table|column per table|column', ratioPer, 'goals per match'),
  ownRule(
    'how-many-per-on-average',
    2,
    'how many table|column per/a/an/each/every/do/does table|column have/has/make/place/buy/get? on? aggregate',
    ([, , of, , per, , , aggregate]) => (aggregateOf(aggregate) === 'avg' ? ratioPer([aggregate ?? null, null, null, of ?? null, null, per ?? null]) : nothing),
    'how many orders per customer on average',
  ),
  ownRule('value-of-table', 2, 'aggregate table|column value/size/amount', ([aggregate, part]) => valueOfRows(aggregate, part), 'average order value'),
  ownRule('average-row', 2, 'aggregate table', ([aggregate, part], { layer }) => averageRow(aggregate, part, layer), 'average order'),
  ownRule('rate-of-value', 2, 'value rate', ([part]) => rateOf(part), 'win rate per region'),
]

/** What one number of a row is more than another, on average. */
function differenceOf(one: Edge | null | undefined, other: Edge | null | undefined, aggregate: Aggregate | null): Figure | null {
  const [first, second] = [payloadOf(one, 'column')?.ref, payloadOf(other, 'column')?.ref]
  if (!first || !second || first.table !== second.table || first.column === second.column || !isFigure(first.column) || !isFigure(second.column)) return null
  const expression: Arithmetic = { op: '-', left: { column: first.column.name }, right: { column: second.column.name } }
  return { kind: 'formula', table: first.table, expression, aggregate: aggregate ?? 'avg' }
}

/** Of what was spent nobody asks as revenue. */
function moneyOf(aggregate: Edge | null | undefined, word: Edge | null | undefined, layer: Layer) {
  const said = payloadOf(word, 'verb')?.sense ?? 'money'
  const isReceived = receivedNouns.has(word?.text.toLowerCase() ?? '') && figuresOfSense(layer, 'paid')[0] !== figuresOfSense(layer, 'money')[0]
  const sense = isReceived ? 'paid' : said
  const isSpending = sense === 'spend' || /^money$/i.test(word?.text ?? '')
  return isSpending || !isAllSpent(layer) ? makes(figure({ kind: 'sense', sense, aggregate: aggregateOf(aggregate) }), -0.1) : nothing
}

function boundOf(word: Edge | null | undefined, number: Edge | null | undefined) {
  const operator = payloadOf(word, 'bound-word')?.operator
  return operator === undefined ? nothing : boundIs(number, operator, 0.2)
}

function boundIs(number: Edge | null | undefined, operator: Bound['operator'], bonus = 2) {
  const said = payloadOf(number, 'number')
  return said
    ? makes(
        { is: 'bound', bound: { operator, value: said.value }, ...(said.isMoney ? { isMoney: true } : {}), ...(said.isTimes ? { isTimes: true } : {}) },
        bonus,
      )
    : nothing
}

function bareRows(part: Edge | null | undefined) {
  const table = payloadOf(part, 'table')?.table
  return table ? makes(figure({ kind: 'rows', table, isBare: true }), -0.4) : nothing
}

function measureOf(part: Edge | null | undefined) {
  const measure = payloadOf(part, 'measure')?.measure
  return measure ? makes(figure({ kind: 'named', measure }), 0.2) : nothing
}

function sumOf(part: Edge | null | undefined): Figure | null {
  const found = columnFigure(part, 'sum')
  return found?.kind === 'column' && isAdditive(found.ref) ? found : null
}

const isClass = ({ table, column }: Ref): boolean =>
  column.semanticType === 'category' && column.distinct !== null && table.rows !== null && column.distinct * rowsOfClass < table.rows
const rowsOfClass = 20

/** "Goals per match", "average number of pizzas per order", "cost per visit". */
/** A table of so few rows is one of kinds by which others are split. */
const mostKinds = 60

function ratioPer([aggregate, counts, , of, , per]: (Edge | null)[]) {
  // Texts have no average; how many there are of them is asked for by "number of".
  if (aggregate && !counts && payloadOf(of, 'column') && !columnFigure(of, null)) return nothing
  const column = columnFigure(of, null)
  const above = column?.kind === 'column' ? { ...column, aggregate: naturalAggregate(column.ref) } : countOf(of)
  const below = countOf(per)
  // "Bookings per month" are told month by month.
  if (below?.kind === 'column' && isCalendarLabel(below.ref.column.label)) return nothing
  // "Rentals per category" tells of each of a few kinds, where no word asks for an average.
  if (!aggregate && below?.kind === 'rows' && (below.table.rows ?? mostKinds + 1) <= mostKinds) return nothing
  if (!above || !below || (above.kind === 'column' && above.aggregate === 'avg')) return nothing
  if (above.kind === 'rows' && below.kind === 'rows' && above.table === below.table) return nothing
  // "Guests per country" are told country by country.
  const isOfClass = !aggregate && !counts && above.kind === 'rows' && below.kind === 'column' && below.ref.table === above.table && isClass(below.ref)
  return makes(figure({ kind: 'ratio', numerator: above, denominator: below }), aggregate ? 1.4 : isOfClass ? -0.4 : 0.4)
}

function valueOfRows(aggregate: Edge | null | undefined, part: Edge | null | undefined) {
  const rows = countOf(part)
  if (!rows || aggregateOf(aggregate) !== 'avg') return nothing
  return makes(figure({ kind: 'ratio', numerator: { kind: 'sense', sense: 'money', aggregate: 'sum' }, denominator: rows }), 1.5)
}

/** "The average order": what its money comes to; of what happens alone. */
function averageRow(aggregate: Edge | null | undefined, part: Edge | null | undefined, layer: Layer) {
  const table = payloadOf(part, 'table')?.table
  if (!table || !happens(layer, table)) return nothing
  return valueOfRows(aggregate, part).map((made) => ({ ...made, bonus: 0.4, link: 0.6 }))
}

const outcomes = /^(?:closed )?(?:won|win|lost|loss|approved|rejected|accepted|declined|passed|failed)$/i

/** The share of rows that have a value. */
export function rateOf(part: Edge | null | undefined, bonus = 1.5) {
  const value = payloadOf(part, 'value')
  if (!value) return nothing
  const { ref } = value
  const rows: Figure = { kind: 'rows', table: ref.table }
  const filter = { table: ref.table.name, column: ref.column.name, operator: value.isKind ? ('contains' as const) : ('equals' as const), values: [value.value] }
  // Of what was won and lost, that which is still open is in neither.
  const ends = ref.column.sampleValues.filter((item) => outcomes.test(item.trim()))
  const decided = outcomes.test(value.value) && ends.length > 1 && ends.length < ref.column.sampleValues.length
  const denominator = decided ? { ...rows, filters: [{ ...filter, operator: 'equals' as const, values: ends }] } : rows
  return makes(figure({ kind: 'ratio', numerator: { ...rows, filters: [filter] }, denominator, percent: true }), bonus)
}
