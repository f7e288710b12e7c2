import { type ChartData, readChartData } from '../../charts/chart-data.ts'
import { Failure } from '../../failure.ts'
import { formatNumber } from '../../semantics/describe/english.ts'
import { type AlertState, checkAlert, inWords, NOTHING_KNOWN } from '../alert-condition.ts'
import type { Payload } from '../kinds.ts'
import type { Work } from '../task.ts'

/** Looks whether a number meets a condition, and tells when it crosses it: not at each check. */
export const workAlert: Work<'alert'> = async ({ ctx, job, payload, log }) => {
  const data = await readChartData(ctx, payload.chart_id, { isAnew: true })
  const index = numberColumn(data, payload.column)
  const value = numberIn(data, index, payload.of_rows)
  const before = 'numbers' in job.state ? (job.state as AlertState) : NOTHING_KNOWN
  const { state, crossed, holds } = checkAlert(payload.condition, value, before)
  const words = inWords(payload.condition)
  // Whoever sees the job reads the log; the number is for those who are told what it made.
  await log(`${value === null ? 'there is no number' : 'the number'} ${holds === null ? 'cannot be told yet to be' : holds ? 'is' : 'is not'} ${words}`)
  const shown = value === null ? null : formatNumber(value)
  const isTold = crossed === 'into' || (crossed === 'out' && payload.tells_end)
  const what = watched(data, index, payload.of_rows)
  const text =
    crossed === 'out' ? `${what} is ${shown ?? 'there again'}: no longer ${words}.` : `${what} is ${shown ?? 'missing'}${shown === null ? '' : `: ${words}`}.`
  return {
    result: { chart_id: payload.chart_id, value, holds, crossed },
    state,
    notice: isTold ? { event: crossed === 'into' ? 'alert.triggered' : 'alert.resolved', subject: job.name, text } : null,
  }
}

type Rows = Payload<'alert'>['of_rows']

/** Where the number stands in each row: the named column, else the first of numbers. */
function numberColumn({ columns }: ChartData, column: string | undefined): number {
  const index =
    column === undefined
      ? columns.findIndex(({ type }) => type === 'number' || type === 'integer' || type === 'decimal')
      : columns.findIndex(({ name }) => name === column)
  if (index < 0) throw new Failure('invalid', column === undefined ? 'the chart has no column of numbers' : `the chart has no column "${column}"`)
  return index
}

/** The number in words: what it measures, and of which of several rows it is. */
export function watched({ columns, rows }: Pick<ChartData, 'columns' | 'rows'>, index: number, ofRows: Rows): string {
  const label = columns[index]?.label ?? 'The number'
  if (ofRows === 'sum') return `The sum of ${label}`
  if (ofRows === 'min' || ofRows === 'max') return `The ${ofRows === 'min' ? 'least' : 'greatest'} ${label}`
  const row = rows.length > 1 ? rows.at(ofRows === 'first' ? 0 : -1) : undefined
  const of = row?.filter((cell, at) => columns[at]?.role === 'dimension' && cell !== null).join(', ')
  return of ? `${label} (${of})` : label
}

function numberIn({ rows, truncated }: ChartData, index: number, ofRows: Rows): number | null {
  const isOverall = ofRows !== 'first' && ofRows !== 'last'
  if (truncated && ofRows !== 'first') throw new Failure('invalid', 'the chart has more rows than are read: the number would be of some of them only')
  const numbers = rows.map((row) => asNumber(row[index]))
  if (!isOverall) return (ofRows === 'first' ? numbers[0] : numbers.at(-1)) ?? null
  const known = numbers.filter((number) => number !== null)
  if (known.length === 0) return null
  if (ofRows === 'sum') return known.reduce((sum, number) => sum + number, 0)
  return known.reduce((one, other) => (ofRows === 'min' ? Math.min(one, other) : Math.max(one, other)))
}

/** Decimals come as text where a double would lose digits. */
function asNumber(cell: unknown): number | null {
  const number = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
