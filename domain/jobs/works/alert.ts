import { type ChartData, readChartData } from '../../charts/chart-data.ts'
import { Failure } from '../../failure.ts'
import { formatNumber } from '../../semantics/english.ts'
import { type AlertState, checkAlert, inWords, NOTHING_KNOWN } from '../alert-condition.ts'
import type { Payload } from '../kinds.ts'
import type { Work } from '../task.ts'

/** Looks whether a number meets a condition, and tells when it crosses it: not at each check. */
export const workAlert: Work<'alert'> = async ({ ctx, job, payload, log }) => {
  const data = await readChartData(ctx, payload.chart_id, { isAnew: true })
  const value = numberIn(data, payload)
  const before = 'numbers' in job.state ? (job.state as AlertState) : NOTHING_KNOWN
  const { state, crossed, holds } = checkAlert(payload.condition, value, before)
  const words = inWords(payload.condition)
  // Whoever sees the job reads the log; the number is for those who are told what it made.
  await log(`${value === null ? 'there is no number' : 'the number'} ${holds === null ? 'cannot be told yet to be' : holds ? 'is' : 'is not'} ${words}`)
  const shown = value === null ? null : formatNumber(value)
  const isTold = crossed === 'into' || (crossed === 'out' && payload.tells_end)
  const text =
    crossed === 'out'
      ? `The number is ${shown ?? 'there again'}: no longer ${words}.`
      : `The number is ${shown ?? 'missing'}${shown === null ? '' : `: ${words}`}.`
  return {
    result: { chart_id: payload.chart_id, value, holds, crossed },
    state,
    notice: isTold ? { event: crossed === 'into' ? 'alert.triggered' : 'alert.resolved', subject: job.name, text } : null,
  }
}

function numberIn({ columns, rows, truncated }: ChartData, { column, of_rows }: Payload<'alert'>): number | null {
  const index =
    column === undefined
      ? columns.findIndex(({ type }) => type === 'number' || type === 'integer' || type === 'decimal')
      : columns.findIndex(({ name }) => name === column)
  if (index < 0) throw new Failure('invalid', column === undefined ? 'the chart has no column of numbers' : `the chart has no column "${column}"`)
  const isOverall = of_rows !== 'first' && of_rows !== 'last'
  if (truncated && of_rows !== 'first') throw new Failure('invalid', 'the chart has more rows than are read: the number would be of some of them only')
  const numbers = rows.map((row) => asNumber(row[index]))
  if (!isOverall) return (of_rows === 'first' ? numbers[0] : numbers.at(-1)) ?? null
  const known = numbers.filter((number) => number !== null)
  if (known.length === 0) return null
  if (of_rows === 'sum') return known.reduce((sum, number) => sum + number, 0)
  return known.reduce((one, other) => (of_rows === 'min' ? Math.min(one, other) : Math.max(one, other)))
}

/** Decimals come as text where a double would lose digits. */
function asNumber(cell: unknown): number | null {
  const number = typeof cell === 'string' && cell.trim() !== '' ? Number(cell) : cell
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
