import { doForms, ordinals } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import {
  calendarUnits,
  changeVerbs,
  changeWords,
  comparedPeriodJoints,
  comparedPrepositions,
  monthNames,
  periodJoints,
  relativeDays,
  relativePeriods,
} from '#domain/analyst/lexicon/english/times/time-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Period } from './period.ts'
import type { TimeMention } from './time.ts'
import type { Token } from './tokens.ts'
import { leavesYear, nearestTo } from './year-beside.ts'

const month = `${anyOf(monthNames.map((name) => name.slice(0, 3)))}[a-z]*\\.?`
const period = `(?:${anyOf(relativePeriods.keys(), ['the'])} ${anyOf(calendarUnits)}|${anyOf(relativeDays.keys())}|(?:19|20)\\d\\d(?:-\\d\\d)?|(?:q[1-4]|${anyOf(ordinals.slice(0, 4))} (?:quarter|half))(?: (?:of )?\\d{4})?|${month}(?: \\d{4})?)`
const versus = new RegExp(`\\b(${period})\\s+${anyOf(comparedPeriodJoints)}\\s+(?=(?:the )?${period})`, 'gi')

const changed = new RegExp(
  `^how (?:much )?${anyOf(doForms, ['has', 'have'])} (?:the |our )?(.+?) ${anyOf(changeVerbs)}d? (?:from|between) (?:the )?(${period}) ${anyOf(periodJoints)} (?=(?:the )?${period})`,
  'i',
)

/** "2022 vs 2023" and "this year against last year" set periods side by side, not columns; "how did sales change from 2022 to 2023" asks for the change. */
export function withPeriodsCompared(question: string): string {
  return question.replace(versus, '$1 compared with ').replace(changed, 'change in $1 from $2 to ')
}

/** Two periods of one kind that a question compares: `2022 compared with 2023`, and `2022 and 2023` or `from 2022 to 2023` where the question compares. */
export function comparedAt(tokens: Token[], start: number, periodAt: (at: number) => Period | null): TimeMention | null {
  const at = comparedPrepositions.has(tokens[start]?.lower ?? '') ? start + 1 : start
  const first = periodAt(past(tokens, at))
  if (!first) return null
  const joint = jointAt(tokens, first.end)
  const second = joint > 0 ? periodAt(past(tokens, first.end + joint)) : null
  if (!second || first.values.length > 1 || second.values.length > 1 || kindOf(first) !== kindOf(second)) return null
  const behind = first.end + joint
  const isOpen = [leavesYear(tokens.slice(at, first.end), first.values[0]), leavesYear(tokens.slice(behind, second.end), second.values[0])]
  const one = isOpen[0] && !isOpen[1] ? nearestTo(first.values[0], second.values[0]) : first.values[0]
  const other = isOpen[1] && !isOpen[0] ? nearestTo(second.values[0], first.values[0]) : second.values[0]
  if (one === other) return null
  const values = [one, other].sort()
  return { start, end: second.end, operator: 'equals', values, label: `in ${values.join(' and ')}`, isBareYear: false, isComparison: true }
}

function past(tokens: Token[], at: number): number {
  return tokens[at]?.lower === 'the' || tokens[at]?.lower === 'in' ? at + 1 : at
}

/** How many tokens stand between two periods that are compared: 2 for "compared to", 1 for "and" in a question of change; 0 for anything else. */
function jointAt(tokens: Token[], at: number): number {
  const [word, next] = [tokens[at]?.lower ?? '', tokens[at + 1]?.lower ?? '']
  if (word === 'compared' && ['to', 'with'].includes(next)) return 2
  if (['relative', 'in'].includes(word) && ['to', 'comparison'].includes(next)) return word === 'in' ? 3 : 2
  const isChange = tokens.some((token) => changeWords.has(token.lower))
  return isChange && word !== 'or' && periodJoints.has(word) ? 1 : 0
}

function kindOf({ values: [value] }: Period): string {
  return value.replace(/\d/g, '0')
}

/** The period one year before another, as a filter reads it. */
export function yearBefore(value: string): string {
  return `${Number(value.slice(0, 4)) - 1}${value.slice(4)}`
}
