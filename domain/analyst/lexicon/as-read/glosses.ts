import {
  beforeDefined,
  behindDefinition,
  definitionParticiples,
  formulaNouns,
  formulaOperators,
  glossCues,
  notOfDefined,
} from '#domain/analyst/lexicon/english/sentences/definitions.ts'
import { copulas } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf } from '../word-pattern.ts'
/** A phrase of the question, and what the question says it means. */
export type Definition = { name: string; means: string }

const noun = '((?:[a-z][\\w-]* ){0,5}[a-z][\\w-]*)'
const lead = `(?<=^|\\b${anyOf(beforeDefined)} )`
const folded = `(?:the )?${anyOf(formulaNouns)} `
const formula = `(?:${folded}[^()?]+|[^()?]+ ${formulaOperators} [^()?]+)`
const inBrackets = new RegExp(`${lead}${noun} \\((?:i\\.?e\\.?,? |that is,? |defined as )?(${formula})\\)`, 'gi')
const behind = new RegExp(
  `${lead}${noun}(?:, (?:i\\.e\\.,?|ie,|that is,|(?:which is |which are )?${anyOf(definitionParticiples)} (?:as|by))|(?<! ${anyOf(copulas)}) (?:i\\.e\\.,?|${anyOf(definitionParticiples)} as)) ([^?]+?)(?=[?;]|\\.(?!\\d)|, |$| ${anyOf(behindDefinition)} )`,
  'gi',
)
const leads = new RegExp(`^.*\\b${anyOf(notOfDefined)} `, 'i')
const cue = new RegExp(`[(]|\\b${anyOf(glossCues)}\\b`, 'i')
const shortened = /((?:[\w-]+ ){1,6})\(([A-Z]{2,6})\)/g

/** A question without what is said in brackets or behind "i.e." of a phrase before it, and what was said: `churn rate (percentage of …)`, `the net, defined as total minus fee,`. */
export function withoutGlosses(question: string): { text: string; found: Definition[] } {
  const found: Definition[] = []
  if (!cue.test(question)) return { text: question, found }
  const take = (whole: string, name: string, means: string): string => {
    const bare = name.replace(leads, '').replace(/ by [\w ]+$/i, '')
    found.push({ name: bare.replace(/^(?:total|overall) (?=\w)/i, ''), means: means.replace(/^the /i, '').trim() })
    return whole.slice(0, name.length)
  }
  const text = withoutInitials(question).replace(inBrackets, take).replace(behind, take)
  return { text: found.length === 0 ? text : text.replace(/ ,/g, ','), found }
}

/** "Average order value (AOV)": the letters stand for the words before them, wherever else they stand. */
function withoutInitials(question: string): string {
  const long = new Map<string, string>()
  const text = question.replace(shortened, (whole: string, before: string, letters: string) => {
    const words = before
      .trim()
      .split(/[\s-]+/)
      .slice(-letters.length)
    if (words.map((word) => word[0]?.toUpperCase()).join('') !== letters) return whole
    long.set(letters, words.join(' '))
    return before.trimEnd()
  })
  return [...long].reduce((all, [letters, words]) => all.replace(new RegExp(`\\b${letters}\\b`, 'g'), words), text)
}
