import { phraseList, wordSet } from '../forms/word-set.ts'
import { plainArticles } from '../sentences/function-words.ts'

/** Nouns for a part of a text, with how the text is searched for it: "the letter a", "the prefix un". */
export const textParts = new Map([
  ['letter', 'contains'],
  ['letters', 'contains'],
  ['word', 'contains'],
  ['substring', 'contains'],
  ['phrase', 'contains'],
  ['string', 'contains'],
  ['prefix', 'starts_with'],
  ['suffix', 'ends_with'],
] as const)

/** Nouns that say that a piece of text is meant. */
export const textNouns = wordSet(textParts.keys(), 'words text character characters keyword')

/** "Containing [the word] rock": before a text that is searched for. */
export const beforeText = wordSet(textNouns, plainArticles)

/** Nouns behind which a single letter is a text. */
export const letterNouns = wordSet('letter letters character characters')

/** "A Gmail address": nouns for mail behind the name of a domain. Singular. */
export const mailNouns: ReadonlySet<string> = new Set(
  phraseList('email;e mail;e-mail;e -mail;mail;address;account;email address;email account;e mail address;e mail account;e-mail address;e-mail account'),
)

/** Words that titles have in small letters: "Gone with the Wind". */
export const titleWords = wordSet(plainArticles, 'of to and in as for on at with by')

/** Words by which a list holds one thing and no other. */
export const onlyWords = wordSet('only exactly solely exclusively alone just')
