import type { Condition, Edge } from '#domain/analyst/grammar/terms.ts'
import type { TimeMention } from '#domain/analyst/language/time.ts'
import { conditionIn, figureIn, made } from './clause-fragments.ts'
import { type Made, nothing, payloadOf } from './rule.ts'

const halfFrom = (quarter: string): string[] | null => {
  const [, year, number] = /^(\d{4})-Q([13])$/.exec(quarter) ?? []
  return year ? [quarter, `${year}-Q${Number(number) + 1}`] : null
}
const halfTo = (quarter: string): string[] | null => {
  const [, year, number] = /^(\d{4})-Q([24])$/.exec(quarter) ?? []
  return year ? [`${year}-Q${Number(number) - 1}`, quarter] : null
}

/** A figure in the first and in the last period of a span, with what it changed by. */
export function changed(part: Edge | null | undefined, span: Edge | null | undefined): Made[] {
  const figure = figureIn(part)
  const time = payloadOf(span, 'period')?.time ?? (conditionIn(span)?.kind === 'period' ? (conditionIn(span) as { time: TimeMention }).time : null)
  const [from, to] = time?.values ?? []
  const isSpan = time?.operator === 'between' || (time?.operator === 'equals' && time.values.length === 2)
  if (!figure || !time || !isSpan || from === undefined || to === undefined || from.length !== to.length) return nothing
  const [first, last] = [halfFrom(from), halfTo(to)]
  // "From the first half of 2024 to the first half of 2025": quarters of two years that begin and end a half.
  if (first && last && from.slice(0, 4) !== to.slice(0, 4)) {
    const half = (values: string[]): Condition => ({ kind: 'period', time: { ...time, operator: 'between', values } })
    return made({ figures: [figure], compared: [half(last), half(first)], derive: 'change' }, 2)
  }
  const at = (value: string): Condition => ({ kind: 'period', time: { ...time, operator: 'equals', values: [value] } })
  return made({ figures: [figure], compared: [at(to), at(from)], derive: 'change' }, 2)
}
