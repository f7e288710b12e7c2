import {
  contactNumbers,
  familyNameLabels,
  givenNameLabels,
  keyLabels,
  laterDateLabels,
  nameLabels,
  neighbouringDateWords,
} from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { dueWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { endLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { isNumericType, mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { anyOf, wordPattern } from './word-pattern.ts'

const known = new WeakMap<LayerTable, LayerColumn[]>()

/** The columns that tell rows of a table apart for a reader: a name or title, first and last name, else the first text, else the key. */
export function displayColumns(table: LayerTable): LayerColumn[] {
  const columns = known.get(table) ?? chooseDisplay(table)
  known.set(table, columns)
  return columns
}

function chooseDisplay(table: LayerTable): LayerColumn[] {
  const visible = table.columns.filter((column) => !column.isHidden)
  const labelled = (pattern: RegExp) => visible.filter((column) => pattern.test(column.label.toLowerCase()) && !isNumericType(column))
  const noun = singular(table.label.toLowerCase())
  const exact = (word: string) => labelled(new RegExp(`^(${escaped(noun)} )?${word}$`))[0]
  const name = exact('name')
  if (name) return [name]
  const person = [labelled(givenName)[0], labelled(familyName)[0]].filter((column) => column !== undefined)
  if (person.length === 2) return person
  const title = exact('title')
  if (title) return [title]
  // A column called as its table: "allergy type" of allergy types.
  const called = labelled(new RegExp(`^${escaped(noun)}$`))[0]
  if (called && !isRepeated(table, called, 5)) return [called]
  const named = labelled(/\b(name|title)$/)[0]
  if (named && !isRepeated(table, named) && !isOfMany(table, named)) return [named]
  const number = visible.find(
    (column) =>
      numberLike.test(column.label.toLowerCase()) && isUnique(table, column) && !table.primaryKey.includes(column.name) && !isReference.test(column.label),
  )
  if (number && table.primaryKey.length === 0) return [number]
  const text = visible.find(
    (column) =>
      !isNumericType(column) &&
      ['text', 'category', 'geo'].includes(column.semanticType) &&
      !table.primaryKey.includes(column.name) &&
      !isContact.test(column.label),
  )
  // Where several rows share the first text, a number of their own tells them apart: tables of one section.
  if (number && text && !isUnique(table, text) && !isRepeated(table, text)) return [number]
  const own = table.primaryKey.length === 0 ? visible.find((column) => numberLike.test(column.label.toLowerCase()) && isUnique(table, column)) : undefined
  if (text && !isRepeated(table, text) && !(own && isOfMany(table, text))) return [text]
  const key = own ? [own] : visible.filter((column) => table.primaryKey.includes(column.name))
  return key.length > 0 ? key : visible.slice(0, 1)
}

const givenName = new RegExp(`${anyOf(givenNameLabels, ['name first'])}|^first$`)
const familyName = new RegExp(`${anyOf(familyNameLabels, ['name last'])}|^last$`)
const numberLike = new RegExp(`\\b${anyOf(keyLabels, ['reference'])}$`)

const isReference = new RegExp(`\\b${anyOf(contactNumbers)}s?$`, 'i')

const isContact = wordPattern(contactNumbers)

const isUnique = ({ rows }: LayerTable, { distinct }: LayerColumn): boolean => rows !== null && rows > 5 && distinct === rows

/** Whether many rows share a value of a column, so that it identifies no row: the name an order was shipped to. */
export function isRepeated(table: LayerTable, { distinct }: LayerColumn, leastRows = 20): boolean {
  return distinct !== null && table.rows !== null && table.rows > leastRows && distinct < table.rows / 2 && table.primaryKey.length > 0
}

/** Whether each value of a column is that of many rows, as the name of who served a customer. */
const isOfMany = ({ rows }: LayerTable, { distinct }: LayerColumn): boolean => rows !== null && rows > 50 && distinct !== null && distinct * 10 < rows

/** Whether rows of the table are told apart by a name, not by the first text it happens to hold. */
export function hasOwnName(table: LayerTable): boolean {
  return displayColumns(table).some((column) => nameLike.test(column.label.toLowerCase()) || table.primaryKey.includes(column.name))
}

/** Whether its rows have no name at all: a key or the first text stands in for one. */
export function isNameless(table: LayerTable): boolean {
  return !displayColumns(table).some((column) => nameLike.test(column.label.toLowerCase()))
}

const nameLike = wordPattern(nameLabels)
const laterDate = new RegExp(`\\b${anyOf(laterDateLabels)}`)
const endLabel = wordPattern(endLabels)

/** The date a period is about when none is named: the table's only one, or the likeliest. */
export function defaultDate(table: LayerTable): LayerColumn | null {
  const dates = table.columns.filter((column) => !column.isHidden && column.semanticType === 'time' && column.type !== 'time')
  const noun = singular(table.label.toLowerCase())
  const rank = (column: LayerColumn) => {
    const label = column.label.toLowerCase()
    if (label === `${noun} date` || label === 'date' || label === 'year') return 0
    // What was planned dates all rows, where what came of it dates only some.
    if (/\b(?:scheduled|planned)\b/.test(label) && dates.some((other) => other !== column && mayBeMissing(other))) return 1.2
    if (laterDate.test(label) || label.split(' ').some((word) => dueWords.has(word))) return 3
    if (label.split(' ').some((word) => neighbouringDateWords.has(word))) return 2.8
    // Of two dates the one kept in parts is what the sheet is laid out by.
    if (column.parts) return 0.6
    // When it began dates a row sooner than when it ended, and what has happened to each sooner than what only some have come to.
    return (column.type === 'date' || column.type === 'timestamp' ? 1 : 2) + (mayBeMissing(column) ? 0.5 : 0) + (endLabel.test(label) ? 0.3 : 0)
  }
  return [...dates].sort((a, b) => rank(a) - rank(b))[0] ?? null
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
