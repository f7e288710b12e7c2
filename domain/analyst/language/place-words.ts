import {
  countries,
  countryNames,
  irregularNationalities,
  longCodes,
  nationalityEndings,
  nationLabels,
  usStates,
} from '#domain/analyst/lexicon/english/meanings/places.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'

/** All names of a country, by each of them. */
const names = new Map(countryNames.flatMap((all) => all.map((name): [string, readonly string[]] => [name, all])))

/** Countries by their adjectives: "austrian" leads to "austria". */
const nationalities = new Map<string, string>([
  ...[...countries].flatMap((country) => {
    const root = country.replace(/[aeoy]$/, '')
    return [...new Set([country, root])].flatMap((start) => nationalityEndings.map((ending): [string, string] => [`${start}${ending}`, country]))
  }),
  ...irregularNationalities,
])
const adjectives = Map.groupBy(nationalities.keys(), (adjective) => nationalities.get(adjective) ?? '')
const nationLabel = new RegExp(`\\b${anyOf(nationLabels)}`)
const stateCodes = new Map([...usStates].map(([code, name]) => [name, code.toUpperCase()]))

/** Other words for a value of a column of places: the other names and the adjectives of a country, the name of the state a code stands for, a state's code and initials (both in capitals). `key` is the value in small letters, `label` the column's. */
export function otherWords(key: string, value: string, label: string): string[] {
  const nation = nationLabel.test(label) ? (nationalities.get(key) ?? countryOfCode(value)) : undefined
  const country = nation ?? key
  const called = names.get(country) ?? [country]
  const own = countries.has(country) ? [...called, ...called.flatMap((name) => adjectives.get(name) ?? [])] : []
  const isState = /\bstate\b/.test(label)
  const state = isState && value === value.toUpperCase() ? usStates.get(key) : undefined
  const code = isState ? stateCodes.get(key) : undefined
  return [...own, ...(state ? [state] : []), ...(code ? [code] : []), ...initials(value)].filter((word) => word !== key)
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** The country that two or three capitals stand for. */
function countryOfCode(value: string): string | undefined {
  if (!/^\p{Lu}{2,3}$/u.test(value)) return undefined
  const name = (value.length === 2 ? regions.of(value)?.toLowerCase() : longCodes.get(value.toLowerCase())) ?? ''
  return countries.has(name) ? name : undefined
}

/** "LA" is Los Angeles. */
function initials(value: string): string[] {
  const words = value.split(' ')
  return words.length > 1 && words.length < 5 && words.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word)) ? [words.map((word) => word[0]).join('')] : []
}
