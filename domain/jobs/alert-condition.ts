import { z } from 'zod'
import { strict } from '../strict.ts'

/** Numbers of before that are remembered at most, and how many `unusual` needs. */
const REMEMBERED = 100
const FEWEST = 8
/** Source: Iglewicz and Hoaglin, "How to Detect and Handle Outliers" (1993): modified z-scores beyond 3.5 are outliers. */
const UNUSUAL = 3.5
const TO_DEVIATION = 1.4826
const TO_MEAN_DEVIATION = 1.2533

const number = z.number().refine(Number.isFinite)
export const AlertCondition = z
  .discriminatedUnion('operator', [
    strict({ operator: z.literal('above'), value: number }),
    strict({ operator: z.literal('below'), value: number }),
    strict({
      operator: z.literal('changed_by'),
      value: number.min(0),
      is_percent: z.boolean().default(false).meta({ description: 'value is a percentage of the number before' }),
    }),
    strict({ operator: z.literal('missing') }),
    strict({
      operator: z.literal('unusual'),
      value: number.min(1).max(100).default(UNUSUAL).meta({ description: 'How many deviations from the median of its own history' }),
    }),
  ])
  .meta({ id: 'AlertCondition', example: { operator: 'below', value: 1000 } })
export type AlertCondition = z.infer<typeof AlertCondition>

/** What checks of before left: whether the condition held, and the numbers, oldest first. */
export type AlertState = { holds: boolean; numbers: number[] }

export const NOTHING_KNOWN: AlertState = { holds: false, numbers: [] }

/** Whether the condition holds for a number; `null` when that cannot be told: there is no number, or too few before it. */
function holdsFor(condition: AlertCondition, value: number | null, before: readonly number[]): boolean | null {
  if (condition.operator === 'missing') return value === null
  if (value === null) return null
  if (condition.operator === 'above') return value > condition.value
  if (condition.operator === 'below') return value < condition.value
  if (condition.operator === 'unusual') return before.length < FEWEST ? null : deviations(value, before) > condition.value
  const last = before.at(-1)
  if (last === undefined) return null
  const change = Math.abs(value - last)
  return condition.is_percent ? change * 100 >= condition.value * Math.abs(last) && change > 0 : change >= condition.value && change > 0
}

/** How far a number lies from the median of others, in robust standard deviations. */
function deviations(value: number, others: readonly number[]): number {
  const middle = median(others)
  const away = others.map((other) => Math.abs(other - middle))
  const spread = median(away) * TO_DEVIATION || (away.reduce((sum, one) => sum + one, 0) / away.length) * TO_MEAN_DEVIATION
  const distance = Math.abs(value - middle)
  return distance === 0 ? 0 : spread === 0 ? Number.POSITIVE_INFINITY : distance / spread
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

export type AlertStep = { state: AlertState; crossed: 'into' | 'out' | null; holds: boolean | null }

/** One check: what is remembered from it, and whether the number crossed the condition. While that cannot be told nothing is crossed. */
export function checkAlert(condition: AlertCondition, value: number | null, before: AlertState): AlertStep {
  const holds = holdsFor(condition, value, before.numbers)
  const numbers = (value === null ? before.numbers : [...before.numbers, value]).slice(-REMEMBERED)
  const state = { holds: holds ?? before.holds, numbers }
  return { state, holds, crossed: state.holds === before.holds ? null : state.holds ? 'into' : 'out' }
}

/** A condition as it is told. */
export function inWords(condition: AlertCondition): string {
  switch (condition.operator) {
    case 'above':
      return `above ${condition.value}`
    case 'below':
      return `below ${condition.value}`
    case 'changed_by':
      return `changed by ${condition.value}${condition.is_percent ? ' %' : ''} or more`
    case 'missing':
      return 'missing'
    case 'unusual':
      return 'unusual against its own history'
  }
}
