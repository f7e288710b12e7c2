import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Ref } from '#domain/analyst/grammar/terms.ts'
import { tenureLabels, tenureOwners } from '#domain/analyst/lexicon/english/meanings/leaving.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

/** A number that tells how long somebody has been there, and the unit it is told in. */
export type Tenure = { ref: Ref; unit: Unit }
type Unit = 'day' | 'week' | 'month' | 'year'

/** Nobody stays for more years, or months, than that; more is told in a smaller unit. */
const mostYears = 45
const mostMonths = 540

/** The column of a table that tells how long somebody has been there: tenure, years at company. */
export function tenureOf(table: LayerTable): Tenure | null {
  for (const column of table.columns) {
    const label = column.label.toLowerCase()
    const words = wordsOf(label)
    const isTenure = words.some((word) => tenureLabels.has(word)) || [...tenureOwners].some((owner) => label.endsWith(owner))
    if (!isTenure || column.isHidden || !isNumericType(column)) continue
    const said = words.flatMap((word) => grainWords.get(word) ?? []).find(isUnit)
    const most = Number(column.max ?? 0)
    return { ref: { table, column }, unit: said ?? (most <= mostYears ? 'year' : most <= mostMonths ? 'month' : 'day') }
  }
  return null
}

const isUnit = (grain: string): grain is Unit => grain in days

const days: Record<Unit, number> = { day: 1, week: 7, month: 30.4375, year: 365.25 }

/** So many units of time in those of the column: five years are 60 months. */
export function inUnitsOf({ unit }: Tenure, count: number, said: string): number {
  if (unit === 'month' && said === 'year') return count * 12
  if (unit === 'year' && said === 'month') return count / 12
  return said === unit ? count : Math.round(((count * (days[said as Unit] ?? Number.NaN)) / days[unit]) * 10) / 10
}
