import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { adjacencyPhrases } from '#domain/analyst/lexicon/english/meanings/places.ts'
import {
  betweenSubjectAndVerb,
  betweenVerbAndObject,
  conjunctions,
  countExtremes,
  indefinitePeople,
  indefinitePhrases,
  negations,
  prepositions,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { isFree, note, phraseLength, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { membership, valuesFrom } from './pairing-filters.ts'
import { isOfAdjacency, type Pairing, pairingsOf } from './pairing-tables.ts'

/** "Borders [with any other] state". */
const betweenVerbAndPartner = wordSet(betweenVerbAndObject, 'other another')
const betweenRankAndPartner = wordSet(betweenVerbAndPartner, 'number')

/** The longer ones first. */
const anyones = [...indefinitePeople].flatMap((word) => [`${word} else`, word])

/** The verb that pairs rows, at an item: `border`, `next to`, `bordering`. */
export function pairingAt(reading: Pick<Reading, 'items' | 'taken' | 'lexicon'>, at: number): { pairing: Pairing; length: number } | null {
  const item = reading.items[at]
  if (!item || reading.taken[at] !== null || item.kind === 'quoted') return null
  const pairings = pairingsOf(reading.lexicon.layer)
  if (pairings.length === 0 || item.stem === 'id') return null
  const named = pairings.find((pairing) => item.meaning.columns.some(({ column, weight }) => column === pairing.object && weight >= 0.75))
  if (named && !tableOf(item) && !item.lower.includes(' ')) return { pairing: named, length: 1 }
  const friends = ['with', 'of'].includes(wordAt(reading as Reading, at + 1))
    ? pairings.flatMap(asNoun).find(({ table }) => table === tableOf(item))
    : undefined
  if (friends) return { pairing: friends, length: 1 }
  const liked = anyones.some((phrase) => phraseLength(reading as Reading, at + 1, phrase) > 0)
    ? pairings.find(({ table }) => table === tableOf(item))
    : undefined
  if (liked) return { pairing: liked, length: 1 }
  const length = Math.max(0, ...adjacencyPhrases.map((phrase) => phraseLength(reading as Reading, at, phrase)))
  if (length === 0) return null
  const adjacent = pairings.filter(({ table, object }) => isOfAdjacency(`${table.label} ${object.label}`))
  return adjacent.length === 1 && adjacent[0] ? { pairing: adjacent[0], length } : null
}

/** A pairing whose table is said as a noun, with the column of that name as its subject: "friends of Kyle" are the rows in the column `friend`. */
function asNoun(pairing: Pairing): Pairing[] {
  const { table, subject, object } = pairing
  const isFriend = ({ label }: LayerColumn) => label.toLowerCase().replace(/ id$/, '') === singular(table.label.toLowerCase())
  if (isFriend(subject) === isFriend(object)) return []
  return [isFriend(subject) ? pairing : { ...pairing, subject: object, object: subject }]
}

/** Takes what one row is to another of the same table: `states that border Texas`, `bordering the most states`, `border no others`. */
export function readPairings(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const relation = pairingAt(reading, at)
    if (!relation || !hasSubject(reading, at, relation.pairing)) continue
    const { pairing, length } = relation
    const end = readNoun(reading, at, at + length, pairing) || readObject(reading, at, at + length, pairing)
    if (!end) continue
    at = end - 1
  }
}

/** The rows are named before the verb, past small words, or right behind it: `neighboring states`. */
function hasSubject(reading: Reading, at: number, { of }: Pairing): boolean {
  const before = skipBack(reading, at - 1, betweenSubjectAndVerb)
  if (tableOf(reading.items[before]) === of) return true
  if (tableOf(reading.items[at + 1]) === of && (wordAt(reading, at).endsWith('ing') || wordAt(reading, at) === 'adjacent')) return true
  const isSecond = conjunctions.has(wordAt(reading, before)) && reading.taken[before - 1] === 'value'
  const isInverse = reading.items[before]?.values.some(({ table }) => table === of) ?? false
  return (isSecond || isInverse) && reading.tables.some((mention) => mention.table === of && mention.at < before)
}

/** "The neighboring states of Texas", "with no surrounding states": the verb stands before those that are paired. */
function readNoun(reading: Reading, at: number, noun: number, pairing: Pairing): number {
  if (tableOf(reading.items[noun]) !== pairing.of) return 0
  const found = prepositions.has(wordAt(reading, noun + 1)) ? valuesFrom(reading, skip(reading, noun + 2), pairing) : null
  if (found) {
    reading.draft.filters.push(...found.filters)
    take(reading, at, noun, 'value')
    take(reading, noun + 1, found.end, 'value')
    return found.end
  }
  const isDenied =
    wordAt(reading, at - 1) === 'no' && isFree(reading, at - 1) && reading.tables.some((mention) => mention.table === pairing.of && mention.at < at)
  if (!isDenied) return 0
  reading.draft.filters.push({ not: membership(pairing, null) })
  reading.tables = reading.tables.filter((mention) => mention.at !== noun)
  take(reading, at - 1, at, 'negation')
  return done(reading, at, noun + 1, null)
}

function readObject(reading: Reading, at: number, next: number, pairing: Pairing): number {
  const start = skip(reading, next, betweenVerbAndPartner)
  const denial = denialBefore(reading, at)
  const ofTable = tableOf(reading.items[start]) === pairing.of && wordAt(reading, start + 1) === 'of' ? start + 2 : start
  const found = valuesFrom(reading, ofTable, pairing)
  if (found) {
    for (const filter of found.filters) reading.draft.filters.push(denial === null ? filter : { not: filter })
    return done(reading, at, found.end, denial)
  }
  const none = [...anyones, ...indefinitePhrases].find((phrase) => phraseLength(reading, next, phrase) > 0)
  if (none !== undefined) {
    const noun = skip(reading, next + none.split(' ').length, betweenVerbAndPartner)
    if (tableOf(reading.items[noun]) !== pairing.of && (reading.items[noun]?.kind ?? 'sign') !== 'sign') return 0
    const all = membership(pairing, null)
    const isDenied = none === 'no' ? denial === null : denial !== null
    reading.draft.filters.push(isDenied ? { not: all } : all)
    reading.tables = reading.tables.filter((mention) => mention.at !== noun)
    return done(reading, at, noun + 1, denial)
  }
  return denial === null ? readRanked(reading, at, next, pairing) || readInverse(reading, at, pairing) || release(reading, at, start, next, pairing) : 0
}

function done(reading: Reading, from: number, to: number, denial: number | null): number {
  if (denial !== null) take(reading, denial, denial + 1, 'negation')
  take(reading, from, to, 'value')
  return to
}

function denialBefore(reading: Reading, at: number): number | null {
  for (let before = at - 1; before >= 0 && (betweenSubjectAndVerb.has(wordAt(reading, before)) || negations.has(wordAt(reading, before))); before--)
    if (negations.has(wordAt(reading, before)) && isFree(reading, before)) return before
  return null
}

/** "Which state borders the most states". */
function readRanked(reading: Reading, at: number, next: number, pairing: Pairing): number {
  const start = skip(reading, next, betweenVerbAndPartner)
  const direction = !countExtremes.has(wordAt(reading, start)) ? null : wordAt(reading, start) === 'most' ? 'desc' : 'asc'
  const noun = skip(reading, start + 1, betweenRankAndPartner)
  if (direction === null || tableOf(reading.items[noun]) !== pairing.of || reading.draft.superlative) return 0
  const measure = { aggregate: 'count' as const, table: pairing.table, column: null, named: null }
  reading.draft.superlative = { direction, limit: 1, by: { measure } }
  reading.draft.joins.push({ from_table: pairing.table.name, from_column: pairing.subject.name, to_table: pairing.of.name })
  reading.tables = reading.tables.filter((mention) => mention.at !== noun)
  take(reading, at, noun + 1, 'superlative')
  return noun + 1
}

/** "Which states does Texas border": the pair the other way round. */
function readInverse(reading: Reading, at: number, pairing: Pairing): number {
  const before = skipBack(reading, at - 1, betweenSubjectAndVerb)
  const value = reading.items[before]?.values.find(({ table, column }) => table === pairing.of && column.name === pairing.key)
  if (!value || !isFree(reading, before)) return 0
  reading.draft.filters.push(membership({ ...pairing, subject: pairing.object, object: pairing.subject }, value))
  take(reading, before, at + 1, 'value')
  return at + 1
}

/** Marks a pairing verb as read where its object is a row of another table: "states that border the Mississippi river" only joins states with rivers. */
function release(reading: Reading, at: number, start: number, next: number, { of }: Pairing): number {
  const item = reading.items[start]
  const other = tableOf(reading.items[start + 1]) ?? tableOf(item)
  const found = item?.values.find(({ rows }) => rows !== undefined)?.table
  const isNamed = other !== null && other !== of && (item?.values.some(({ table }) => table === other) || tableOf(item) === other)
  const elsewhere = isNamed ? other : found !== of ? found : undefined
  if (!elsewhere) return 0
  note(reading, (say) => say.relatesOnly(reading.items[at]?.text ?? '', elsewhere.label), 0.1)
  take(reading, at, next, 'table')
  return next
}
