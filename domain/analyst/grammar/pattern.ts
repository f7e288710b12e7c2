import { formWords } from '#domain/analyst/lexicon/english/sentences/grammar-words.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import type { Edge } from './terms.ts'

/**
 * What a rule expects, element after element, in one line: `superlative number? table|column by figure`. A word that is no category stands for itself
 * (`by`), `/` parts several such words (`by/per`), `|` several categories, `?` may be absent. Articles and the like may stand between any two elements.
 */
export type Pattern = Element[]
type Element = { categories: ReadonlySet<string>; isOptional: boolean }

export const categories = [
  'number',
  'period',
  'table',
  'column',
  'measure',
  'value',
  'grain',
  'aggregate',
  'superlative',
  'bound-word',
  'verb',
  'done',
  'money',
  'trade-ratio',
  'clock',
  'recurring',
  'bound',
  'figure',
  'group',
  'condition',
  'fragment',
] as const
const known = new Set<string>(categories)

export function pattern(text: string): Pattern {
  return text.split(' ').map((part) => {
    const isOptional = part.endsWith('?') && part.length > 1
    const body = isOptional ? part.slice(0, -1) : part
    const names = body.split('|').flatMap((name) => (known.has(name) ? [name] : name.split('/').map((word) => `w:${word}`)))
    return { categories: new Set(names), isOptional }
  })
}

/** Signs that hold two words together: best-selling. */
const joins = new Set(['w:-'])
const isBetween = (category: string): boolean =>
  joins.has(category) || (category.startsWith('w:') && !formWords.has(category.slice(2)) && (particles.get(category.slice(2)) ?? 9) <= 0.15)
/** How many words may stand between two elements. */
const mostBetween = 3

export type Match = { from: number; to: number; parts: (Edge | null)[]; weight: number; link: number }

/** Edges by where they begin. */
export type Lattice = Edge[][]

const begun = new WeakMap<Pattern, ReadonlySet<string>>()

/** Categories that a pattern may begin with. */
function beginningsOf(elements: Pattern): ReadonlySet<string> {
  const known = begun.get(elements)
  if (known) return known
  const first = elements.findIndex(({ isOptional }) => !isOptional)
  const found = new Set(elements.slice(0, first === -1 ? elements.length : first + 1).flatMap(({ categories: some }) => [...some]))
  begun.set(elements, found)
  return found
}

/** Whether each element that a pattern cannot do without is of a category there is at all. */
export function mayFit(elements: Pattern, present: ReadonlySet<string>): boolean {
  return elements.every(({ categories: some, isOptional }) => isOptional || !some.isDisjointFrom(present))
}

/** Every way a pattern fits from a position on. */
export function matchesAt(lattice: Lattice, elements: Pattern, from: number): Match[] {
  const beginnings = beginningsOf(elements)
  if (!lattice[from]?.some(({ category }) => beginnings.has(category))) return []
  const found: Match[] = []
  const walk = (at: number, index: number, parts: (Edge | null)[], weight: number, link: number, past: number) => {
    const element = elements[index]
    if (!element) {
      if (past === 0) found.push({ from, to: at, parts, weight, link })
      return
    }
    if (element.isOptional) walk(at, index + 1, [...parts, null], weight, link, past)
    const hasBegun = parts.some(Boolean)
    for (const edge of lattice[at] ?? []) {
      if (element.categories.has(edge.category)) walk(edge.to, index + 1, [...parts, edge], weight + edge.weight, Math.min(link, edge.link), 0)
      else if (hasBegun && past < mostBetween && isBetween(edge.category)) walk(edge.to, index, parts, weight - 0.02, link, past + 1)
    }
  }
  walk(from, 0, [], 0, 1, 0)
  return found.filter(({ to }) => to > from)
}
