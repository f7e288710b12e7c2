const endings = /(?:ational|isation|ization|ations?|ments?|ness|ings?|ers?|ors?|ees?|ions?|ances?|ences?|als?|ity|ly|ed|es?|s)$/

const pasts = new Map(
  `left leave|became become|began begin|took take|taken take|bought buy|sold sell|paid pay|sent send|made make|built build|held hold|won win|lost lose|met meet|ran run|
  wrote write|written write|taught teach|chose choose|chosen choose|spent spend|gave give|given give|drove drive|driven drive|flew fly|flown fly|sang sing`
    .split('|')
    .map((pair) => pair.trim().split(' ') as [string, string]),
)

/** What words of one family share: `rank` of "ranking" and "ranked", `enroll` of "enrollment". Words of up to four letters are their own. */
export function rootOf(said: string): string {
  const word = pasts.get(said) ?? said
  if (word.length <= 4) return word
  const root = word.replace(endings, '')
  if (root.length < 3) return word
  return root
    .replace(/([bdfgklmnprt])\1$/, '$1')
    .replace(/at$/, '')
    .replace(/i$/, 'y')
    .replace(/(.{3})e$/, '$1')
}

const nouns = new Map([
  ['born', 'birth'],
  ['died', 'death'],
])

/** As `rootOf`, and of `hire` and `hired`, `prescription` and `prescribed`, `cover` and `coverage`, `birth` and `born` one too: for words that are compared with a few others only. */
export function familyOf(word: string): string {
  return rootOf((nouns.get(word) ?? word).replace(/^(.{4,})age$/, '$1'))
    .replace(/^(.{3})e$/, '$1')
    .replace(/script$/, 'scrib')
}

/** The words of a label, in small letters. */
export const labelWords = (label: string): string[] => label.toLowerCase().split(' ')
