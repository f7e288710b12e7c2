import { eventTables, isFigure, refersTo, timeColumns, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Figure, Late, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { billedLabels } from '#domain/analyst/lexicon/english/business/debts.ts'
import { dueWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { allowedLabels, anyFinish, carryingLabels, finishes, givenUpStates, ongoingStates } from '#domain/analyst/lexicon/english/times/lateness.ts'
import { plainDateLabels } from '#domain/analyst/lexicon/english/times/time-taken.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { isNumericType, mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic, Filter } from '#domain/semantics/semantic-query.ts'
import { empty, present, startOf } from './moments.ts'

/** When rows of a table were to be done with, and when they are: by a date of theirs, or so many days after one. `rank` is the place of what is done among `finishes`. */
type Due = { table: LayerTable; until: Ref | null; allowed: { from: Ref; days: Ref } | null; done: Ref | null; rank: number }

const known = new WeakMap<Layer, Due[]>()

function duesOf(layer: Layer): Due[] {
  const found = known.get(layer)
  if (found) return found
  const dues = eventTables(layer).flatMap((table) => (table.isHidden ? [] : duesIn(table, layer)))
  known.set(layer, dues)
  return dues
}

const isDue = ({ label }: LayerColumn): boolean => wordsOf(label).some((word) => dueWords.has(word))
const finishLabels = finishes.map(({ labels }) => wordPattern(labels))
const allowedLabel = wordPattern(allowedLabels)
/** What was not set beforehand. */
const actualLabel = wordPattern(['actual'])

const carrying = wordPattern(carryingLabels)
const shipping = finishes.findIndex(({ said }) => said.includes('ship'))
const paying = finishes.findIndex(({ said }) => said.includes('pay'))
const delivering = finishes.findIndex(({ said }) => said.includes('deliver'))

function rankOf({ label }: LayerColumn, table: LayerTable): number {
  const rank = finishLabels.findIndex((pattern) => pattern.test(label))
  // Of what was billed, what was received is money.
  if (rank === delivering && visible(table).some((column) => isFigure(column) && wordsOf(column.label).some((word) => billedLabels.has(word)))) return paying
  return rank === delivering && carrying.test(label) ? shipping : rank
}

function duesIn(table: LayerTable, layer: Layer): Due[] {
  const dates = timeColumns(table)
  const untils = dates.filter(isDue)
  const ends = dates.filter((column) => !isDue(column) && rankOf(column, table) !== -1)
  const of = (column: LayerColumn): Ref => ({ table, column })
  if (untils.length === 0) {
    const allowed = allowedIn(table, ends, layer)
    const [done] = [...ends].sort((a, b) => rankOf(a, table) - rankOf(b, table)).filter((column) => column !== allowed?.from.column)
    return allowed && done ? [{ table, until: null, allowed, done: of(done), rank: rankOf(done, table) }] : []
  }
  const pairs = untils.flatMap((until) => ends.map((done) => ({ until, done })))
  const alike = pairs.filter(({ until, done }) => shareFamily(until.label, done.label))
  const taken = alike.length > 0 ? alike : untils.length === 1 ? pairs : []
  const actual = taken.filter(({ done }) => actualLabel.test(done.label))
  const dues = (actual.length > 0 ? actual : taken).map(({ until, done }) => ({
    table,
    until: of(until),
    allowed: null,
    done: of(done),
    rank: rankOf(done, table),
  }))
  const [only] = untils
  return dues.length > 0 || untils.length > 1 || !only ? dues : [{ table, until: of(only), allowed: null, done: null, rank: finishes.length }]
}

function shareFamily(one: string, other: string): boolean {
  const families = new Set(
    wordsOf(one)
      .filter((word) => !plainDateLabels.has(word) && !dueWords.has(word))
      .map(familyOf),
  )
  return wordsOf(other).some((word) => !plainDateLabels.has(word) && families.has(familyOf(word)))
}

/** A number of days that what a row refers to may last from the date on which the row began. */
function allowedIn(table: LayerTable, ends: LayerColumn[], layer: Layer): Due['allowed'] {
  const [from] = timeColumns(table).filter((column) => !ends.includes(column))
  const begun = startOf(table) ?? (from ? { table, column: from } : null)
  const seen = new Set([table])
  for (const near of seen) for (const next of refersTo(layer, near)) seen.add(next)
  const days = [...seen].flatMap((near) =>
    near.columns
      .filter((column) => !column.isHidden && isNumericType(column) && allowedLabel.test(column.label))
      .map((column): Ref => ({ table: near, column })),
  )
  const [only, ...more] = days
  return begun && only && more.length === 0 ? { from: begun, days: only } : null
}

/** The dates that a question about lateness means: by what it says was done late, of the rows it is about. */
export function dueFor(layer: Layer, late: Late, near: LayerTable[]): Due | null {
  const all = duesOf(layer).filter(({ done }) => done !== null || late.state === 'open')
  const said = late.said === null ? null : familyOf(late.said)
  const kind = late.said === null ? -1 : finishes.findIndex((finish) => finish.said.includes(late.said ?? ''))
  const fitting = all.filter(({ done, until, rank }) => said !== null && (rank === kind || [done, until].some((ref) => ref && hasFamily(ref, said))))
  // What was paid late is not told by when it was delivered; what arrives or goes out is.
  const isOther =
    kind === -1
      ? late.said !== null && !anyFinish.has(late.said) && !isOfRows(late.said, all)
      : !(isMovement(kind) && all.every(({ rank }) => isMovement(rank)))
  if (fitting.length === 0 && isOther) return null
  const some = fitting.length > 0 ? fitting : all
  const own = some.filter(({ table }) => near.includes(table))
  const beside = some.filter(({ table }) => near.some((one) => reaches(layer, table, one)))
  const [best, ...others] = own.length > 0 ? own : beside.length > 0 ? beside : some
  if (!best || others.some(({ table }) => table !== best.table)) return null
  return [best, ...others].sort((a, b) => a.rank - b.rank)[0] ?? null
}

const isMovement = (rank: number): boolean => finishes[rank]?.isMove === true
const isOfRows = (said: string, dues: Due[]): boolean => dues.some(({ table }) => wordsOf(table.label).some((word) => familyOf(word) === familyOf(said)))
const hasFamily = ({ column }: Ref, family: string): boolean => wordsOf(column.label).some((word) => familyOf(word) === family)

/** Whether each row of a table belongs to one of another. */
export function reaches(layer: Layer, from: LayerTable, to: LayerTable): boolean {
  const seen = new Set([from])
  for (const table of seen) for (const next of refersTo(layer, table)) seen.add(next)
  return seen.has(to)
}

const nameOf = ({ table, column }: Ref) => ({ table: table.name, column: column.name })

/** Rows that were late or on time, or that are not done with though their day has passed. */
export function lateFilter(due: Due, state: Late['state'], today: string | undefined): Filter | null {
  if (state === 'open') {
    const open = openFilters(due)
    if (!due.until || today === undefined || open.length === 0) return null
    return { and: [...open, { ...nameOf(due.until), operator: 'less_than', values: [today] }] }
  }
  if (!due.done) return null
  const operator = state === 'late' ? 'greater_than' : 'less_or_equal'
  if (due.until) return { ...nameOf(due.done), operator, values: [], column_value: nameOf(due.until) }
  if (!due.allowed) return null
  const since = { ...nameOf(due.allowed.from), unit: 'day' as const }
  return { ...nameOf(due.done), operator, values: [], since, column_value: nameOf(due.allowed.days) }
}

/** Rows of which it is known whether they were late. */
export function settledFilters({ done, until }: Due): Filter[] {
  return [done, until].flatMap((ref) => (ref && mayBeMissing(ref.column) ? [present(ref)] : []))
}

/** Not done with, and not given up. */
function openFilters({ table, done }: Due): Filter[] {
  const state = table.columns.find(({ isHidden, label }) => !isHidden && /\b(?:status|state)\b/i.test(label))
  const among = (list: readonly string[]) => state?.sampleValues.filter((value) => list.includes(value.trim().toLowerCase())) ?? []
  const isDone = done && mayBeMissing(done.column) ? [empty(done)] : []
  const [gone, open] = [among(givenUpStates), among(ongoingStates)]
  if (!state || (isDone.length > 0 && gone.length === 0)) return isDone
  const of = { table: table.name, column: state.name }
  if (isDone.length > 0) return [...isDone, { ...of, operator: 'not_equals', values: gone }]
  return open.length > 0 ? [{ ...of, operator: 'equals', values: open }] : []
}

/** How many days lie between the day that was set and that on which it was done, in those that are late. */
export function daysLate(due: Due, unit: 'day' | 'hour' | 'minute'): Figure | null {
  const filter = lateFilter(due, 'late', undefined)
  if (!due.done || !filter) return null
  const lasting = (from: Ref): Arithmetic => ({ duration: { from: { column: from.column.name }, to: { column: due.done?.column.name ?? '' }, unit } })
  const [from, days] = [due.until ?? due.allowed?.from, due.allowed?.days]
  if (!from) return null
  const expression: Arithmetic = days ? { op: '-', left: lasting(from), right: nameOf(days) } : lasting(from)
  return { kind: 'formula', table: due.table, expression, aggregate: 'avg', filters: [filter] }
}
