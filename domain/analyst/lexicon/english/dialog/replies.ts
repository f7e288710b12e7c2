import { phraseList, wordSet } from '../forms/word-set.ts'
import { questionWords, showVerbs, thirdPersonPossessives } from '../sentences/function-words.ts'

/** Words of a reply to a question that the analyst asked back. */

/** "Yes", "that is what I meant". */
export const yesPhrases = phraseList(
  `yes;yep;yeah;yup;sure;right;correct;exactly;please do;go ahead;that's right;that is right;that's it;that is it;that's what i mean;that is what i mean
  that's what i meant;that is what i meant;i do;indeed`,
)

/** What may stand behind one of `yesPhrases`. */
export const yesTails = phraseList('please;sir;i do;exactly;that one;thanks;can tell me;can you tell me')

/** "Did you want", "would you like": what opens a question that was asked back. */
export const wishVerbs = wordSet('mean want like wish')

/** "Did you want me to [show]": verbs between the wish and what is asked for. */
export const wishedVerbs = wordSet('ask find know see list show get')

/** Words that open a whole question or request, in place of a reply. */
export const requestOpeners = wordSet(questionWords, showVerbs, 'count name')

/** Pronouns that point to what was asked before. */
export const askedPronouns = wordSet(thirdPersonPossessives, 'they them it those these')

/** Names of the first four options, in order: "the second one", "b". */
export const optionNames = [wordSet('first 1st former 1 a'), wordSet('second 2nd latter 2 b'), wordSet('third 3rd 3 c'), wordSet('fourth 4th 4 d')]

/** What may stand before the option that is picked: "I mean ...", "use ...". */
export const pickPhrases = phraseList('i mean;i meant;by way of;by;the one by;use;take;with')
