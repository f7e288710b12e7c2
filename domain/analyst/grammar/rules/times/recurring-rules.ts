import { conditionIn, grouped, groupOf, made, numberIn } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule, rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Condition, Edge, Sight } from '#domain/analyst/grammar/terms.ts'
import type { TimeMention } from '#domain/analyst/language/time.ts'
import { ordinalOf } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'

type Part = Edge | null | undefined

/** Parts of time that come again, spans between two periods, and how long something has been so. */
export const recurringRules: Rule[] = [
  rule('recurring', 3, 'recurring hours/months/days?', ([part]) => recurs(part), 'sales on Sundays'),
  ownRule('after-hour', 3, 'after/since/from clock', ([, hour]) => hours(hourIn(hour), 23), 'orders after 9 pm'),
  ownRule('before-hour', 3, 'before/until/till/by clock', ([, hour]) => hours(0, lastBefore(hour)), 'orders before 8 am'),
  ownRule(
    'between-hours',
    3,
    'between/from clock and/to/until/till/- clock',
    ([, from, , to]) => hours(hourIn(from), lastBefore(to)),
    'between 10 pm and 6 am',
  ),
  rule('span', 3, 'period to/until/till/through/- period', ([from, , to]) => spanOf(from, to), 'June to August'),
  ownRule('ordinal-span', 3, 'from? first/second/third/1st/2nd/3rd to/and second/third/fourth? period', spanOfQuarters, 'from the first to the second quarter'),
  ownRule(
    'been-for',
    4,
    'been condition? for bound days/weeks/months/years',
    ([, such, , bound, unit]) => been(such, bound, unit),
    'employees who have been with us for more than 10 years',
  ),
  ownRule(
    'been-for-one',
    4,
    'been condition? for bound-word day/week/month/year',
    ([, such, , bound, unit]) => been(such, bound, unit),
    'deals that have been open for more than a year',
  ),
  ownRule(
    'open-for',
    4,
    'condition for bound days/weeks/months/years',
    ([such, , bound, unit]) => (conditionIn(such)?.kind === 'open' ? been(such, bound, unit) : nothing),
    'tickets still open for more than 30 days',
  ),
  ownRule(
    'been-for-or-less',
    4,
    'condition for number? day/week/month/year/days/weeks/months/years or/and less/more/longer',
    ([such, , count, unit, , word]) => (conditionIn(such)?.kind === 'open' ? beenOr(numberIn(count) ?? 1, unit, word) : nothing),
    'members who have been with us for a year or less',
  ),
  ownRule(
    'bins',
    4,
    'in? steps/buckets/bins/bands/intervals/groups/brackets/blocks/chunks of number column|grain|years/degrees/points/percent/euros/dollars/kilos/kg/km/miles?',
    ([, , , width]) => steps(numberIn(width)),
    'salaries in steps of 10,000',
  ),
  ownRule(
    'bins-of-tens',
    4,
    'in? tens/hundreds/thousands of? years/dollars/euros?',
    ([, word]) => steps(powers[word?.text.toLowerCase() ?? ''] ?? null),
    'ages in tens',
  ),
  rule('column-distribution', 4, 'column distribution/spread/histogram', ([part]) => distribution(part), 'salary distribution'),
  ownRule('spread-over', 4, 'spread/distributed/split over/by/across/among column', ([, , part]) => binned(part, 3), 'orders spread over weight'),
  ownRule(
    'spread-in-time',
    4,
    'spread/spreads/distributed/split/vary/varies/differ over/by/across/among/between grain',
    ([, , part]) => grouped(part, 3),
    'orders spread over the days of the week',
  ),
  ownRule('spread', 4, 'distributed/spread', () => made({ step: 0 }, 1), 'how are salaries distributed'),
  ownRule(
    'recurring-between',
    3,
    'at/in? recurring between/from clock and/to/until/till/- clock',
    ([, , , from, , to]) => hours(hourIn(from), lastBefore(to), 3),
    'at night between 10 pm and 4 am',
  ),
  ownRule(
    'share-in-recurring',
    4,
    'what/which? percent/percentage/share/proportion of all? condition happen/happens/happened/occur/occurs/occurred/is/are/take/takes? place? condition',
    ([, , , , of, , , such], sight) => shareWithin(of, such, sight),
    'what percent of returns happen at night',
  ),
  ownRule('since-start', 3, 'since/from start/beginning of period', ([, , , part]) => onward(part), 'since the start of 2023'),
  ownRule(
    'on-average-period',
    4,
    'on/in/per/for a/an? aggregate grain',
    ([, , aggregate, grain]) => onAverage(aggregate, grain),
    'how many orders do we have on an average day',
  ),
  ownRule(
    'added-up-over',
    4,
    'added/adding up over/in/during/for/through grain? period',
    ([, , , grain, part]) => runningOver(grain, part),
    'sales added up over 2018, by month',
  ),
  rule('distribution-of', 4, 'distribution/spread/histogram of column', ([, , part]) => distribution(part), 'distribution of salaries'),
  ownRule('column-range', 4, 'by/per column range/group/bracket/band/class', ([, part]) => binned(part, 2), 'customers by age group'),
]

const powers: Record<string, number> = { tens: 10, hundreds: 100, thousands: 1000 }

