import type { Layer } from '../../semantics/layer.ts'

const KIND = String.raw`(?:(?:an?|valid|raw|plain|strict|pure|only|the|this|following)\s+)*json\b(?:\s+(?:object|array|document|format|form|string|output|response|only))*`
/** What such an instruction goes on to say of the form, to the end of its sentence. */
const SHAPE = String.raw`(?:\s*,?\s*(?:with|having|containing|whose|that|matching|following|like|according)\b[^.?!\n]*)?`
const FORM = new RegExp(String.raw`,?\s*(?:\b(?:formatted|returned|given)\s+)?(?:\b(?:as|in|into|using|with|by)\s+)?\b${KIND}${SHAPE}`, 'gi')
/** Words of a sentence that asks for nothing but a form. */
const NOTHING = new Set(
  'return respond answer reply output give provide write produce use format print send show please make sure me us it them the your this that its result results response answers data and or only just must should is be always nothing else a an to in as with'.split(
    ' ',
  ),
)

/**
 * A question without its words on JSON, where the request itself asks for JSON: clients have to name it in the text too (OpenAI refuses `json_object` otherwise).
 * Unchanged where the data itself speaks of JSON, or nothing else is said.
 */
export function withoutJsonWords(question: string, layers: readonly Layer[]): string {
  if (!/\bjson\b/i.test(question) || layers.some(speaksOfJson)) return question
  const sentences = question
    .replace(FORM, '')
    .replace(/([.?!])[.?!]+/g, '$1')
    .split(/(?<=[.?!])\s+|\n+/)
  const asked = sentences.filter((sentence) => (sentence.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => !NOTHING.has(word)))
  return asked.join(' ').trim() || question
}

const speaksOfJson = ({ tables }: Layer): boolean =>
  tables.some((table) =>
    [table, ...table.columns].some((part) =>
      /json/i.test([part.name, part.label, ...part.synonyms, ...('sampleValues' in part ? part.sampleValues : [])].join(' ')),
    ),
  )
