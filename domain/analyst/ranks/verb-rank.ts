import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { isParticiple } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { type Adjective, superlatives, twoWordAdjectives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { dateNouns } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { audienceNouns } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { behindSuperlative, measuringVerbs } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { betweenVerbAndObject } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { comparedVerbs } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import { impliedColumn } from '#domain/analyst/lexicon/implied-column.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference, Superlative } from '#domain/analyst/reading/draft.ts'
import { type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { rankable } from './ranked-noun.ts'
import { finish, limitBefore, numberBefore, rankBy } from './superlative-parts.ts'

/** Takes a rank that a verb tells: `costs the most`, `highest paid`, `opened most recently`, `built in the most recent year`. */
export function readVerbRank(reading: Reading, at: number): number {
  return readMeasuring(reading, at) || readParticiple(reading, at) || readRecent(reading, at)
}

/** `costs the most`, `gets paid the least`, `earns the most money`, `can hold the most people`. */
function readMeasuring(reading: Reading, at: number): number {
  const word = wordAt(reading, at)
  const next = reading.items[at + 1]
  const end = next?.lower === 'money' || (next?.kind === 'word' && audienceNouns.has(next.lower)) ? at + 2 : at + 1
  const isLast = wordAt(reading, end) === '' || behindSuperlative.has(wordAt(reading, end))
  if ((word !== 'most' && word !== 'least') || !isLast) return 0
  const verb = skipBack(reading, at - 1)
  const own = reading.taken[verb] === null && !tableOf(reading.items[verb]) ? columnOf(reading, verb, rankable) : null
  const name = measuringVerbs.get(wordAt(reading, verb))
  const columns = name === undefined ? comparedVerbs.get(wordAt(reading, verb)) : undefined
  const seats = columns && audienceNouns.has(next?.lower ?? '') ? { columns } : null
  const found = own && own.weight >= 0.5 ? rankBy(own) : implied(reading, name === undefined ? seats : (twoWordAdjectives.get(name) ?? null), at)
  return found ? finish(reading, { direction: word === 'most' ? 'desc' : 'asc', limit: limitOf(reading), by: found }, verb, end) : 0
}

/** "The 3 employees who are paid the least" carries its number with the noun. */
function limitOf(reading: Reading): number {
  return reading.draft.limit ?? 1
}

/** `highest paid employees`, `the lowest-rated film`. */
function readParticiple(reading: Reading, at: number): number {
  const [, hyphenated, tail] = /^(\w+)-(\w+)$/.exec(wordAt(reading, at)) ?? []
  const head = hyphenated ?? wordAt(reading, at)
  const next = hyphenated === undefined ? skip(reading, at + 1, new Set(['-'])) : at
  const adjective = superlatives.has(head) && !['most', 'least'].includes(head) ? twoWordAdjectives.get(tail ?? wordAt(reading, next)) : undefined
  const by = adjective && implied(reading, adjective, at)
  if (!by) return 0
  const direction = superlatives.get(head) ?? 'desc'
  return finish(reading, { direction: turned(by, adjective, direction), limit: limitBefore(reading, at), by }, numberBefore(reading, at), next + 1)
}

/** Of the table named nearest, what follows before what stands in front. */
function implied(reading: Reading, adjective: Omit<Adjective, 'direction'> | null, at: number): Superlative['by'] | null {
  const after = reading.tables.filter((mention) => mention.at > at)
  const before = reading.tables.filter((mention) => mention.at < at).reverse()
  for (const { table } of adjective ? [...after.slice(0, 1), ...before] : []) {
    const found = adjective && impliedColumn(table, { direction: 'desc', ...adjective })
    if (found) return rankBy(found.reference)
  }
  return null
}

/** The direction by a given column: the best by a column of ranks has the lowest number. */
function turned(by: Superlative['by'], { columns, inverse = [] }: Omit<Adjective, 'direction'>, direction: 'asc' | 'desc'): 'asc' | 'desc' {
  const words = 'column' in by ? labelWords(by.column.column.label) : []
  const isInverse = !words.some((word) => columns.includes(word)) && words.some((word) => inverse.includes(word))
  return isInverse ? (direction === 'asc' ? 'desc' : 'asc') : direction
}

/** `most recently opened`, `opened most recently`, `built in the most recent year`: by the date that the verb speaks of, else the one the rows are about. */
function readRecent(reading: Reading, at: number): number {
  const word = wordAt(reading, at)
  const isPair = word === 'most' && ['recent', 'recently'].includes(wordAt(reading, at + 1))
  const isLast = ['latest', 'earliest'].includes(word)
  if (!isPair && !isLast) return 0
  const next = at + (isPair ? 2 : 1)
  const isAdverb = wordAt(reading, at + 1) === 'recently'
  const isTime = dateNouns.has(wordAt(reading, next)) && !columnOf(reading, next)
  if (!isAdverb && !isTime) return 0
  const verbs = isAdverb ? [next, at - 1] : [skipBack(reading, at - 1, betweenVerbAndObject)]
  const spoken = verbs.find((verb) => (isParticiple(wordAt(reading, verb)) || wordAt(reading, verb).endsWith('en')) && !tableOf(reading.items[verb])) ?? null
  const column = dateFor(reading, spoken, at)
  if (!column) return 0
  const start = numberBefore(reading, at)
  if (spoken !== null) take(reading, spoken, spoken + 1, 'superlative')
  const end = isTime ? next + 1 : spoken === next ? next + 1 : next
  const from = spoken !== null && spoken < start ? spoken : start
  return finish(reading, { direction: word === 'earliest' ? 'asc' : 'desc', limit: limitBefore(reading, at), by: rankBy(column) }, from, end)
}

function dateFor(reading: Reading, verb: number | null, at: number): ColumnReference | null {
  const tables = [...reading.tables].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).map(({ table }) => table)
  const root = verb === null ? null : familyOf(wordAt(reading, verb))
  for (const table of tables) {
    const spoken = table.columns.filter(
      (column) => rankable({ table, column }) && labelWords(column.label).some((word) => root !== null && familyOf(word) === root),
    )
    const column =
      spoken.find(({ semanticType }) => semanticType === 'time') ?? spoken.find(({ label }) => labelWords(label).some((word) => dateNouns.has(word)))
    if (column) return { table, column }
  }
  for (const table of tables) {
    const column = defaultDate(table) ?? table.columns.find(({ label, isHidden }) => !isHidden && /\byear\b/i.test(label))
    if (column && rankable({ table, column })) return { table, column }
  }
  return null
}
