import { labelWords, rootOf } from '#domain/analyst/language/root.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { frequencyWords, occurVerbs } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import {
  beForms,
  clauseSigns,
  determiners,
  havingWords,
  placePrepositions,
  subjectRelatives,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { beforeCounted, pieceNouns, rowNouns } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { namingParticiples } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { bestWeight } from '#domain/analyst/lexicon/meaning.ts'
import { tablesReferring } from '#domain/analyst/lexicon/referring.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, isOwnKey, phraseLength, prefersValue, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { countOf, finish, limitBefore, numberBefore } from './superlative-parts.ts'

/** "The genre [that appears] most often". */
const betweenSubjectAndFrequent = wordSet(determiners, beForms, havingWords, subjectRelatives, occurVerbs, 'it comes')
const beforePlace = wordSet(determiners, placePrepositions)
const rows = wordSet(rowNouns, 'times')
const pieces = wordSet(rows, pieceNouns, 'members')

/** Takes `most common genre`, `most frequently ordered product`, `least popular`, `appears most often`, `has the most copies in stock`. */
export function readFrequent(reading: Reading, at: number, limit = limitBefore(reading, at)): number {
  return readPieces(reading, at, limit) || readOften(reading, at, limit)
}

/** Takes `busiest agent`, `quietest branch`: those that most rows refer to, where one table alone does or its rows are named. */
export function readBusy(reading: Reading, at: number, limit = limitBefore(reading, at)): number {
  const word = wordAt(reading, at)
  const target = skip(reading, at + 1)
  const table = word === 'busiest' || word === 'quietest' ? tableOf(reading.items[target]) : null
  const referring = table ? tablesReferring(reading.lexicon.layer, table) : []
  const isTold = referring.length === 1 || reading.tables.some((mention) => referring.includes(mention.table))
  const column =
    table || !(word === 'busiest' || word === 'quietest')
      ? null
      : columnOf(reading, target, ({ column }) => !isNumericType(column) && column.semanticType !== 'time')
  const by = (isTold || column) && isFree(reading, target) ? rankOf(reading, target, at, []) : null
  return by ? finish(reading, { direction: word === 'busiest' ? 'desc' : 'asc', limit, by }, numberBefore(reading, at), at + 1) : 0
}

function readOften(reading: Reading, at: number, limit: number): number {
  const word = wordAt(reading, at)
  if ((word !== 'most' && word !== 'least') || !frequencyWords.has(wordAt(reading, at + 1))) return 0
  let next = at + 1
  const verbs: number[] = []
  while (frequencyWords.has(wordAt(reading, next)) || isVerbAt(reading, next)) {
    if (isVerbAt(reading, next)) verbs.push(next)
    next++
  }
  const direction = word === 'most' ? 'desc' : 'asc'
  const target = compoundOf(reading, skip(reading, next))
  if (phraseLength(reading, target, 'full name') + phraseLength(reading, target, 'full names') > 0) return readFullName(reading, at, next, direction, limit)
  const isAhead = reading.items[target]?.kind === 'name' && reading.taken[target] === null
  let subject = target
  if (!isAhead) {
    subject = skipBack(reading, at - 1, betweenSubjectAndFrequent)
    while (isVerbAt(reading, subject)) {
      verbs.push(subject)
      subject = skipBack(reading, subject - 1, betweenSubjectAndFrequent)
    }
    subject = headOf(reading, subject)
  }
  const by = rankOf(reading, subject, at, verbs)
  if (!by) return 0
  reading.draft.superlative = { direction, limit, by }
  take(reading, numberBefore(reading, at), next, 'superlative')
  for (const verb of verbs) take(reading, verb, verb + 1, 'superlative')
  return next
}

/** "The most common customer city" is a city. */
function compoundOf(reading: Reading, at: number): number {
  const table = tableOf(reading.items[at])
  const isOfTable = table && columnOf(reading, at + 1, (column) => column.table === table)
  return isOfTable && isFree(reading, at + 1) && !tableOf(reading.items[at + 1]) && !prefersValue(reading, at + 1) ? at + 1 : at
}

/** "The class of races that is most common" is a class. */
function headOf(reading: Reading, at: number): number {
  const table = tableOf(reading.items[at])
  const head = table && wordAt(reading, at - 1) === 'of' ? columnOf(reading, at - 2) : null
  if (!head || head.table !== table || head.column.distinct === null || head.column.distinct === table.rows) return at
  take(reading, at, at + 1, 'superlative')
  return at - 2
}

