import { familyOf } from '#domain/analyst/language/root.ts'
import { phraseKey, type Token } from '#domain/analyst/language/tokens.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { partyNouns } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { choiceWords, determiners, objectPronouns, prepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { openingVerbs, stateOfOpening } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { isConcerned, ofNearest } from './concerned-tables.ts'
import { deedAt, mayTellDeed } from './deeds-with-objects.ts'

type Held = { table: LayerTable; column: LayerColumn; value: string }

/** Of the values that words are written like, those they may mean where they stand in a question, of the rows it is concerned with. */
export const valuesMeant = <Some extends Held>(tokens: Token[], from: number, to: number, found: Some[], lexicon: Lexicon): Some[] =>
  ofNearest(
    tokens,
    from,
    to,
    found.filter((held) => isMeant(tokens, from, to, held, lexicon)),
    lexicon,
  )

/** Whether words tell a value: not what somebody did to something else, and no part of a longer value that is called after something else. */
function isMeant(tokens: Token[], from: number, to: number, held: Held, lexicon: Lexicon): boolean {
  const part = tokens.slice(from, to).filter(({ kind }) => kind !== 'sign')
  const [first] = part
  if (!first || part.some(({ kind }) => kind !== 'word')) return true
  const words = phraseKey(held.value).split(' ')
  if (part.length === 1 && !isState(tokens, from, held, lexicon)) return false
  return words.length <= part.length || isPart(tokens, from, to, words, lexicon)
}

/** Whether a word tells the state of rows, and not what was done: nothing is "open" because it was opened. */
function isState(tokens: Token[], at: number, { table, value }: Held, lexicon: Lexicon): boolean {
  const { lower = '', isCapitalised = false } = tokens[at] ?? {}
  if (isCapitalised) return true
  if (!isConcerned(tokens, table, lexicon)) return false
  const said = value.trim().toLowerCase()
  const family = familyOf(lower)
  const isOpening = openingVerbs.some((verb) => familyOf(verb) === family)
  if (isOpening && isPastForm(lower) && stateOfOpening.has(said)) return false
  const isOwn = said === lower || familyOf(said) === family
  // "Shipments" and "what we shipped" are all of them, on whatever way they are.
  if (!isOwn && lexicon.layer.tables.some(({ label, isHidden }) => !isHidden && isCalled(label, family))) return false
  const deed = deedAt(tokens, at, lexicon)
  return deed === null || (!isOpening && mayTellDeed(deed, table, lexicon.layer))
}

const isCalled = (label: string, family: string): boolean => familyOf(phraseKey(label).split(' ').map(singular).at(-1) ?? '') === family

/** Whether some words of a longer value may stand for it: they tell it apart, and are no verb and no noun for what is asked for. */
function isPart(tokens: Token[], from: number, to: number, words: readonly string[], { names }: Lexicon): boolean {
  const part = tokens.slice(from, to).filter(({ kind }) => kind !== 'sign')
  const isTold = part.some(({ isCapitalised }, at) => isCapitalised && from + at > 0)
  if (isTold) return true
  const [first] = part
  const last = part.at(-1)
  if (!first || !last) return false
  if (part.some(({ lower }) => prepositions.has(lower)) && part.length < 2) return false
  // "Tenants support us": whom somebody does something for.
  if (objectPronouns.has(tokens[to]?.lower ?? '')) return false
  // "What sports do they do" asks for kinds.
  if (part.length === 1 && choiceWords.has(tokens[from - 1]?.lower ?? '')) return false
  if (part.every(({ stem }) => partyNouns.has(stem))) return false
  // Several are called after the noun at the end: customers are no "customer service", and new patients no "new patient visit".
  const headAt = words.findIndex((word, at) => at > 0 && (prepositions.has(word) || determiners.has(word)))
  const head = singular(words[headAt === -1 ? words.length - 1 : headAt - 1] ?? '')
  const isSeveral = last.lower !== last.stem && !words.includes(last.lower)
  return !isSeveral || last.stem === head || !(names.has(last.stem) || words.map(singular).includes(last.stem))
}
