import { rootEndings } from '#domain/analyst/lexicon/english/forms/endings.ts'
import { familyVerbs } from '#domain/analyst/lexicon/english/forms/families.ts'
import { irregularPasts, nounsOfParticiples } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import { remembered } from './remembered.ts'

/** What words of one family share: `rank` of "ranking" and "ranked", `enroll` of "enrollment". Words of up to four letters are their own. */
export const rootOf = remembered((said): string => {
  const word = irregularPasts.get(said) ?? said
  if (word.length <= 4) return word
  const root = word.replace(rootEndings, '')
  if (root.length < 3) return word
  return root
    .replace(/([bdfgklmnprt])\1$/, '$1')
    .replace(/at$/, '')
    .replace(/i$/, 'y')
    .replace(/(.{3})e$/, '$1')
})

/** As `rootOf`, and of `hire` and `hired`, `prescription` and `prescribed`, `cover` and `coverage`, `birth` and `born` one too: for words that are compared with a few others only. */
export const familyOf = remembered((word): string =>
  rootOf((nounsOfParticiples.get(word) ?? familyVerbs.get(word) ?? word).replace(/^(.{4,})age$/, '$1'))
    .replace(/^(.{3})e$/, '$1')
    .replace(/script$/, 'scrib'),
)

/** The words of a label, in small letters. */
export const labelWords = (label: string): string[] => label.toLowerCase().split(' ')
