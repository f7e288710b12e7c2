import { politeRequests, remarkEnds, remarkOpeners } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { answerNouns, otherRows, rowOwnerQuestions, rowPointers, rowPronouns, wholeAnswer } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import {
  addingPhrases,
  additions,
  deniedObjects,
  exceptions,
  includeVerbs,
  newColumnLeads,
  remarkVerbs,
  sameContexts,
  updateVerbs,
  withoutPhrases,
} from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { copulas, doForms, haveForms, subjectRelatives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { about, possessive, show, those, whichOnes } from './remark-parts.ts'
/** The kind of a remark, told by its beginning and end, and the rest of its words. */
export type Frame = { kind: 'others' } | { kind: 'without' | 'with' | 'only' | 'same' | 'rank' | 'which' | 'besides'; rest: string }

const auxiliary = anyOf(copulas, doForms, haveForms)
const others = new RegExp(`^(?:${about}|${show}|(?:who|which|what) are )?(?:all )?(?:the )?${anyOf(otherRows)}$`)
const denied = new RegExp(
  `^(?:(?:and )?(?:what|how) about )?(?:those|the ones) ${anyOf(subjectRelatives)} ${auxiliary}$|^(?:and )?${whichOnes}(?:(?:${auxiliary}|can|will) not|${auxiliary}n't)(?: ${anyOf(deniedObjects)})?$`,
)
const without = new RegExp(`^(?:but )?${anyOf(withoutPhrases)}\\b\\s*`)
const same = new RegExp(`^(?:(?:do |${show}))?(?:exactly )?the same(?: thing| question| list| numbers?)?(?: again)?,? (?:but )?(?=${anyOf(sameContexts)}\\b)`)
const aboutLead = /^(?:and )?(?:what|how) about /
const also = new RegExp(
  `^(?:and )?(?:${anyOf(addingPhrases)}|(?:together |along )?with(?= ${possessive}\\b))\\b\\s*(?:(?:${anyOf(includeVerbs, ['list'])}|those|the ones) )*|^and (?:those |the ones )?(?=.* (?:too|as well)$)`,
)
const updated = new RegExp(
  `^${anyOf(updateVerbs)} ${anyOf(wholeAnswer, ['the', 'my'])}(?: ${anyOf(answerNouns)})?(?: to)?(?: also)? ${anyOf(includeVerbs)}\\s+`,
  'i',
)
const newColumn = new RegExp(`^${anyOf(newColumnLeads)} column (?:showing |with |for |of |that (?:shows|has) )?`, 'i')
const alsoEnd = new RegExp(`[,\\s]+${anyOf(additions)}$`)
const only = new RegExp(
  `^(?:(?:only|just)(?: show| list| keep)?|${anyOf(remarkVerbs, ['keep'])}(?: me)?(?: only| just))(?: me)?\\s+(?=${anyOf(rowPointers)}\\b)`,
)
const superlative = '(?:\\w+est|most \\w+|least \\w+)'
const rank = new RegExp(
  `^(?:(?:who|which|what)(?: one| of ${those})? ${anyOf(copulas)} |${about}|${show})?the (${superlative}(?: and the ${superlative})?)(?: ones?| of ${anyOf(rowPronouns, ['all'])})?$`,
)
const which = new RegExp(`^${anyOf(rowOwnerQuestions)} `)
const besides = new RegExp(`^(\\w.*? \\w.*?),? ${anyOf(exceptions)}(?: for)? ${those}(?: ones)?$`, 'i')
const lead = new RegExp(`^(?:${anyOf(remarkOpeners)}\\b[,.!\\s]+)+(?!(?:those|the ones)\\b.* (?:too|as well)$)`, 'i')
const request = new RegExp(`^${anyOf(politeRequests)} (?:please )?`, 'i')
const tail = new RegExp(`[,\\s]+${anyOf(remarkEnds)}$`, 'i')

/** The kind of a remark; null where it has none of these forms. */
export function frameOf(question: string): Frame | null {
  const text = question
    .trim()
    .replace(/[?.!\s]+$/, '')
    .replace(lead, '')
    .replace(request, '')
    .replace(updated, 'include ')
    .replace(tail, '')
  const lower = text.toLowerCase()
  if (others.test(lower) || denied.test(lower)) return { kind: 'others' }
  const after = (pattern: RegExp) => text.slice(pattern.exec(lower)?.[0].length ?? 0)
  const all = besides.exec(text)?.[1]
  if (all !== undefined) return { kind: 'besides', rest: all }
  if (without.test(lower)) return { kind: 'without', rest: after(without) }
  if (only.test(lower)) return { kind: 'only', rest: after(only) }
  if (same.test(lower)) return { kind: 'same', rest: after(same) }
  const ranked = rank.exec(lower)?.[1]
  if (ranked !== undefined) return { kind: 'rank', rest: ranked }
  if (aboutLead.test(lower)) return { kind: 'same', rest: after(aboutLead) }
  if (also.test(lower) || alsoEnd.test(lower)) return { kind: 'with', rest: after(also).replace(alsoEnd, '').replace(newColumn, '') }
  return which.test(lower) ? { kind: 'which', rest: text } : null
}
