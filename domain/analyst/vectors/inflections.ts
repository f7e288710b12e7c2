import { irregularPlurals, uninflectedWords } from '#domain/analyst/lexicon/english/noun-forms.ts'

/** The same rules as in `scripts/write-vectors/inflections.py`: what the table leaves out is found by them. */
const endings: [string, string][] = [
  ...([
    ['ies', 'y'],
    ['sses', 'ss'],
    ['shes', 'sh'],
    ['ches', 'ch'],
    ['xes', 'x'],
    ['zes', 'z'],
    ['ses', 's'],
    ['men', 'man'],
    ['s', ''],
  ] satisfies [string, string][]),
  ['ied', 'y'],
  ['ed', 'e'],
  ['ed', ''],
  ['ing', 'e'],
  ['ing', ''],
]
const whole = new Set(['ies', 'sses', 'shes', 'ches', 'xes', 'zes', 'men', 'ied'])

/** What a lower-case word may be an inflection of, the likeliest first. */
export function baseForms(word: string): string[] {
  if (uninflectedWords.has(word) || word.length < 4) return []
  const known = irregularPlurals.get(word)
  if (known !== undefined) return [known]
  const found: string[] = []
  for (const [ending, instead] of endings) {
    if (!word.endsWith(ending) || word.length - ending.length < 2 || (ending === 's' && 'sui'.includes(word.at(-2) ?? ''))) continue
    const stem = word.slice(0, -ending.length)
    found.push(stem + instead)
    if ((ending === 'ed' || ending === 'ing') && instead === '' && stem.length > 3 && stem.at(-1) === stem.at(-2)) found.push(stem.slice(0, -1))
    if (whole.has(ending)) break
  }
  return found
}
