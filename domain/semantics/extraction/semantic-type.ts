import { dayFormOf, holdsIsoDaysBesideBlanks, holdsNumbersBesideMarks, holdsWrittenNumbers, isIsoDay } from '../compile/written-values.ts'
import { singular } from '../describe/english.ts'
import { identifierWords } from '../describe/identifier-words.ts'
import type { SemanticType } from '../layer.ts'
import type { ColumnProfile, SourceColumn, SourceTable } from '../sources/source.ts'

const number = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i
const geoWords = new Set([
  'country',
  'city',
  'state',
  'province',
  'county',
  'continent',
  'region',
  'latitude',
  'longitude',
  'lat',
  'lng',
  'lon',
  'zip',
  'postal',
  'long',
  'zipcode',
  'postcode',
  'town',
  'district',
])
const keyWords = new Set(['id', 'uuid', 'guid', 'key', 'code', 'sku', 'isbn', 'ssn'])
const contactWords = new Set(['phone', 'telephone', 'fax', 'mobile', 'email', 'url', 'website', 'address'])
const momentWords = new Set(['date', 'time', 'at', 'timestamp', 'on', 'created', 'updated', 'year', 'day'])
const categoryWords = new Set([
  'type',
  'status',
  'category',
  'kind',
  'gender',
  'sex',
  'role',
  'class',
  'level',
  'segment',
  'group',
  'genre',
  'department',
  'currency',
  'nationality',
  'language',
])
const calendarParts = new Set(['month', 'day', 'hour', 'minute', 'week', 'weekday', 'quarter'])
const truthValues = [
  ['y', 'n'],
  ['yes', 'no'],
  ['true', 'false'],
  ['t', 'f'],
]

/** What kind of thing a column holds, judged from keys, type, name and profile, in this order. `rows` is the table's size if known. */
export function guessSemanticType(column: SourceColumn, table: SourceTable, facts: ColumnProfile | null, rows: number | null): SemanticType {
  const words = identifierWords(column.name)
  const last = words.at(-1) ?? ''
  const isNumber = column.type === 'integer' || column.type === 'number' || column.type === 'decimal'
  const isKey = table.primaryKey.includes(column.name) || table.foreignKeys.some((key) => key.columns.includes(column.name))
  if (column.type === 'boolean' || holdsTruth(words, facts, isNumber)) return 'boolean'
  if (column.type === 'date' || column.type === 'timestamp' || column.type === 'time') return 'time'
  if (isYears(words, facts, isNumber) || isMoments(words, facts, isNumber)) return 'time'
  const texts = column.type === 'text' && facts ? [...facts.topValues, facts.min ?? '', facts.max ?? ''] : []
  if (dayFormOf(texts) !== null || holdsIsoDaysBesideBlanks(texts)) return 'time'
  if (words.some((word) => geoWords.has(word)) && !words.includes('id') && last !== 'population' && last !== 'area') {
    if (
      !isNumber ||
      words.some((word) => word.startsWith('zip') || word.startsWith('post') || word.startsWith('lat') || word.startsWith('long') || word === 'lng')
    )
      return 'geo'
  }
  if (isKey || isKeyNamed(words, facts, rows) || isNumbering(words, facts, isNumber)) return 'identifier'
  if (words.some((word) => contactWords.has(word))) return 'text'
  // The flight of a table of flights is its number, and a month of 1 to 12 is no amount.
  if (column.type === 'integer' && words.join(' ') === identifierWords(table.name).map(singular).join(' ')) return 'identifier'
  if (column.type === 'integer' && words.length === 1 && calendarParts.has(last)) return 'category'
  if (isNumber || holdsNumbers(facts) || (facts !== null && (holdsWrittenNumbers(facts.topValues) || holdsNumbersBesideMarks(facts.topValues))))
    return 'measure'
  if (column.type === 'json' || column.type === 'binary') return 'text'
  const distinct = facts?.distinct ?? null
  if (distinct === null) return categoryWords.has(last) ? 'category' : 'text'
  if (distinct <= 1) return 'category'
  const repeats = rows !== null && rows > 0 && distinct / rows <= 0.5
  const isName = last === 'name' || last === 'title' || last === 'description' || last === 'comment'
  return distinct <= 200 && (repeats || categoryWords.has(last)) && !(isName && distinct > 50) ? 'category' : 'text'
}

function holdsTruth(words: string[], facts: ColumnProfile | null, isNumber: boolean): boolean {
  const values = (facts?.topValues ?? []).map((value) => value.trim().toLowerCase()).filter((value) => value !== '')
  if (values.length === 0) return false
  if (isNumber) return ['is', 'has', 'was', 'can'].includes(words[0] ?? '') && values.every((value) => value === '0' || value === '1')
  return values.length === 2 && truthValues.some((pair) => pair.every((value) => values.includes(value)))
}

function isYears(words: string[], facts: ColumnProfile | null, isNumber: boolean): boolean {
  if (!words.includes('year') || words.includes('years')) return false
  if (!facts || facts.min === null || facts.max === null) return isNumber && words.at(-1) === 'year'
  return number.test(facts.min) && number.test(facts.max) && Number(facts.min) >= 1000 && Number(facts.max) <= 2999
}

function isMoments(words: string[], facts: ColumnProfile | null, isNumber: boolean): boolean {
  if (!facts || facts.min === null || facts.max === null) return false
  if (!isNumber) return isIsoDay(facts.min) && isIsoDay(facts.max)
  return words.some((word) => momentWords.has(word)) && Number(facts.min) > 1e8 && Number(facts.max) < 1e14
}

function isKeyNamed(words: string[], facts: ColumnProfile | null, rows: number | null): boolean {
  const last = words.at(-1) ?? ''
  if (!keyWords.has(last) && !(last === 'number' && words.length > 1)) return false
  if (last === 'id' || last === 'uuid' || last === 'guid') return true
  const distinct = facts?.distinct ?? null
  return distinct === null || rows === null || distinct >= rows * 0.9
}

/** The number of a flight, a room, a ticket tells which one it is, however often it comes again. */
function isNumbering(words: string[], facts: ColumnProfile | null, isNumber: boolean): boolean {
  if (!isNumber || words.length < 2 || words.at(-1) !== 'number' || words.some((word) => amountWords.has(word))) return false
  return facts !== null && [facts.min, facts.max].every((value) => value !== null && Number.isInteger(Number(value)))
}

/** Words of a number that counts something. */
const amountWords = new Set(['total', 'average', 'avg', 'max', 'min', 'of'])

function holdsNumbers(facts: ColumnProfile | null): boolean {
  if (!facts || facts.topValues.length === 0 || facts.min === null || facts.max === null) return false
  return number.test(facts.min) && number.test(facts.max) && facts.topValues.every((value) => number.test(value))
}
