import { sisterLines } from '#domain/analyst/lexicon/english/sentences/sisters.ts'
import { baseForms } from './inflections.ts'

const sisters = sisterLines
  .trim()
  .split('\n')
  .map((line) => line.split(',').map((words) => new Set(words.trim().split('/'))))

/** Sets that hold a word, with the sister it belongs to. */
const places = new Map<string, [number, number][]>()
for (const [set, members] of sisters.entries())
  for (const [member, words] of members.entries()) for (const word of words) places.set(word, [...(places.get(word) ?? []), [set, member]])

const placesOf = (word: string): [number, number][] => [word, ...baseForms(word)].map((form) => places.get(form)).find((found) => found !== undefined) ?? []

/** Whether two words are sisters: near in use, never the same. */
export function areSisters(one: string, other: string): boolean {
  const others = placesOf(other)
  return placesOf(one).some(([set, member]) => others.some((place) => place[0] === set && place[1] !== member))
}
