const FILLERS = /(?<![\p{L}\p{N}'-])(?:uh+m*|umm+|erm+|hmm+|ähm?|öhm?|euh+)(?![\p{L}\p{N}'-])[,…]?/giu
/** A word of its own in Portuguese and German. */
const ENGLISH_FILLERS = /(?<![\p{L}\p{N}'-])(?:um|uh+m*|er)(?![\p{L}\p{N}'-])[,…]?/giu
const ENGLISH_QUESTION =
  /^(?:and |so |but )?(?:what|who|whose|whom|which|when|where|why|how|is|are|was|were|do|does|did|can|could|should|would|will|has|have|had)\b/i

/**
 * Tidies a transcription without a language model: filler words go, sentences begin with a capital and end with a mark.
 * `language` is an ISO 639 code, `null` when unknown; no other word is touched.
 */
export function cleanTranscript(text: string, language: string | null): string {
  const english = language === 'en'
  let clean = text.normalize('NFC').replace(FILLERS, ' ')
  if (english) clean = clean.replace(ENGLISH_FILLERS, ' ').replace(/(?<![\p{L}\p{N}'.-])i(?=(?:'(?:m|ve|ll|d))?(?:[\s,!?]|\.?(?:\s|$)))/gu, 'I')
  clean = clean
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.!?;:…])/g, '$1')
    .replace(/^[\s,;:.]+/, '')
    .replace(/,{2,}/g, ',')
    .trim()
  if (clean === '') return ''
  // A stop after a single letter is an abbreviation.
  clean = clean.replace(/(^|(?<!(?:^|[^\p{L}\p{N}])\p{L})[.!?…]\s+)(\p{Ll})/gu, (_match, before: string, letter: string) => before + letter.toUpperCase())
  return clean + endOf(clean, english)
}

function endOf(text: string, english: boolean): string {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text)) return '。'
  if (!/[\p{L}\p{N}%)"'’”]$/u.test(text)) return ''
  const last = text.split(/[.!?…]\s+/).at(-1) ?? text
  return english && ENGLISH_QUESTION.test(last) ? '?' : '.'
}
