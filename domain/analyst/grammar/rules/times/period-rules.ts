import { isFigure, naturalAggregate } from '#domain/analyst/grammar/facts.ts'
import { conditionIn, equals, figureIn, made, periodOf, verbFigure } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule, rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Condition, Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { comesEach } from './rhythm-rules.ts'

type Part = Edge | null | undefined

/** Figures per stretch of time, how many days something happened on, and what none or one is had of. */
export const periodRules: Rule[] = [
  ownRule(
    'average-per-period',
    3,
    'aggregate grain figure',
    ([aggregate, grain, part], { layer }) => (comesEach(grain, part, layer) ? nothing : perPeriod(aggregate, grain, part, 1)),
    'average daily sales',
  ),
  ownRule(
    'figure-per-period',
    3,
    'aggregate figure per/a/each/every grain',
    ([aggregate, part, , grain]) => perPeriod(aggregate, grain, part, 1.6),
    'average revenue per month',
  ),
  ownRule('periods', 2, 'on? how many different? grain', ([, , , , grain]) => periods(grain), 'on how many days did we sell anything'),
  ownRule('period-by-period', 4, 'grain by grain', ([one, , other]) => eachOf(one, other), 'sales month by month'),
  ownRule('kind-of-days', 4, 'how? many? value grain', ([, , such, grain]) => daysOfKind(such, grain), 'how many rainy days did we have'),
  ownRule(
    'share-of-days',
    4,
    'what? percent/percentage/share/proportion of grain is/are/was/were? condition',
    ([, , , grain, , such]) => shareOfDays(grain, such),
    'what share of days is sunny',
  ),
  ownRule('such-days', 4, 'on? how many condition', ([, , , such]) => daysSuch(such), 'on how many Sundays were we open'),
  ownRule('how-much-such-verb', 4, 'how much condition verb', ([, , such, verb]) => ofVerb(verb, such), 'how much does Ada Lovelace earn'),
  ownRule('none-of-column', 4, 'no/without/zero column', ([, part]) => noneOf(part), 'employees without a bonus'),
  ownRule('once', 4, 'verb? only/just/exactly? once/twice', ([, word, times]) => soOften(times, word !== null), 'customers who ordered only once'),
  ownRule('between-and', 4, 'between condition and condition', ([, one, , other]) => beside(one, other), 'difference in salary between men and women'),
  ownRule(
    'percent-done',
    4,
    'what? percent/percentage/share/proportion of figure is/are/was/were? used/spent/made/done/earned/paid condition',
    percentDone,
    'what percent of our energy is used on weekends',
  ),
  ownRule(
    'share-of-time',
    4,
    'what? percent/percentage/share/proportion of time',
    () => made({ portion: { kind: 'sense', sense: 'rows', aggregate: null } }, 3),
    'what share of the time are we at full load',
  ),
  ownRule(
    'part-of-figure',
    4,
    'what? percent/percentage/share/proportion/fraction of figure do/does/did/is/was? table? column',
    partByColumn,
    'what percent of the claim cost do the payers cover',
  ),
  ownRule(
    'from-first-to',
    4,
    'from? first/second/third to/and/with/against period',
    ([, first, , later]) => fromEarlier(first, later),
    'by what percentage did revenue change from the first to the second quarter',
  ),
  rule(
    'over-period',
    3,
    'over/during/throughout/across period',
    ([, part]) => periodOf(part).map((item) => ({ ...item, bonus: 0.4 })),
    'how did our spend develop over 2024',
  ),
  ownRule('column-rate', 2, 'column rate', ([part]) => rateOfColumn(part), 'coverage rate per payer'),
]

/** Sums and counts are told for each of their periods; an average of averages is not. */
function perPeriod(aggregate: Part, unit: Part, part: Part, bonus: number): Made[] {
  const [figure, grain] = [figureIn(part), payloadOf(unit, 'grain')?.grain]
  if (payloadOf(aggregate, 'aggregate')?.aggregate !== 'avg' || !figure || !grain || grain.includes('_of_')) return nothing
  const isSum = figure.kind === 'rows' || figure.kind === 'sense' || (figure.kind === 'column' && (figure.aggregate ?? naturalAggregate(figure.ref)) === 'sum')
  if (!isSum) return nothing
  const above: Figure = figure.kind === 'rows' ? { kind: 'rows', table: figure.table } : { ...figure, aggregate: 'sum' }
  return makes({ is: 'figure', figure: { kind: 'ratio', numerator: above, denominator: { kind: 'periods', grain } } }, bonus)
}

function periods(part: Part): Made[] {
  const grain = payloadOf(part, 'grain')?.grain
  return grain && !grain.includes('_of_') ? makes({ is: 'figure', figure: { kind: 'periods', grain } }, 3) : nothing
}

function eachOf(one: Part, other: Part): Made[] {
  const grain = payloadOf(one, 'grain')?.grain
  return grain && grain === payloadOf(other, 'grain')?.grain ? made({ groups: [{ kind: 'time', grain, ref: null }] }, 2.5) : nothing
}

