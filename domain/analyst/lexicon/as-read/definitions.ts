import { definitionOpeners, definitionParticiples, foldingNouns, formulaOperators, notDefined } from '#domain/analyst/lexicon/english/sentences/definitions.ts'
import { ownerPrepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf, wordPattern } from '../word-pattern.ts'
import { type Definition, withoutGlosses } from './glosses.ts'

const name = '(?:the |an? )?([a-z][\\w-]*(?: [\\w-]+){0,3}?)'
const formula = '((?:[^.;?!]|\\.(?=\\d))+?)'
const end = '(?=[.;?!]|,? (?:and )?where\\b|$)'
const start = `(?:^|(?<=[.;?!] ?)|,? ?\\b${anyOf(definitionOpeners)} )`
const ofColumn = new RegExp(` ${anyOf(ownerPrepositions)} the \\w+ (?:table|column)\\b`, 'gi')
const patterns = [
  new RegExp(`${start}(?:note that )?${name} ?(?:=| (?:is|are) ${anyOf(definitionParticiples)} (?:as|by)| refers? to| means) (?:the )?${formula}${end}`, 'gi'),
  new RegExp(`${start}(?:note that )?${name} (?:is|are) (?:the )?((?:[^.;?!]|\\.(?=\\d))+? ${formulaOperators} ${formula})${end}`, 'gi'),
]
const operator = new RegExp(` ${formulaOperators} `, 'i')
const noName = wordPattern(notDefined)
const folding = new RegExp(`^${anyOf(foldingNouns)}\\b`, 'i')

/** Puts the meaning of a phrase in its place where the question defines it: `revenue = price * quantity`, `where the fill rate is defined as …`, `note that X refers to …`. */
export function withDefinitions(question: string): string {
  const glossed = withoutGlosses(question)
  const found: Definition[] = [...glossed.found]
  let rest = glossed.text
  for (const pattern of patterns) {
    rest = rest.replace(pattern, (whole: string, named: string, means: string) => {
      const others = [rest.replace(whole, ''), ...found.map((item) => item.means)].join(' ')
      if (noName.test(named) || !new RegExp(`\\b${escaped(named)}\\b`, 'i').test(others)) return whole
      found.push({ name: named, means: means.replace(ofColumn, '').trim() })
      return ''
    })
  }
  if (found.length === 0) return rest
  // A definition may speak of what another defines.
  const resolved = found.map((item) => ({
    ...item,
    means: putIn(
      item.means,
      found.filter((other) => other !== item),
    ),
  }))
  return putIn(rest, resolved)
    .replace(/^[.;, ]+/, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function putIn(text: string, definitions: Definition[]): string {
  return definitions.reduce((all, { name: named, means }) => {
    const isFolded = folding.test(means)
    const before = isFolded || operator.test(means) ? '(?:(?:total|overall) )?' : ''
    const isSummed = !isFolded && operator.test(means)
    return all.replace(new RegExp(`\\b(?:the )?(${before})${escaped(named)}\\b`, 'gi'), (_, folded: string | undefined) =>
      operator.test(means) ? `${isSummed && folded ? folded : ''}(${means})` : means,
    )
  }, text)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
