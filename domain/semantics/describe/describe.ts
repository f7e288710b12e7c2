import { bareTableName } from '../extraction/shared-prefix.ts'
import type { SourceTable, TableProfile } from '../sources/source.ts'
import { type ColumnDescription, describeColumn } from './describe-column.ts'
import { capitalised, formatNumber, listInWords, plural, singular } from './english.ts'
import { identifierWords } from './identifier-words.ts'

export type TableDescription = { label: string; description: string; synonyms: string[]; columns: ColumnDescription[] }

/** Describes a table from its names, types, keys and profile alone: no word in it is a guess about the business. `tables` are all of the source. */
export function describeTable(table: SourceTable, profile: TableProfile | null, tables: SourceTable[]): TableDescription {
  const names = tables.map(({ name }) => name)
  const nameInWords = (name: string) => singularWords(bareTableName(name, names))
  const words = identifierWords(bareTableName(table.name, names))
  const label = words.join(' ')
  const noun = [...words.slice(0, -1), singular(words.at(-1) ?? label)].join(' ')
  const isJunction = table.primaryKey.length > 1 && table.primaryKey.every((column) => table.foreignKeys.some((key) => key.columns.includes(column)))
  const refersTo = unique(table.foreignKeys.map((key) => key.toTable).filter((name) => name !== table.name))
  const referredBy = unique(tables.filter((other) => other !== table && other.foreignKeys.some((key) => key.toTable === table.name)).map((other) => other.name))
  const sentences = [opening(table, profile, noun, isJunction, refersTo.map(nameInWords))]
  if (table.comment) sentences.unshift(table.comment.replace(/[.\s]*$/, '.'))
  if (refersTo.length > 0 && !isJunction) sentences.push(`It refers to ${listInWords(refersTo.map(nameInWords))}.`)
  if (referredBy.length > 0) sentences.push(`${capitalised(listInWords(referredBy.map(nameInWords)))} ${referredBy.length === 1 ? 'refers' : 'refer'} to it.`)
  const shown = words.join('') === table.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '') ? [] : [table.name.toLowerCase().replaceAll('_', ' ')]
  return {
    label,
    description: sentences.join(' '),
    synonyms: [...shown, ...shortNames(table)].filter((name) => name !== label),
    columns: table.columns.map((column) => describeColumn(column, table, profile, noun)),
  }
}

function opening(table: SourceTable, profile: TableProfile | null, noun: string, isJunction: boolean, refersTo: string[]): string {
  const rows = profile?.rows ?? table.rowEstimate
  const count = rows === null ? null : `${profile ? '' : 'about '}${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}`
  if (isJunction && refersTo.length > 1) return `Connects ${listInWords(refersTo.map(plural))}${count === null ? '' : ` in ${count}`}.`
  const what = table.primaryKey.length === 1 ? `One row for each ${noun}` : `${table.kind === 'view' ? 'View' : 'Table'} of ${plural(noun)}`
  return count === null ? `${what}.` : `${what}, ${count} in all.`
}

function singularWords(name: string): string {
  const words = identifierWords(name)
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ')
}

/** "Vet" of veterinarians whose key is a `vet_id`. */
function shortNames({ name, primaryKey }: SourceTable): string[] {
  const start = /^([a-z]{3,})_(?:id|no|cd|code)$/i.exec(primaryKey.length === 1 ? (primaryKey[0] ?? '') : '')?.[1]?.toLowerCase()
  const noun = singular(name.toLowerCase())
  return start !== undefined && start !== noun && /^[a-z]+$/.test(noun) && noun.startsWith(start) ? [start] : []
}

function unique(names: string[]): string[] {
  return [...new Set(names)]
}
