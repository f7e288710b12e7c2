import { missingMarkOf } from '../extraction/missing-marks.ts'
import { guessSemanticType } from '../extraction/semantic-type.ts'
import { bareColumnName } from '../extraction/shared-prefix.ts'
import type { SemanticType } from '../layer.ts'
import type { ColumnProfile, SourceColumn, SourceTable, TableProfile } from '../sources/source.ts'
import { capitalised, formatNumber, listInWords, singular } from './english.ts'
import { identifierWords } from './identifier-words.ts'

export type ColumnDescription = { name: string; label: string; description: string; semanticType: SemanticType; unit: string | null; synonyms: string[] }

const units = new Map<string, string>(
  Object.entries({
    milliseconds: 'ms',
    millisecond: 'ms',
    seconds: 's',
    minutes: 'min',
    hours: 'h',
    days: 'days',
    bytes: 'B',
    kb: 'kB',
    mb: 'MB',
    gb: 'GB',
    percent: '%',
    percentage: '%',
    km: 'km',
    kilometers: 'km',
    miles: 'mi',
    mph: 'mph',
    kg: 'kg',
    grams: 'g',
    lbs: 'lb',
    feet: 'ft',
    inches: 'in',
    cm: 'cm',
    mm: 'mm',
    meters: 'm',
    usd: 'USD',
    eur: 'EUR',
    gbp: 'GBP',
    dollars: 'USD',
    euros: 'EUR',
    celsius: '°C',
    fahrenheit: '°F',
  }),
)

/** One column in words; `noun` is what a row of its table is called. */
export function describeColumn(column: SourceColumn, table: SourceTable, profile: TableProfile | null, noun: string): ColumnDescription {
  const words = columnWords(column, table)
  const label = words.join(' ')
  const facts = profile?.columns.find((entry) => entry.column === column.name) ?? null
  const semanticType = guessSemanticType(column, table, facts, profile?.rows ?? table.rowEstimate)
  const unit = semanticType === 'measure' ? (words.map((word) => units.get(word)).find((found) => found !== undefined) ?? null) : null
  const sentences = [factSentence(column, table, facts, semanticType, label, noun, unit)]
  if (column.comment) sentences.unshift(column.comment.replace(/[.\s]*$/, '.'))
  const mark = missingMarkOf(facts)
  if (mark !== null) sentences.push(`${typeof mark === 'number' ? mark : `"${mark}"`} seems to stand for a missing value.`)
  const empty = facts?.nullFraction ?? 0
  if (empty > 0) sentences.push(empty === 1 ? 'Always empty.' : `Empty in ${empty < 0.01 ? 'less than 1' : formatNumber(empty * 100, 0)}% of rows.`)
  return { name: column.name, label, description: sentences.join(' '), semanticType, unit, synonyms: synonymsOf(column, words, table) }
}

/** What a header tells of how yes and no are written: `Returned (Y/N)`. */
const answersOfFlag = /\s*\((?:y\/n|yes\/no|true\/false|t\/f|1\/0|0\/1)\)\s*$/i

/** The words of a column's name: `tname` of tournaments and `inc_type` of incidents are their name and type, and `hometeam`, which refers to teams, is a home team. */
function columnWords({ name: written }: SourceColumn, table: SourceTable): string[] {
  const columns = table.columns.map((column) => column.name)
  const name = bareColumnName(written, columns, table.name).replace(answersOfFlag, '')
  const reference = table.foreignKeys.find((key) => key.columns.length === 1 && key.columns[0] === written)
  const noun = singular((reference?.toTable ?? table.name).toLowerCase())
  const [, start = '', word = ''] =
    /^(?:([a-z])_?|((?!sub_)[a-z]{3,})_)(name|id|no|cd|code|type|title|date|dt)$/i.exec(name)?.filter((part) => part !== undefined) ?? []
  // "Fname" of firefighters is their first name.
  const isKnown = identifierWords(start + word).join('') !== (start + word).toLowerCase() || (start.length === 1 && /^d/i.test(word))
  if (start !== '' && !isKnown && /^[a-z]+$/.test(noun) && noun.startsWith(start.toLowerCase())) return identifierWords(`${noun}_${word}`)
  const isGlued = reference !== undefined && name.length - noun.length >= 3 && name.toLowerCase().endsWith(noun)
  return identifierWords(isGlued ? `${name.slice(0, -noun.length)}_${noun}` : name)
}

function factSentence(
  column: SourceColumn,
  table: SourceTable,
  facts: ColumnProfile | null,
  semanticType: SemanticType,
  label: string,
  noun: string,
  unit: string | null,
): string {
  const reference = table.foreignKeys.find((key) => key.columns.length === 1 && key.columns[0] === column.name)
  if (reference) return `${capitalised(label)}: refers to ${reference.toTable}.`
  if (table.primaryKey.length === 1 && table.primaryKey[0] === column.name) return `Identifies each ${noun}.`
  const subject = label.startsWith(`${noun} `) ? capitalised(label) : `${capitalised(label)} of each ${noun}`
  const range = rangeOf(facts, semanticType, unit)
  const distinct = facts?.distinct ?? null
  const values = distinct === null ? '' : `${formatNumber(distinct)} different ${distinct === 1 ? 'value' : 'values'}`
  if (semanticType === 'category' || semanticType === 'geo') {
    const most = (facts?.topValues ?? []).slice(0, 3).map((value) => `"${value}"`)
    if (distinct === 1 && most.length > 0) return `${subject}: always ${most.join('')}.`
    return most.length > 0 && values !== '' ? `${subject}: ${values}, most often ${listInWords(most)}.` : `${subject}.`
  }
  if (semanticType === 'boolean') return `${subject}: yes or no.`
  return `${[subject, [range, semanticType === 'text' ? values : ''].filter(Boolean).join(', ')].filter(Boolean).join(': ')}.`
}

function rangeOf(facts: ColumnProfile | null, semanticType: SemanticType, unit: string | null): string {
  if (!facts || facts.min === null || facts.max === null) return ''
  const suffix = unit === null ? '' : unit === '%' ? '%' : ` ${unit}`
  if (semanticType === 'measure') {
    const [low, high] = [Number(facts.min), Number(facts.max)]
    if (!Number.isFinite(low) || !Number.isFinite(high)) return ''
    return low === high ? `always ${formatNumber(low)}${suffix}` : `from ${formatNumber(low)} to ${formatNumber(high)}${suffix}`
  }
  if (semanticType !== 'time') return ''
  const [from, to] = [facts.min, facts.max].map((moment) => moment.replace(/[T ]00:00:00.*$/, ''))
  return from === to ? `always ${from}` : `from ${from} to ${to}`
}

// "song name" in a table of songs is what people call "name"; a spelled-out abbreviation keeps its short form.
function synonymsOf(column: SourceColumn, words: string[], table: SourceTable): string[] {
  const label = words.join(' ')
  const tableWords = identifierWords(table.name).map(singular).join(' ')
  const stemmed = words.map(singular).join(' ')
  const short = stemmed.startsWith(`${tableWords} `) ? stemmed.slice(tableWords.length + 1) : null
  const written = column.name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const candidates = [short, written].filter(
    (name): name is string => name !== null && name !== label && name.replaceAll(' ', '') !== label.replaceAll(' ', ''),
  )
  return [...new Set(candidates)]
}
