import type { Chosen } from '../../query/learned-phrases.ts'
import type { Layer } from '../../semantics/layer.ts'
import type { SemanticQuery } from '../../semantics/semantic-query.ts'
import { isSameQuestion } from '../context/schema-search.ts'

const WORD = /^(.+), reading "([^"]+)" as ([^"]+)$/s
const WHOLE = /^(.+), meaning: (.+)$/s
const bare = (question: string): string => question.trim().replace(/[?.!\s]+$/, '')

/** What an option stands for that a clarification offers: the question it was offered for, and its reading of a word or of the whole. */
type Option = { kind: 'word' | 'question'; phrase: string; meaning: string; question: string }

function optionOf(text: string): Option | null {
  const word = WORD.exec(bare(text))
  if (word) return { kind: 'word', question: word[1] ?? '', phrase: word[2] ?? '', meaning: word[3] ?? '' }
  const whole = WHOLE.exec(text.trim())
  return whole ? { kind: 'question', question: whole[1] ?? '', phrase: bare(whole[1] ?? ''), meaning: whole[2] ?? '' } : null
}

/**
 * The choice that a question is, where it is an option that was offered. None of who sees a part of the rows alone: what he asked may name values that others who
 * ask the source do not see, nor would they see his.
 */
export function choiceIn(question: string, { datasourceId, tables }: Layer, query: SemanticQuery): Chosen | null {
  const option = optionOf(question)
  if (!option || tables.some(({ rowFilter }) => rowFilter)) return null
  const { kind, phrase, meaning } = option
  return { datasourceId, kind, phrase, meaning, query }
}

/**
 * Of the options a question is asked back with, the one that was chosen before: by the asker himself, else the one that holds for everybody and was chosen most. None
 * where two are as good. Only what would be offered anyway is ever taken, so that a choice adds a reading and takes none away.
 */
export function learnedOption({ learned = [] }: Layer, askerId: string | null, options: readonly string[]): string | null {
  const rated = options.flatMap((text) => {
    const option = optionOf(text)
    if (!option) return []
    const own = learned.filter(
      (one) =>
        one.kind === option.kind &&
        one.meaning.toLowerCase() === option.meaning.toLowerCase() &&
        (one.kind === 'word' ? one.phrase.toLowerCase() === option.phrase.toLowerCase() : isSameQuestion(one.phrase, option.phrase)),
    )
    const times = (some: typeof own) => some.reduce((sum, one) => sum + one.times, 0)
    const [mine, shared] = [times(own.filter(({ chosenBy }) => chosenBy === askerId)), times(own.filter(({ isShared }) => isShared))]
    return mine + shared > 0 ? [{ text, mine, shared }] : []
  })
  const [best, second] = rated.toSorted((one, other) => other.mine - one.mine || other.shared - one.shared)
  return best && (!second || best.mine !== second.mine || best.shared !== second.shared) ? best.text : null
}

/** The option as it is told: `"price" as unit price of track`. */
export function learnedNote(text: string): string {
  const option = optionOf(text)
  if (!option) return ''
  return option.kind === 'word'
    ? `"${option.phrase}" is read as ${option.meaning}, as was chosen before`
    : `it is read as "${bare(option.meaning)}", as was chosen before`
}
