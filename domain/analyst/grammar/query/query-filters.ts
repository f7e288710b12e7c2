import { isFlag, refersTo } from '#domain/analyst/grammar/facts.ts'
import { dueFor, lateFilter, reaches, settledFilters } from '#domain/analyst/grammar/happenings/lateness.ts'
import { empty, endOf, present, startOf } from '#domain/analyst/grammar/happenings/moments.ts'
import { inUnitsOf, tenureOf } from '#domain/analyst/grammar/happenings/tenure.ts'
import type { Condition, Group, Ref } from '#domain/analyst/grammar/terms.ts'
import { dayBack } from '#domain/analyst/language/calendar.ts'
import type { TimeMention } from '#domain/analyst/language/time.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { goesOn } from '#domain/analyst/lexicon/ending-date.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, Grain } from '#domain/semantics/semantic-query.ts'
import { dateFor, fail, type State } from './query-state.ts'

function periodFilter(time: TimeMention, date: Ref): Filter {
  return { table: date.table.name, column: date.column.name, operator: time.operator, values: time.values }
}

/** Months and days are in no column of years. */
const finerThanYear = ({ values }: TimeMention): Grain | null => (values.every((value) => /^\d{4}$/.test(value)) ? null : 'day')

/** "Accounts upgraded in 2024": where a mark of rows that belong to those asked about is what is dated, it is so by the date of those rows. */
function flaggedDate(conditions: Condition[], table: LayerTable | null, { dated, sight: { layer } }: State): Ref | null {
  const marked = conditions.flatMap((condition) => {
    const { filter } = condition.kind === 'filter' ? condition : { filter: null }
    const of = filter && 'column' in filter ? layer.tables.find(({ name }) => name === filter.table) : undefined
    const column = of?.columns.find(({ name }) => filter && 'column' in filter && name === filter.column)
    return of && column && isFlag(column) && table && of !== table && refersTo(layer, of).includes(table) ? [of] : []
  })
  const [only, ...others] = marked
  const column = only && others.length === 0 && dated === null ? defaultDate(only) : null
  return only && column ? { table: only, column } : null
}

export function filtersOf(conditions: Condition[], table: LayerTable | null, state: State): Filter[] {
  return conditions.flatMap((condition): Filter[] => {
    if (condition.kind === 'filter') return [condition.filter]
    if (condition.kind === 'period')
      return [periodFilter(condition.time, flaggedDate(conditions, table, state) ?? dateFor(table, state, finerThanYear(condition.time)))]
    if (condition.kind === 'event') return mayBeMissing(condition.ref.column) ? [present(condition.ref)] : []
    if (condition.kind === 'overdue')
      return [{ table: condition.ref.table.name, column: condition.ref.column.name, operator: 'less_than', values: [state.sight.today ?? fail()] }]
    if (condition.kind === 'aged') return [agedFilter(condition, state)]
    if (condition.kind === 'late') return [lateOf(condition, table, state)]
    if (condition.kind === 'cyclic') return [recurringFilter(condition, dateFor(table, state, condition.grain))]
    const end = table && endOf(table)
    if (condition.kind === 'since') return [sinceFilter(condition, table, state), ...(end ? [empty(end)] : [])]
    const running = table && goesOn(table)
    return running ? [running] : end ? [empty(end)] : condition.isLoose ? [] : fail()
  })
}

function agedFilter({ ref, isOlder, years }: Extract<Condition, { kind: 'aged' }>, { sight }: State): Filter {
  const [year = 0, month = 0, day = 0] = (sight.today ?? fail()).split('-').map(Number)
  const born = dayBack('year', years, { year, month, day })
  return { table: ref.table.name, column: ref.column.name, operator: isOlder ? 'less_than' : 'greater_than', values: [born] }
}

function lateOf({ late }: Extract<Condition, { kind: 'late' }>, table: LayerTable | null, { sight }: State): Filter {
  const due = dueFor(sight.layer, late, table ? [table] : []) ?? fail()
  // Late customers may be those who pay or those who come late.
  if (table && late.said === null && !reaches(sight.layer, table, due.table)) return fail()
  return lateFilter(due, late.state, sight.today) ?? fail()
}

/** Of rows that are not done with yet nobody knows whether they are late: they are no part of what a share is of. */
export function settledOnly(conditions: Condition[], table: LayerTable | null, { sight }: State): Filter[] {
  return conditions.flatMap((condition) => {
    const due = condition.kind === 'late' && condition.late.state !== 'open' ? dueFor(sight.layer, condition.late, table ? [table] : []) : null
    return due ? settledFilters(due) : []
  })
}

/** Hours of the night are those late and those early. */
function recurringFilter({ grain, from, to }: Extract<Condition, { kind: 'cyclic' }>, { table, column }: Ref): Filter {
  const on = { table: table.name, column: column.name, grain }
  if (from === to) return { ...on, operator: 'equals', values: [from] }
  if (from < to) return { ...on, operator: 'between', values: [from, to] }
  return {
    or: [
      { ...on, operator: 'greater_or_equal', values: [from] },
      { ...on, operator: 'less_or_equal', values: [to] },
    ],
  }
}

function sinceFilter({ isLonger, isInclusive, count, unit }: Extract<Condition, { kind: 'since' }>, table: LayerTable | null, state: State): Filter {
  const tenure = table && !startOf(table) ? tenureOf(table) : null
  if (tenure) {
    const { ref } = tenure
    const operator = isInclusive ? (isLonger ? 'greater_or_equal' : 'less_or_equal') : isLonger ? 'greater_than' : 'less_than'
    return { table: ref.table.name, column: ref.column.name, operator, values: [inUnitsOf(tenure, count, unit)] }
  }
  const [year = 0, month = 0, day = 0] = (state.sight.today ?? fail()).split('-').map(Number)
  const date = (table && startOf(table)) ?? dateFor(table, state)
  return {
    table: date.table.name,
    column: date.column.name,
    operator: isLonger ? 'less_than' : 'greater_than',
    values: [dayBack(unit, count, { year, month, day })],
  }
}

/** What has no date is in no period. */
export function datedOnly(groups: Group[], table: LayerTable | null, state: State): Filter[] {
  const time = groups.find((group) => group.kind === 'time')
  const date = time && (time.ref ?? dateFor(table, state, time.grain))
  return date && mayBeMissing(date.column) ? [present(date)] : []
}