const hourIn = (part: Part): number | null => payloadOf(part, 'clock')?.hour ?? null
const lastBefore = (part: Part): number | null => {
  const hour = hourIn(part)
  return hour === null ? null : (hour + 23) % 24
}

function recurs(part: Part): Made[] {
  const found = payloadOf(part, 'recurring')?.time
  return found ? makes({ is: 'condition', condition: { kind: 'cyclic', ...found } }) : nothing
}

const hours = (from: number | null, to: number | null, bonus = 2): Made[] =>
  from === null || to === null ? nothing : makes({ is: 'condition', condition: { kind: 'cyclic', grain: 'hour_of_day', from, to } }, bonus)

const timeIn = (part: Part): TimeMention | null => payloadOf(part, 'period')?.time ?? null

/** From the beginning of one period to the end of another. */
function spanOf(first: Part, last: Part): Made[] {
  const [from, to] = [timeIn(first), timeIn(last)]
  const values = [from?.values[0], to?.values.at(-1)]
  const [start, end] = values
  if (!from || !to || start === undefined || end === undefined || from.operator !== 'equals' || to.operator !== 'equals' || start > end) return nothing
  return makes({ is: 'condition', condition: spanning(from, start, end) }, 0.5)
}

const spanning = (time: TimeMention, from: string, to: string): Condition => ({
  kind: 'period',
  time: { ...time, operator: 'between', values: [from, to], label: `from ${from} to ${to}` },
})

/** The second of two quarters tells of which year the first is. */
function spanOfQuarters([, first, , second, period]: (Edge | null)[]): Made[] {
  const time = timeIn(period)
  const [, year = '', quarter] = /^(\d{4})-Q([1-4])$/.exec(time?.values[0] ?? '') ?? []
  const from = ordinalOf(first?.text.toLowerCase() ?? '')
  const to = second ? ordinalOf(second.text.toLowerCase()) : Number(quarter)
  if (time?.values.length !== 1 || !from || Number(quarter) !== to || from >= to) return nothing
  return makes({ is: 'condition', condition: spanning(time, `${year}-Q${from}`, `${year}-Q${to}`) }, 3)
}

function been(such: Part, part: Part, unit: Part): Made[] {
  const bound = payloadOf(part, 'bound')?.bound ?? { operator: payloadOf(part, 'bound-word')?.operator, value: 1 }
  const of = unit?.text.toLowerCase().replace(/s$/, '') ?? ''
  if (bound.operator === undefined || !grainWords.has(of) || bound.operator === 'equals') return nothing
  const since: Condition = { kind: 'since', isLonger: bound.operator.startsWith('greater'), count: bound.value, unit: of }
  const that = conditionIn(such)
  return made({ conditions: [...(that && that.kind !== 'open' ? [that] : []), since] }, 3)
}

function beenOr(count: number, unit: Part, word: Part): Made[] {
  const of = unit?.text.toLowerCase().replace(/s$/, '') ?? ''
  const isLonger = word?.text.toLowerCase() !== 'less'
  return made({ conditions: [{ kind: 'since', isLonger, isInclusive: true, count, unit: of }] }, 4)
}

const steps = (width: number | null): Made[] => (width !== null && width > 0 ? made({ step: width }, 3) : nothing)

/** The part of the rows of a kind that falls into a part of time that comes again. */
function shareWithin(of: Part, such: Part, { layer }: Sight): Made[] {
  const [whole, within] = [conditionIn(of), conditionIn(such)]
  const table = whole?.kind === 'filter' ? layer.tables.find(({ name }) => whole.tables.includes(name)) : undefined
  if (!whole || !table || within?.kind !== 'cyclic') return nothing
  return made({ part: { figure: { kind: 'rows', table }, conditions: [within] }, conditions: [whole] }, 5)
}

/** From its first day on. */
function onward(part: Part): Made[] {
  const time = timeIn(part)
  const [from] = time?.values ?? []
  if (!time || from === undefined || (time.operator !== 'equals' && time.operator !== 'between')) return nothing
  const since: TimeMention = { ...time, operator: 'greater_or_equal', values: [from], label: `since ${from}` }
  return makes({ is: 'condition', condition: { kind: 'period', time: since } }, 2)
}

/** What is had in one of them on average. */
function onAverage(aggregate: Part, part: Part): Made[] {
  const grain = payloadOf(part, 'grain')?.grain
  const isAverage = payloadOf(aggregate, 'aggregate')?.aggregate === 'avg'
  return grain && isAverage && !grain.includes('_of_') ? made({ aggregate: 'avg', groups: [{ kind: 'time', grain, ref: null }] }, 2.5) : nothing
}

function runningOver(grain: Part, part: Part): Made[] {
  const [time, group] = [timeIn(part), groupOf(grain)]
  return time ? made({ derive: 'running', conditions: [{ kind: 'period', time }], ...(group ? { groups: [group] } : {}) }, 3) : nothing
}

function binned(part: Part, bonus: number): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  return ref && conditionIn(part) === null ? made({ groups: [{ kind: 'bin', ref, width: null }] }, bonus) : nothing
}

function distribution(part: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  return ref ? made({ groups: [{ kind: 'bin', ref, width: null }], figures: [{ kind: 'rows', table: ref.table }] }, 2) : nothing
}
