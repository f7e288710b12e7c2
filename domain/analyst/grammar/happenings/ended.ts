import { happens, refersTo } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import { beingLabel, undatedLabel } from '#domain/analyst/grammar/label-patterns.ts'
import type { Condition, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { endingColumn } from '#domain/analyst/lexicon/ending-date.ts'
import { endedValues } from '#domain/analyst/lexicon/english/meanings/leaving.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { dueFor } from './lateness.ts'
import { startOf } from './moments.ts'

/** The date on which what is cancelled, or who left, came to its end: who cancelled in May did so then, and did not join then. */
function endedOn(conditions: Condition[], { layer }: Sight): Ref | null {
  for (const condition of conditions) {
    if (condition.kind !== 'filter' || !('column' in condition.filter) || condition.filter.operator !== 'equals') continue
    const { values, table: name } = condition.filter
    const table = layer.tables.find((one) => one.name === name)
    if (!table || !values.every((value) => endedValues.has(String(value).trim().toLowerCase()))) continue
    const end = endingColumn(table)
    if (end) return { table, column: end }
  }
  return null
}

/** The date on which something was done late or in time, where the verb for it is said: what came back late last year came back then. */
function doneOn({ conditions, figures }: Frame, { layer }: Sight): Ref | null {
  const near = figures.flatMap((figure) => (figure.kind === 'rows' ? [figure.table] : []))
  const [late] = conditions.flatMap((condition) => (condition.kind === 'late' && condition.late.said !== null ? [condition.late] : []))
  return late && late.state !== 'open' ? (dueFor(layer, late, near)?.done ?? null) : null
}

/** The date of the rows that tell what happened to those who are counted: who upgraded in May did so in that row, and did not sign up then. */
function happenedOn({ conditions, figures }: Frame, { layer }: Sight): Ref | null {
  const counted = figures.flatMap((figure) => (figure.kind === 'rows' ? [figure.table] : []))
  for (const condition of conditions) {
    const table = condition.kind === 'filter' ? layer.tables.find(({ name }) => name === condition.tables[0]) : undefined
    const date = table && happens(layer, table) ? defaultDate(table) : null
    const isOfThem = table && counted.length > 0 && counted.every((of) => of !== table && refersTo(layer, table).includes(of) && isOfBeing(of))
    if (table && date && isOfThem) return { table, column: date }
  }
  return null
}

/** Whether the only date of rows is that on which they came to be. */
function isOfBeing(table: LayerTable): boolean {
  const column = defaultDate(table)
  return column === null || column === startOf(table)?.column || beingLabel.test(column.label) || undatedLabel.test(column.label)
}

/** The date that periods are meant along, where what is said of the rows tells it. */
export function datedBy(frame: Frame, sight: Sight): Ref | null {
  const isOfPeriod = frame.conditions.some(({ kind }) => kind === 'period')
  return endedOn(frame.conditions, sight) ?? (isOfPeriod ? (doneOn(frame, sight) ?? happenedOn(frame, sight)) : null)
}
