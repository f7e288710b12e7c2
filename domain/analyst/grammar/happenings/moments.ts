import { eventTables, refersTo, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { beingLabel, birthLabel, deathLabel } from '#domain/analyst/grammar/label-patterns.ts'
import type { Figure, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { durationColumn } from '#domain/analyst/lexicon/column-kind.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { endsPhase } from '#domain/analyst/lexicon/ending-date.ts'
import { dueWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { endLabels, paidLabels, spanLabels, startLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { eventStems } from '#domain/analyst/lexicon/english/times/moments.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { holdsNumbersAsText, isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, Grain } from '#domain/semantics/semantic-query.ts'
import { lengthInParts, tenureOf } from './tenure.ts'

const endLabel = wordPattern(endLabels)
const eventFamilies = new Set([...eventStems].map(familyOf))

/** Dates that are the two ends of one thing. */
const spans = spanLabels.map(([from, to]): [RegExp, RegExp] => [wordPattern(from), wordPattern(to)])

const find = (table: LayerTable, fits: (column: LayerColumn) => boolean): Ref | null => {
  const column = timeColumns(table).find(fits)
  return column ? { table, column } : null
}

/** When what a row tells of came to its end, where many rows may have none yet. */
export const endOf = (table: LayerTable): Ref | null =>
  find(table, ({ label }) => endLabel.test(label) && !endsPhase(label)) ?? find(table, ({ label }) => deathLabel.test(label))
const startLabel = wordPattern(startLabels)
/** When what a row tells of began. */
export const startOf = (table: LayerTable): Ref | null => find(table, ({ label }) => startLabel.test(label))
export const birthOf = (table: LayerTable): Ref | null => find(table, ({ label }) => birthLabel.test(label))

/** From the first of its dates to that of its end. */
export function durationOf(table: LayerTable): Figure | null {
  const told = durationColumn(table)
  if (told) return { kind: 'column', ref: { table, column: told }, aggregate: 'avg' }
  const parts = lengthInParts(table)
  if (parts) return parts
  const tenure = tenureOf(table)
  if (tenure) return { kind: 'column', ref: tenure.ref, aggregate: 'avg' }
  for (const [begun, ended] of spans) {
    const [from, to] = [find(table, ({ label }) => begun.test(label)), find(table, ({ label }) => ended.test(label))]
    if (from && to && from.column !== to.column) return runsForward(from, to) ? lasting(table, from, to) : lasting(table, to, from)
  }
  const to = find(table, ({ label }) => endLabel.test(label) && !endsPhase(label))
  const from = to && find(table, (column) => column !== to.column && !birthLabel.test(column.label) && !/updat|modif/i.test(column.label))
  if (!to || !from) return null
  return lasting(table, from, to)
}

/** Whether of two dates the second is the later one, by what they hold: what comes in for repair goes out after that, and what is lent comes in last. */
export function runsForward({ column: from }: Ref, { column: to }: Ref): boolean {
  const isDay = (value: string | null): value is string => value !== null && /^\d{4}-/.test(value)
  return !isDay(from.min) || !isDay(to.min) || from.min <= to.min
}

/** From the beginning of what a row tells of to one of its dates. */
export function durationTo({ table, column }: Ref): Figure | null {
  const begun = spans.flatMap(([from]) => find(table, (other) => other !== column && from.test(other.label)) ?? [])
  const from = begun[0] ?? startOf(table)
  return from && from.column !== column ? lasting(table, from, { table, column }) : null
}

function lasting(table: LayerTable, from: Ref, to: Ref): Figure {
  const expression = { duration: { from: { column: from.column.name }, to: { column: to.column.name }, unit: 'day' as const } }
  return { kind: 'formula', table, expression, aggregate: 'avg' }
}

/** Years since the birth of whom the rows tell. */
export function ageOf(sight: Sight, near: LayerTable | null): Figure | null {
  const tables = [...(near ? [near, ...refersTo(sight.layer, near)] : []), ...sight.layer.tables.filter(({ isHidden }) => !isHidden)]
  const [birth] = tables.flatMap((table) => birthOf(table) ?? [])
  if (!birth || sight.today === undefined) return null
  const days = { duration: { from: { column: birth.column.name }, to: { moment: sight.today }, unit: 'day' as const } }
  return { kind: 'formula', table: birth.table, expression: { op: '/', left: days, right: { number: 365.25 } }, aggregate: 'avg' }
}

/** What a word of an event names: the date column it is part of, "left" of an exit date. */
export function eventColumn(ref: Ref, said: string): boolean {
  const stem = said.includes('-') ? singular(said.replaceAll(/[\s-]/g, '')) : said
  return ref.column.semanticType === 'time' && (eventStems.has(stem) || eventFamilies.has(familyOf(stem))) && !birthLabel.test(ref.column.label)
}

export const present = ({ table, column }: Ref): Filter => ({ table: table.name, column: column.name, operator: 'is_not_empty', values: [] })
export const empty = ({ table, column }: Ref): Filter => ({ table: table.name, column: column.name, operator: 'is_empty', values: [] })

const isYear = (column: LayerColumn): boolean => (isNumericType(column) || holdsNumbersAsText(column)) && Number(column.max) < 10_000

/** The date a question about a figure runs along: one of its table, that of its own words first ("close value" by close date), else one of a table that its rows refer to. */
export function dateOf(sight: Sight, figure: Figure | null, table: LayerTable | null, grain: Grain | null): Ref | null {
  const { layer } = sight
  if (grain === 'hour_of_day' && table)
    for (const of of [table, ...refersTo(layer, table)]) {
      const clock = of.columns.find((column) => !column.isHidden && column.type === 'time')
      if (clock) return { table: of, column: clock }
    }
  // A year has no months and no days.
  const isFiner = grain !== null && grain !== 'year'
  // What was paid of a bill is of the day of the bill.
  const words = figure?.kind === 'column' ? wordsOf(figure.ref.column.label).filter((word) => !paidLabels.includes(word)) : []
  const named =
    table &&
    find(
      table,
      ({ label, ...column }) =>
        !(isFiner && isYear({ label, ...column })) && wordsOf(label).some((word) => word !== 'date' && !dueWords.has(word) && words.includes(word)),
    )
  if (named) return named
  const rank = (one: LayerTable) => eventTables(layer).indexOf(one)
  for (const of of table ? [table, ...[...refersTo(layer, table)].sort((a, b) => rank(a) - rank(b))] : eventTables(layer)) {
    const found = timeColumns(of).length > 0 ? defaultDate(isFiner ? { ...of, columns: of.columns.filter((column) => !isYear(column)) } : of) : null
    // When a trainer was hired dates none of the classes.
    const column = found && of !== table && table !== null && beingLabel.test(found.label) ? null : found
    // Births and deaths date no rows.
    if (column && !birthLabel.test(column.label) && !deathLabel.test(column.label)) return { table: of, column }
  }
  return null
}