/** "Rainy days": those of the rows that have the value. */
function daysOfKind(such: Part, part: Part): Made[] {
  const grain = dayGrain(part)
  return grain
    ? equals(such, false).flatMap(({ payload }) =>
        payload.is === 'condition' ? made({ figures: [{ kind: 'periods', grain }], conditions: [payload.condition] }, 2.5) : [],
      )
    : nothing
}

function shareOfDays(part: Part, such: Part): Made[] {
  const [grain, that] = [dayGrain(part), conditionIn(such)]
  return grain && that?.kind === 'filter' ? made({ part: { figure: { kind: 'periods', grain }, conditions: [that] } }, 3.5) : nothing
}

const dayGrain = (part: Part) => {
  const grain = payloadOf(part, 'grain')?.grain
  return grain === 'day' ? grain : null
}

const weekdayLabel = /\b(?:week ?day|day of (?:the )?week|day)\b/i

/** How many Sundays: days of which it is said, whatever tells of it. */
function daysSuch(part: Part): Made[] {
  const that = conditionIn(part)
  const isDay =
    (that?.kind === 'cyclic' && that.grain === 'day_of_week') ||
    (that?.kind === 'filter' && 'column' in that.filter && weekdayLabel.test(that.filter.column.replaceAll('_', ' ')))
  return isDay ? made({ figures: [{ kind: 'periods', grain: 'day' }], conditions: [that as Condition] }, 3) : nothing
}

const ordinals = ['first', 'second', 'third']

/** "From the first to the second quarter": the unit is said once, with the later one. */
function fromEarlier(first: Part, later: Part): Made[] {
  const time = payloadOf(later, 'period')?.time
  const [from = '', to] = time?.values ?? []
  const [, year, quarter] = /^(\d{4})-Q(\d)$/.exec(from) ?? []
  const at = ordinals.indexOf(first?.text.toLowerCase() ?? '') + 1
  if (!time || year === undefined || at === 0) return nothing
  const isHalf = time.operator === 'between' && to === `${year}-Q${Number(quarter) + 1}`
  if (!isHalf && time.operator !== 'equals') return nothing
  const values = isHalf ? [`${year}-Q${at * 2 - 1}`, `${year}-Q${at * 2}`] : [`${year}-Q${at}`]
  if (values[0] === from || (isHalf && at > 2)) return nothing
  const earlier: Condition = { kind: 'period', time: { ...time, values } }
  return made({ compared: [{ kind: 'period', time }, earlier], derive: 'change' }, 3)
}

function ofVerb(verb: Part, such: Part): Made[] {
  const [figure, that] = [verbFigure(verb), conditionIn(such)]
  return figure && that ? made({ figures: [figure], conditions: [that] }, 3) : nothing
}

/** None of a number: whatever is told of it is 0. */
function noneOf(part: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  return ref && isFigure(ref.column)
    ? made({ having: { figure: { kind: 'column', ref, aggregate: 'max' }, bound: { operator: 'equals', value: 0 } } }, 3)
    : nothing
}

/** "Only once" is exactly so often; without a word that says so it may be at least. */
function soOften(times: Part, isExact: boolean): Made[] {
  const value = times?.text.toLowerCase() === 'twice' ? 2 : 1
  return isExact ? made({ having: { figure: { kind: 'sense', sense: 'rows', aggregate: null }, bound: { operator: 'equals', value } } }, 3) : nothing
}

function beside(first: Part, second: Part): Made[] {
  const [one, other] = [conditionIn(first), conditionIn(second)]
  const isSame =
    one?.kind === 'filter' && other?.kind === 'filter' && 'column' in one.filter && 'column' in other.filter && one.filter.column === other.filter.column
  return isSame ? made({ compared: [one, other] }, 2) : nothing
}

function percentDone([, , , part, , , such]: (Edge | null)[]): Made[] {
  const [figure, that] = [figureIn(part), conditionIn(such)]
  return figure && that ? made({ part: { figure, conditions: [that] } }, 4) : nothing
}

const summed = (part: Part): Figure | null => {
  const ref = payloadOf(part, 'column')?.ref
  return ref && isFigure(ref.column) ? { kind: 'column', ref, aggregate: 'sum' } : null
}

/** Which part one amount is of another. */
function partByColumn([, , , part, , , by]: (Edge | null)[]): Made[] {
  const [whole, own] = [figureIn(part), summed(by)]
  if (whole?.kind !== 'column' || own?.kind !== 'column' || whole.ref.column === own.ref.column || whole.ref.table !== own.ref.table) return nothing
  const ratio: Figure = { kind: 'ratio', numerator: own, denominator: { ...whole, aggregate: 'sum' }, percent: true }
  return made({ figures: [ratio] }, 4)
}

const isWhole = /\btotal\b/i

/** The rate of an amount: the part it is of the total beside it. */
function rateOfColumn(part: Part): Made[] {
  const own = summed(part)
  if (own?.kind !== 'column') return nothing
  const [total, ...others] = own.ref.table.columns.filter(
    (column) => column !== own.ref.column && !column.isHidden && isFigure(column) && isWhole.test(column.label),
  )
  if (!total || others.length > 0) return nothing
  return makes(
    { is: 'figure', figure: { kind: 'ratio', numerator: own, denominator: { ...own, ref: { table: own.ref.table, column: total } }, percent: true } },
    1.5,
  )
}
