import { eventTables, refersTo, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Figure, Ref, Sight, Span, SpanUnit } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { durationColumn } from '#domain/analyst/lexicon/column-kind.ts'
import { dueWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { beingLabels, birthLabels, clockLabels, spanLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { endings } from '#domain/analyst/lexicon/english/times/lasting.ts'
import { carryingLabels } from '#domain/analyst/lexicon/english/times/lateness.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic, Moment } from '#domain/semantics/semantic-query.ts'
import { durationOf, runsForward, startOf } from './moments.ts'

const spans = spanLabels.map(([from, to]): [RegExp, RegExp] => [wordPattern(from), wordPattern(to)])
const birthLabel = wordPattern(birthLabels)
const being = wordPattern(beingLabels)
const carrying = wordPattern(carryingLabels)

/** The length of time that a question asks for; null where the data does not tell it, or tells several. */
export function spanOf(span: Span, sight: Sight, near: LayerTable[]): Figure | null {
  const tables = span.of ? [span.of] : near
  if (span.between) return lasting(span.between[0], { column: span.between[1].column.name }, unitFor(span, ...span.between))
  if (span.isTillNow) return tillNow(span, sight, tables)
  const [to, ...others] = span.to ? [span.to] : endsFor(span.said ?? '', sight, tables)
  if (to && others.length === 0) {
    const from = beginningOf(to)
    return from && lasting(from, { column: to.column.name }, unitFor(span, from, to))
  }
  const ending = endings.find(({ said }) => said.includes(span.said ?? ''))
  if (span.said !== undefined && (!ending?.isWhole || others.length > 0)) return null
  const found = (span.of || near.length > 0 ? tables : sight.layer.tables.filter(({ isHidden }) => !isHidden)).flatMap((table) => {
    const whole = durationOf(table)
    return whole ? [{ table, whole }] : []
  })
  const [only] = found
  return only && found.length === 1 ? inUnit(only.whole, only.table, span) : null
}

/** The dates that a verb may mean, of the tables that are named or of those near them. */
function endsFor(said: string, { layer }: Sight, tables: LayerTable[]): Ref[] {
  const ending = endings.find((one) => one.said.includes(said))
  // What was resolved and then closed was resolved when its own word says so.
  const own = (column: LayerColumn) => wordsOf(column.label).some((word) => familyOf(word) === familyOf(said))
  const fits = [...(ending?.isHeld ? [] : [own]), ...(ending?.labels ?? []).map((label) => (column: LayerColumn) => wordPattern([label]).test(column.label))]
  const all = eventTables(layer).filter(({ isHidden }) => !isHidden)
  const beside = all.filter((table) => tables.some((one) => refersTo(layer, table).includes(one) || reaches(layer, table, one)))
  for (const some of [tables, beside, all]) {
    const ends = some.flatMap((table) => timeColumns(table).map((column): Ref => ({ table, column }))).filter((ref) => isEnd(ref) && beginningOf(ref))
    for (const fitting of fits) {
      const found = ends.filter(({ column }) => fitting(column))
      // What was delivered to the carrier is still on its way.
      const there = found.filter(({ column }) => !carrying.test(column.label))
      if (found.length > 0) return there.length > 0 ? there : found
    }
  }
  return []
}

const isEnd = ({ column }: Ref): boolean => !isDue(column) && !birthLabel.test(column.label)

function reaches(layer: Sight['layer'], from: LayerTable, to: LayerTable): boolean {
  const seen = new Set([from])
  for (const table of seen) for (const next of refersTo(layer, table)) seen.add(next)
  return seen.has(to)
}

const isDue = ({ label }: LayerColumn): boolean => wordsOf(label).some((word) => dueWords.has(word))

/** When what came to an end on a date began: by the pair their labels make, else on the only other date of its table, or the one that a table begins with. */
export function beginningOf({ table, column }: Ref): Ref | null {
  const others = timeColumns(table).filter((other) => other !== column && !isDue(other) && !birthLabel.test(other.label))
  for (const [from, to] of spans) {
    if (!to.test(column.label)) continue
    const begun = others.find(({ label }) => from.test(label))
    if (begun && runsForward({ table, column: begun }, { table, column })) return { table, column: begun }
  }
  const start = startOf(table)
  if (start && others.includes(start.column)) return start
  const [first] = others
  return first && !being.test(column.label) ? { table, column: first } : null
}

/** How long somebody has been there: since the date on which they began. */
function tillNow(span: Span, { today }: Sight, [table]: LayerTable[]): Figure | null {
  const from = table ? startOf(table) : null
  return from && today !== undefined ? lasting(from, { moment: today }, unitFor(span, from)) : null
}

const perUnit = { week: 7, month: 30.4375, year: 365.25 } as const

function lasting(from: Ref, to: Moment, unit: SpanUnit): Figure {
  const isLong = unit === 'week' || unit === 'month' || unit === 'year'
  const length: Arithmetic = { duration: { from: { column: from.column.name }, to, unit: isLong ? 'day' : unit } }
  const expression: Arithmetic = isLong ? { op: '/', left: length, right: { number: perUnit[unit] } } : length
  return { kind: 'formula', table: from.table, expression, aggregate: 'avg' }
}

/** Days where it is not said, and minutes between times of one day. */
function unitFor({ unit, said, name }: Span, ...ends: Ref[]): SpanUnit {
  const isShort = endings.some((one) => one.isShort && one.said.includes(name ?? said ?? ''))
  return unit ?? (ends.length > 1 && ends.every(({ column }) => hasClock(column) && (isShort || clockWord.test(column.label))) ? 'minute' : 'day')
}

const clockWord = wordPattern(clockLabels)
export const hasClock = ({ type, min, max }: LayerColumn): boolean =>
  type === 'timestamp' || type === 'time' || [min, max].some((value) => /\d:\d\d/.test(value ?? ''))

/** A length told by a column is in its own unit. */
function inUnit(whole: Figure, table: LayerTable, span: Span): Figure | null {
  if (whole.kind !== 'formula' || !('duration' in whole.expression)) return span.unit === undefined || durationColumn(table) === null ? whole : null
  const { from, to } = whole.expression.duration
  const refs = [from, to]
    .flatMap((moment) => ('column' in moment ? table.columns.filter(({ name }) => name === moment.column) : []))
    .map((column): Ref => ({ table, column }))
  const [first] = refs
  return first ? lasting(first, to, unitFor(span, ...refs)) : whole
}
