import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { messagesIn } from '#domain/analyst/language/messages.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import type { Attempt } from './attempt.ts'
import { type Choice, meaningsAt } from './choices.ts'

/** From this certainty on, two readings are both offered. */
const leastOffered = 0.5
/** How many meanings of one word are tried. */
const mostRead = 8
const picked = /, reading "([^"]+)" as ([^"]+)$/

/** A question with what was picked for one of its words, when it was asked back about. */
export type Pick = { question: string; text: string; label: string }

export function pickIn(question: string): Pick | null {
  const found = picked.exec(question.replace(/[.?!\s]+$/, ''))
  const [whole, text, label] = found ?? []
  return whole === undefined || text === undefined || label === undefined ? null : { question: question.slice(0, found?.index), text, label }
}

/** The choice that the option which was picked stands for. */
export function choiceOf(reading: Reading, { text, label }: Pick): Choice | null {
  const at = reading.items.findIndex((item) => item.text === text)
  return meaningsAt(reading, at).find((choice) => labelOf(choice) === label.toLowerCase()) ?? null
}

/** Asks which of two likely readings is meant, where they differ in one word; `read` tells whether an option would be answered. */
export function askBack({ question, language }: AnalysisInput, best: Attempt, next: Attempt | null, read: (choice: Choice) => Attempt): Analysis | null {
  const choice = best.choice ?? next?.choice
  if (!choice || 'focus' in choice || !next || (next.choice !== null && best.choice !== null)) return null
  if ([best, next].some(({ analysis }) => analysis.kind !== 'query' || analysis.confidence < leastOffered)) return null
  const wanted = [best, next].map(queryOf)
  const labels = meaningsAt(first(best, next).reading, choice.at)
    .slice(0, mostRead)
    .filter((meaning) => wanted.includes(queryOf(read(meaning))))
    .map(labelOf)
  const options = [...new Set(labels)].slice(0, 4)
  if (options.length < 2) return null
  const text = question.replace(/[?.!\s]+$/, '')
  return {
    kind: 'clarification',
    reason: 'ambiguous',
    question: messagesIn(language).meaningOf(choice.text, options),
    options: options.map((label) => `${text}, reading "${choice.text}" as ${label}`),
  }
}

/** The attempt that was read without a choice. */
function first(best: Attempt, next: Attempt): Attempt {
  return best.choice === null ? best : next
}

function queryOf({ analysis }: Attempt): string {
  return analysis.kind === 'query' ? JSON.stringify(analysis.query) : ''
}

function labelOf(choice: Choice): string {
  if ('table' in choice) return choice.table.table.label.toLowerCase()
  const reference = 'column' in choice ? choice.column : 'value' in choice ? choice.value : null
  return reference ? `${reference.column.label} of ${reference.table.label}`.toLowerCase() : ''
}
