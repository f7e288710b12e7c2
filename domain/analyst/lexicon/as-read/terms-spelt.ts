import type { Clock } from '#domain/analyst/language/calendar.ts'
import { monthText, today } from '#domain/analyst/language/calendar.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { besideJoints, comparingWords, lastTermWords, nextTermWords, termJoints, termNouns, thisTermWords } from '../english/times/terms.ts'
import { anyOf } from '../word-pattern.ts'
import { datedOf, headNoun, periodLabelsOf } from './period-labels.ts'

const said = `(?:(?<lead>in|during|for|of|over|from) )?(?:the )?(?<which>${anyOf(thisTermWords, lastTermWords, nextTermWords)})`
const behind = new RegExp(`(?<="[^"]+" ${anyOf(termJoints)} (?:the )?)${anyOf(lastTermWords)}(?: one)?(?=[?.!,]|$)`, 'i')

/** "This semester" by its name in the data, where one column tells semesters, terms, seasons or years of its own: `in "Spring 2025"`. */
export function withTermsSpelt(question: string, layer: Layer, clock: Clock): string {
  const columns = layer.tables.flatMap((table) => (table.isHidden ? [] : table.columns.filter((column) => !column.isHidden && isTerm(column))))
  const [column] = columns
  if (!column) return question
  return columns.reduce((text, one) => inWords(text, one, clock, columns.length === 1), question)
}

const isTerm = (column: LayerColumn): boolean => headNoun.test(column.label) && periodLabelsOf(column)?.every(({ from }) => from !== null) === true

function inWords(question: string, column: LayerColumn, clock: Clock, isOnly: boolean): string {
  const labels = periodLabelsOf(column) ?? []
  const month = monthText(today(clock))
  const current = labels.findLastIndex(({ from }) => from !== null && from <= month)
  const label = column.label.toLowerCase()
  const own = headNoun.exec(label)?.[0] ?? label
  const noun = anyOf(isOnly ? [label, ...termNouns] : [label, own])
  const named = (at: number): string | null => {
    const value = labels[at]?.value
    return value === undefined ? null : column.type === 'integer' ? `${label} ${value}` : `"${value}"`
  }
  const relative = new RegExp(`\\b${said} ${noun}\\b`, 'gi')
  const text = question.replace(relative, (whole: string, ...groups) => {
    const { lead, which = '' } = groups.at(-1) as Record<string, string | undefined>
    const word = which.toLowerCase()
    const value = named(current + (lastTermWords.has(word) ? -1 : nextTermWords.has(word) ? 1 : 0))
    return value === null ? whole : `${lead ?? 'in'} ${value}`
  })
  const before = named(current - 1)
  const both = text === question || before === null ? text : text.replace(behind, `in ${before}`)
  const written = new RegExp(`(?<!")\\b(?:the )?(?:${noun} )?((?:[a-z]{2} ?)?'?\\d{2,4}(?:[/-]\\d{2,4})?)(?: ${noun})?\\b(?!")`, 'gi')
  const spelt = both.replace(written, (whole: string, value: string) => {
    const key = datedOf(value, false)?.key
    const known = labels.find((item) => item.key === key)?.value
    return key === undefined || known === undefined ? whole : `"${known}"`
  })
  return asCompared(spelt)
}

const two = new RegExp(`^(?!.*\\b${anyOf(comparingWords)}\\b)(.*"[^"]+") ${anyOf(besideJoints)} (?:in )?(?="[^"]+"[?.!]?$)`, 'i')

/** `Fees in "Fall 2023" against "Spring 2023"` sets the two beside each other. */
const asCompared = (question: string): string => question.replace(two, (_, said: string) => `Compare ${said} with `)
