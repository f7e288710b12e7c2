import { finalInflections, inflections } from '#domain/analyst/lexicon/english/forms/endings.ts'
import { irregularPlurals, uninflectedWords } from '#domain/analyst/lexicon/english/forms/noun-forms.ts'

/** What a lower-case word may be an inflection of, the likeliest first. */
export function baseForms(word: string): string[] {
  if (uninflectedWords.has(word) || word.length < 4) return []
  const known = irregularPlurals.get(word)
  if (known !== undefined) return [known]
  const found: string[] = []
  for (const [ending, instead] of inflections) {
    if (!word.endsWith(ending) || word.length - ending.length < 2 || (ending === 's' && 'sui'.includes(word.at(-2) ?? ''))) continue
    const stem = word.slice(0, -ending.length)
    found.push(stem + instead)
    if ((ending === 'ed' || ending === 'ing') && instead === '' && stem.length > 3 && stem.at(-1) === stem.at(-2)) found.push(stem.slice(0, -1))
    if (finalInflections.has(ending)) break
  }
  return found
}
