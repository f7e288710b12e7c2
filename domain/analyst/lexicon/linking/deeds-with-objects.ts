import type { Token } from '#domain/analyst/language/tokens.ts'
import {
  behindDoer,
  determiners,
  haveForms,
  indefiniteArticles,
  objectOpeners,
  objectPronouns,
  quantifiers,
  subjectPronouns,
  subjectRelatives,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

/** What somebody did to something: the tables of who did it and of what it was done to, as far as the data names them. */
export type Deed = { doers: LayerTable[]; objects: LayerTable[] }

const farthestObject = 5
const leastNamed = 0.5

/** "Customers who opened a ticket": what a verb says somebody did, where its object stands behind it; null where it tells the state of something. */
export function deedAt(tokens: Token[], at: number, lexicon: Lexicon): Deed | null {
  const [word, next] = [tokens[at], tokens[at + 1]]
  if (word?.kind !== 'word' || word.isCapitalised || !next) return null
  let before = at - 1
  while (behindDoer.has(tokens[before]?.lower ?? '')) before--
  const doer = tokens[before]?.lower ?? ''
  const isClause = before < at - 1 || subjectRelatives.has(doer) || subjectPronouns.has(doer)
  const doers = tablesAt(tokens[before], lexicon)
  if (!isClause && doers.length === 0) return null
  const behind = tokens.slice(at + 1, at + 1 + farthestObject)
  const objects = behind.flatMap((token) => tablesAt(token, lexicon)).filter((table) => !doers.includes(table))
  const said = { doers: doers.length > 0 ? doers : tokens.slice(0, at).flatMap((token) => tablesAt(token, lexicon)), objects }
  if (objectPronouns.has(next.lower)) return said
  // "Shipped this month", "paid the same day": when, and not what.
  if (behind.some(({ stem }) => grainWords.has(stem)) && objects.length === 0) return null
  if (objects.length === 0) return isClause && (indefiniteArticles.has(next.lower) || quantifiers.has(next.lower)) ? said : null
  const isOpened = objectOpeners.has(next.lower) || determiners.has(next.lower) || quantifiers.has(next.lower) || next.kind === 'number'
  // "Which leases have open bills" tells of the bills.
  return isOpened || (isClause && !haveForms.has(tokens[at - 1]?.lower ?? '') && tablesAt(next, lexicon).length > 0) ? said : null
}

const tablesAt = (token: Token | undefined, { names }: Lexicon): LayerTable[] =>
  token?.kind === 'word' ? (names.get(token.stem)?.tables ?? []).flatMap(({ table, weight }) => (weight >= leastNamed ? [table] : [])) : []

/** Whether rows of a table may be in a state because of what was done: those it was done to, their lines, and what those are lines of. */
export function mayTellDeed({ doers, objects }: Deed, table: LayerTable, { relationships }: Layer): boolean {
  if (doers.includes(table)) return false
  const isLinked = (one: LayerTable, other: LayerTable) => relationships.some(({ fromTable, toTable }) => fromTable === one.name && toTable === other.name)
  return objects.length === 0 || objects.some((object) => object === table || isLinked(table, object) || isLinked(object, table))
}
