import { isFigure, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { isCalendarPlace } from '#domain/analyst/lexicon/column-kind.ts'
import { tenureLabels, tenureOwners } from '#domain/analyst/lexicon/english/meanings/leaving.ts'
import { noWholeLabels, wholeParts, wholeUnits } from '#domain/analyst/lexicon/english/times/lasting.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic } from '#domain/semantics/semantic-query.ts'

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

/** How long each row lasted where numbers of one unit tell its parts: nights of the week and of the weekend; or where one number of nights is all there is. */
export function lengthInParts(table: LayerTable): Figure | null {
  const told = lengthsOf(table)
  const parts = told.filter(({ part, unit }) => part !== undefined && unit === told.find((one) => one.part !== undefined)?.unit)
  const isWhole = parts.length > 1 && new Set(parts.map(({ part }) => part)).size === parts.length
  const [first, ...others] = isWhole ? parts : told
  if (!first || (!isWhole && others.length > 0)) return null
  const of = ({ column }: { column: LayerColumn }): Arithmetic => ({ table: table.name, column: column.name })
  if (others.length === 0) return first.unit === 'night' ? { kind: 'column', ref: { table, column: first.column }, aggregate: 'avg' } : null
  const expression = others.reduce<Arithmetic>((left, other) => ({ op: '+', left, right: of(other) }), of(first))
  return { kind: 'formula', table, expression, aggregate: 'avg' }
}

/** The unit in which the length of rows is told. */
export const wholeUnit = (table: LayerTable): string | undefined => lengthsOf(table).find(({ part }) => part !== undefined)?.unit

function lengthsOf(table: LayerTable) {
  return visible(table).flatMap((column) => {
    const words = wordsOf(column.label)
    const unit = words.find((word) => wholeUnits.has(word))
    const isLength = unit !== undefined && isFigure(column) && !isCalendarPlace(column) && !words.some((word) => noWholeLabels.has(word))
    return isLength ? [{ column, unit, part: words.find((word) => wholeParts.has(word)) }] : []
  })
}
