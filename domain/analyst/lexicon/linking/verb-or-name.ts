import type { Token } from '#domain/analyst/language/tokens.ts'
import { beForms, determiners, doForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { plainEnds } from '#domain/analyst/lexicon/english/sentences/grammar-words.ts'
import {
  askedPersons,
  beforeOrders,
  beforeSortVerb,
  beforeVerbalNoun,
  behindVerbOfMaking,
  objectOpenings,
  openedVerbs,
  openingVerbs,
  orderDirections,
  sortParticles,
  sortWays,
  verbalNouns,
  verbalPlurals,
} from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'

/** Whether "make" is a verb, as in "how many sales did each seller make in May", and not the name of a column. */
export function isVerbOfMaking(tokens: Token[], at: number): boolean {
  const isAsked = tokens.slice(Math.max(0, at - 5), at).some(({ lower }) => doForms.has(lower))
  const next = tokens[at + 1]
  return tokens[at]?.lower === 'make' && isAsked && (next === undefined || next.kind === 'sign' || behindVerbOfMaking.has(next.lower))
}

/** Whether "open" or "file" is what somebody did, as in "how many tickets did they open this month", and no state of rows. */
export function isVerbOfOpening(tokens: Token[], at: number): boolean {
  const [before, word, next] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (word && before && openingPasts.has(word.lower) && !beForms.has(before.lower) && beginsObject(next, tokens[at + 2])) return true
  if (!word || !openingVerbs.includes(word.lower) || word.isCapitalised || !before || before.kind === 'sign') return false
  const isAsked = tokens.slice(Math.max(0, at - 5), at - 1).some(({ lower }) => doForms.has(lower))
  const isNoun = determiners.has(before.lower) || (particles.has(before.lower) && !askedPersons.has(before.lower)) || before.lower === 'still'
  return isAsked && !isNoun && (next === undefined || next.kind === 'sign' || behindVerbOfMaking.has(next.lower))
}

const openingPasts = new Set(openedVerbs)

/** "Opened more than 8 tickets", "never opened a ticket": a verb, for what it was done to comes next. */
const beginsObject = (next: Token | undefined, after: Token | undefined): boolean =>
  next !== undefined &&
  (next.kind === 'number' || determiners.has(next.lower) || objectOpenings.has(next.lower) || (next.lower === 'at' && plainEnds.has(after?.lower ?? '')))

/** Whether "order" or "rank" asks to sort, as in "order Y from low to high", and is no name of the data. */
export function isOfSorting(tokens: Token[], at: number): boolean {
  const verb = tokens[at]?.lower
  if (verb === 'order' && orderDirections.has(tokens[at - 1]?.lower ?? '')) return true
  if ((verb !== 'order' && verb !== 'rank') || !beforeSortVerb.has(tokens[at - 1]?.lower ?? '')) return false
  const behind = tokens.slice(at + 1, at + 8).map(({ lower }) => lower)
  return (verb === 'order' && behind[0] === 'by') || sortingWay.test(behind.join(' '))
}

const sortingWay = new RegExp(`^(?:${anyOf(sortParticles)} )*${anyOf(sortWays)}\\b`)

/** Whether "orders" or "purchases" are rows, as in "the number of orders", and not verbs. */
export function isOfOrders(tokens: Token[], from: number, to: number): boolean {
  const [before, noun] = [tokens[from - 1]?.lower ?? '', tokens[from]?.lower ?? '']
  if (to !== from + 1) return false
  return verbalPlurals.has(noun) ? beforeOrders.has(before) : verbalNouns.has(noun) && beforeVerbalNoun.has(before)
}
