import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { phraseKey, type Token } from '#domain/analyst/language/tokens.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { productOperators } from '#domain/analyst/lexicon/english/meanings/arithmetic.ts'
import { partyNouns } from '#domain/analyst/lexicon/english/meanings/people.ts'
import {
  choiceWords,
  determiners,
  distributives,
  indefiniteArticles,
  locationPrepositions,
  objectPronouns,
  phrasalParticles,
  prepositions,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { openingVerbs, stateOfOpening } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { livingVerbs } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { tellsMarks } from '#domain/analyst/lexicon/value-names.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { isConcerned, ofNearest } from './concerned-tables.ts'
import { deedAt, mayTellDeed } from './deeds-with-objects.ts'

type Held = { table: LayerTable; column: LayerColumn; value: string }

/** Of the values that words are written like, those they may mean where they stand in a question, of the rows it is concerned with. */
export function valuesMeant<Some extends Held>(tokens: Token[], from: number, to: number, found: Some[], lexicon: Lexicon): Some[] {
  const meant = found.filter((held) => isMeant(tokens, from, to, held, lexicon))
  const marks = isOneMark(tokens, from) ? meant.filter(({ column }) => tellsMarks(column.label)) : []
  return marks.length > 0 ? marks : ofNearest(tokens, from, to, meant, lexicon)
}

/** "An F" is a mark, and nobody's sex. */
const isOneMark = (tokens: Token[], at: number): boolean => tokens[at]?.lower.length === 1 && indefiniteArticles.has(tokens[at - 1]?.lower ?? '')

/** Whether words tell a value: not what somebody did to something else, and no part of a longer value that is called after something else. */
function isMeant(tokens: Token[], from: number, to: number, held: Held, lexicon: Lexicon): boolean {
  const part = tokens.slice(from, to).filter(({ kind }) => kind !== 'sign')
  const [first] = part
  if (!first || part.some(({ kind }) => kind !== 'word')) return true
  if (isOtherNoun(tokens, from, to, held, lexicon)) return false
  const words = phraseKey(held.value).split(' ')
  if (part.length === 1 && !isState(tokens, from, held, lexicon)) return false
  return words.length <= part.length || isPart(tokens, from, to, words, held.column, lexicon)
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
  if (tellsWay(tokens, at, lexicon) || (livingVerbs.has(lower) && locationPrepositions.has(tokens[at + 1]?.lower ?? ''))) return false
  if (!isOwn && phrasalParticles.has(tokens[at + 1]?.lower ?? '')) return false
  const deed = deedAt(tokens, at, lexicon)
  return deed === null || (!isOpening && mayTellDeed(deed, table, lexicon.layer))
}

/** "Home owners" are no people called `Owner`, one of many titles, where a column of their rows is called home. */
function isOtherNoun(tokens: Token[], from: number, to: number, { table, column }: Held, { names }: Lexicon): boolean {
  const [before, last] = [tokens[from - 1], tokens[to - 1]]
  const isPlural = last !== undefined && last.lower !== last.stem && !last.isCapitalised
  // "Price times quantity" multiplies.
  if (!isPlural || productOperators.some(([sign]) => sign === last.lower) || (column.distinct ?? mostKinds + 1) <= mostKinds || before?.kind !== 'word')
    return false
  return names.get(before.stem)?.columns.some((named) => named.table === table && named.column !== column) ?? false
}

/** The most values of a column that tells kinds, and no names. */
const mostKinds = 40

/** "Those paid by card": a participle before a value of the column that is called after it, such as the way of a payment. */
function tellsWay(tokens: Token[], at: number, { values }: Lexicon): boolean {
  const [word, preposition, said] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (!word || !said || !isPastForm(word.lower) || !prepositions.has(preposition?.lower ?? '')) return false
  const family = familyOf(word.lower)
  return (values.get(said.lower) ?? []).some(({ column }) => labelWords(column.label).some((label) => familyOf(label) === family))
}

const isCalled = (label: string, family: string): boolean => familyOf(phraseKey(label).split(' ').map(singular).at(-1) ?? '') === family

/** The most values of a column that tells a way or kind. */
const fewWays = 20

/** Whether some words of a longer value may stand for it: they tell it apart, and are no verb and no noun for what is asked for. */
function isPart(tokens: Token[], from: number, to: number, words: readonly string[], column: LayerColumn, { names }: Lexicon): boolean {
  const part = tokens.slice(from, to).filter(({ kind }) => kind !== 'sign')
  const isTold = part.some(({ isCapitalised }, at) => isCapitalised && from + at > 0)
  if (isTold) return true
  const [first] = part
  const last = part.at(-1)
  if (!first || !last) return false
  if (part.some(({ lower }) => prepositions.has(lower)) && part.length < 2) return false
  // "Tenants support us": whom somebody does something for.
  if (objectPronouns.has(tokens[to]?.lower ?? '')) return false
  // "What sports do they do" asks for kinds, and "by team" splits by them, unless few values may be the way: "by sea".
  const before = tokens[from - 1]?.lower ?? ''
  if (part.length === 1 && (choiceWords.has(before) || distributives.has(before) || (before === 'by' && (column.distinct ?? fewWays + 1) > fewWays)))
    return false
  if (part.every(({ stem }) => partyNouns.has(stem))) return false
  // Several are called after the noun at the end: sports are no "sport medicine", and new patients no "new patient visit".
  const headAt = words.findIndex((word, at) => at > 0 && (prepositions.has(word) || determiners.has(word) || /^\d/.test(word)))
  const head = singular(words[headAt === -1 ? words.length - 1 : headAt - 1] ?? '')
  const isSeveral = last.lower !== last.stem && !words.includes(last.lower)
  return !isSeveral || last.stem === head || !(names.has(last.stem) || words.map(singular).includes(last.stem))
}
