import type { Clock } from '#domain/analyst/language/calendar.ts'
import { monthText, today } from '#domain/analyst/language/calendar.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { lastTermWords, nextTermWords, termJoints, termNouns, thisTermWords } from './english/times/terms.ts'
import { headNoun, periodLabelsOf } from './period-labels.ts'
import { anyOf } from './word-pattern.ts'

const said = `(?:(?<lead>in|during|for|of|over|from) )?(?:the )?(?<which>${anyOf(thisTermWords, lastTermWords, nextTermWords)})`
const behind = new RegExp(`(?<="[^"]+" ${anyOf(termJoints)} (?:the )?)${anyOf(lastTermWords)}(?: one)?(?=[?.!,]|$)`, 'i')

/** "This semester" by its name in the data, where one column tells semesters, terms, seasons or years of its own: `in "Spring 2025"`. */
export function withTermsSpelt(question: string, layer: Layer, clock: Clock): string {
  const columns = layer.tables.flatMap((table) => (table.isHidden ? [] : table.columns.filter((column) => !column.isHidden && isTerm(column))))
  const [column] = columns
  if (!column) return question
  return columns.reduce((text, one) => spelt(text, one, clock, columns.length === 1), question)
}

const isTerm = (column: LayerColumn): boolean => headNoun.test(column.label) && periodLabelsOf(column)?.every(({ from }) => from !== null) === true

function spelt(question: string, column: LayerColumn, clock: Clock, isOnly: boolean): string {
  const labels = periodLabelsOf(column) ?? []
  const month = monthText(today(clock))
  const current = labels.findLastIndex(({ from }) => from !== null && from <= month)
  const label = column.label.toLowerCase()
  const nouns = isOnly ? [label, ...termNouns] : [label, headNoun.exec(label)?.[0] ?? label]
  const phrase = new RegExp(`\\b${said} ${anyOf(nouns)}\\b(?!s)`, 'gi')
  const named = (at: number): string | null => {
    const value = labels[at]?.value
    return value === undefined ? null : column.type === 'integer' ? `${label} ${value}` : `"${value}"`
  }
  const text = question.replace(phrase, (whole: string, ...groups) => {
    const { lead, which = '' } = groups.at(-1) as Record<string, string | undefined>
    const word = which.toLowerCase()
    const value = named(current + (lastTermWords.has(word) ? -1 : nextTermWords.has(word) ? 1 : 0))
    return value === null ? whole : `${lead ?? 'in'} ${value}`
  })
  const before = named(current - 1)
  return text === question || before === null ? text : text.replace(behind, `in ${before}`)
}