function isVerbAt(reading: Reading, at: number): boolean {
  const item = reading.items[at]
  return (
    item !== undefined &&
    (item.kind === 'word' || tableOf(item) !== null) &&
    isFree(reading, at) &&
    (isPastForm(item.lower) || /\wen$/.test(item.lower)) &&
    !namingParticiples.has(item.lower)
  )
}

/** What makes a subject common: the number of rows that refer to its table, or of the rows that hold its column. */
function rankOf(reading: Reading, subject: number, at: number, verbs: number[]) {
  const table = tableOf(reading.items[subject])
  if (!table) {
    const column = prefersValue(reading, subject) ? null : columnOf(reading, subject)
    const isOwn = column && isOwnKey(reading, column) && column.column.distinct !== null && column.column.distinct === column.table.rows
    return column && { measure: countOf((isOwn && countedFor(reading, column.table, verbs)) || column.table) }
  }
  // "Members of the most popular club" is a question within a question.
  const { focus } = reading.draft
  if (focus && focus !== table && subject > at && !reading.tables.some((mention) => mention.table === table && mention.at < at)) return null
  const rated = popularity(table)
  if (rated) return { column: rated }
  const counted = countedFor(reading, table, verbs)
  return counted && { measure: countOf(counted) }
}

/** The table whose rows make another common: one the verb speaks of, one that is named, else the largest one that refers to it. */
function countedFor(reading: Reading, table: LayerTable, verbs: number[]): LayerTable | null {
  const referring = tablesReferring(reading.lexicon.layer, table)
  const roots = verbs.map((verb) => rootOf(wordAt(reading, verb)))
  const done = reading.lexicon.layer.tables.find((item) => labelWords(item.label).some((word) => item !== table && roots.includes(rootOf(word))))
  const named = reading.tables.find((mention) => mention.table !== table)?.table
  return done ?? named ?? [...referring].sort((a, b) => (b.rows ?? 0) - (a.rows ?? 0))[0] ?? null
}

function popularity(table: LayerTable): ColumnReference | null {
  const column = table.columns.find((item) => item.label.includes('popularity') && isNumericType(item))
  return column ? { table, column } : null
}

/** `the most common full name of the actors`. */
function readFullName(reading: Reading, at: number, next: number, direction: 'asc' | 'desc', limit: number): number {
  const table = (reading.tables.find((mention) => mention.at > next) ?? reading.tables[0])?.table
  if (!table) return 0
  finish(reading, { direction, limit, by: { measure: countOf(table) } }, numberBefore(reading, at), next)
  return next
}

/** "Times" are no dates here. */
const isPlain = (item: Item | undefined): boolean => item?.kind === 'word' || (item?.lower === 'times' && bestWeight(item.meaning) < 0.75)

/** `the most records`, `occurs the least`, `most copies in the inventory`: the rows of a table that is named behind, else of what is asked about. */
function readPieces(reading: Reading, at: number, limit: number): number {
  const direction = superlatives.get(wordAt(reading, at))
  const noun = skip(reading, at + 1, beforeCounted)
  const isOccurring = occurVerbs.has(wordAt(reading, skipBack(reading, at - 1)))
  if (direction !== undefined && isOccurring && (wordAt(reading, at + 1) === '' || clauseSigns.has(wordAt(reading, at + 1)))) {
    const by = rankOf(reading, skipBack(reading, at - 1, betweenSubjectAndFrequent), at, [])
    return by ? finish(reading, { direction, limit, by }, at, at + 1) : 0
  }
  if (direction === undefined || !isFree(reading, noun) || !isPlain(reading.items[noun]) || !pieces.has(wordAt(reading, noun))) return 0
  const place = skip(reading, noun + 1, beforePlace)
  const within = place > noun + 1 ? tableOf(reading.items[place]) : null
  const subject = skipBack(reading, at - 1, betweenSubjectAndFrequent)
  const owner = tableOf(reading.items[subject])
  if (within && within !== owner && !prefersValue(reading, place))
    return finish(reading, { direction, limit, by: { measure: countOf(within) } }, at, place + 1, { table: within, at: place })
  // How often things did something else than to occur is told by other rows.
  const isOther = wordAt(reading, noun) === 'times' && !isOccurring
  // The members of a class are the rows of that class.
  const isOfRows = rows.has(wordAt(reading, noun)) || (wordAt(reading, noun) === 'members' && owner === null)
  const by = isOfRows && !isOther ? rankOf(reading, subject, at, []) : null
  return by ? finish(reading, { direction, limit, by }, at, noun + 1) : 0
}
