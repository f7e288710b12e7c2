import { distanceOf, stretchesIn } from './stretches.ts'
import type { Term, Vocabulary } from './vocabulary.ts'

/** Characters of a prompt: a recogniser reads the last 224 tokens, of which names of other languages take one for about two letters. */
const MOST = 520
/** The part of it for the names of tables, columns and measures. */
const SCHEMA = 180
/** Characters of names that are told one by one. */
const MOST_NAMED = 2_000
/** How far a name may be from what was heard to be worth expecting. */
const NEAR = 0.42
/** Names that are expected at a time: of more, each counts less. */
const MOST_NEAR = 14

/** Whether all the names fit into one prompt. */
export const fitsOnePrompt = ({ terms }: Vocabulary): boolean =>
  terms.reduce((sum, { kind, text }) => (kind === 'word' ? sum : sum + text.length + 2), 0) <= MOST

/**
 * What a recogniser is told to expect: names of the data, those of the schema and the most frequent values, or, with what was `heard` once, the names that sound
 * most like it. `given` = what the caller wants expected; it comes last, where it counts most.
 */
export function promptOf(vocabulary: Vocabulary, given: string | null, heard: string | null): string | null {
  const room = MOST - Math.min(given?.length ?? 0, MOST / 2)
  const named = vocabulary.terms.filter(({ kind }) => kind !== 'word')
  const chosen = heard === null ? frequent(named, room) : nearest(vocabulary, named, heard, room)
  const names = chosen.map(({ text }) => text).join(', ')
  return [names && `${names}.`, given].filter(Boolean).join(' ') || null
}

/** Names to expect for engines that take them one by one: what stands first in a prompt. */
export const namesOf = ({ terms }: Vocabulary): string[] =>
  frequent(
    terms.filter(({ kind }) => kind !== 'word'),
    MOST_NAMED,
  ).map(({ text }) => text)

/** Values of all columns in turn, behind names of the schema. */
function frequent(terms: Term[], room: number): Term[] {
  const schema = fitting(
    terms.filter(({ kind }) => kind !== 'value'),
    SCHEMA,
  )
  const columns = [
    ...Map.groupBy(
      terms.filter(({ kind }) => kind === 'value'),
      ({ source }) => source,
    ).values(),
  ]
  const turns = Math.max(0, ...columns.map((values) => values.length))
  const inTurn = Array.from({ length: turns }, (_, turn) => columns.flatMap((values) => values[turn] ?? [])).flat()
  const left = room - schema.reduce((sum, { text }) => sum + text.length + 2, 0)
  return [...fitting(inTurn, left), ...schema]
}

/** The names that sound most like a part of it, and were not heard as they are; the likeliest comes last, where it counts most. */
function nearest(vocabulary: Vocabulary, terms: Term[], heard: string, room: number): Term[] {
  const stretches = stretchesIn(heard, vocabulary)
  const exact = new Set(stretches.map(({ plain }) => plain))
  const ranked = terms
    .filter(({ plain }) => !exact.has(plain))
    .map((term) => ({ term, distance: Math.min(1, ...stretches.map((stretch) => distanceOf(stretch, term, NEAR))) }))
    .filter(({ distance }) => distance <= NEAR)
    .toSorted((a, b) => a.distance - likelihood(a.term) - (b.distance - likelihood(b.term)))
    .slice(0, MOST_NEAR)
  return fitting(
    ranked.map(({ term }) => term),
    room,
  ).toReversed()
}

/** A long name that sounds near is one by chance less often than a short one. */
const likelihood = ({ sound }: Term): number => Math.min(0.15, sound.length * 0.012)

function fitting(terms: Term[], room: number): Term[] {
  let left = room
  return terms.filter(({ text }) => {
    if (text.length + 2 > left) return false
    left -= text.length + 2
    return true
  })
}
