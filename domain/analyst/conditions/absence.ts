import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { purchaseVerbs, tradeNouns } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { anythingWords, auxiliaries, clauseEnds, clauseSigns, conjunctions, negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { forget, isFree, isValueOnly, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { absentWithin } from '#domain/analyst/transactions/absent-period.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

/** Reads that rows of another table or a value are missing: "without orders", "did not place any order", "never sold". Returns where the question goes on, 0 where nothing is missing. */
export function readAbsence(reading: Reading, start: number): number {
  const word = wordAt(reading, start)
  if (!negations.has(word)) return 0
  for (let at = start + 1; at < Math.min(reading.items.length, start + 7); at++) {
    if (clauseSigns.has(wordAt(reading, at))) break
    if (reading.taken[at] === 'verb') continue
    if (!isFree(reading, at) || conjunctions.has(wordAt(reading, at))) return 0
    const item = reading.items[at]
    if (item?.kind === 'quoted' || item?.kind === 'number' || isValueOnly(item)) return 0
    if (item?.kind !== 'name') continue
    const table = tableOf(item)
    if (table && table === firstTable(reading, start)) continue
    // "Never opened a ticket": what they did, whatever else is called opened.
    if (!table && /(?:ed|ing)$/.test(item.lower) && tableOf(reading.items[skip(reading, at + 1)])) continue
    const within = table ? absentIn(reading, table, start, at) : 0
    if (within > 0) return within
    if (hasValueAfter(reading, at)) return 0
    const absent = table ? null : columnOfPartners(reading, at)
    if (absent) {
      reading.draft.filters.push({ not: { table: absent.table.name, column: absent.column.name, operator: 'is_not_empty', values: [] } })
      // "No authorization for any document": the document says no more.
      const [any, other] = [at + 2, tableOf(reading.items[at + 3])]
      const end = other && wordAt(reading, any) === 'any' ? any + 2 : at + 1
      if (other && end > at + 1) forget(reading, other, any + 1)
      take(reading, start, end, 'absence')
      return end
    }
    if (!table) return 0
    const key = table.primaryKey[0] ?? table.columns[0]?.name
    if (key === undefined) return 0
    reading.draft.filters.push({ not: { table: table.name, column: key, operator: 'is_not_empty', values: [] } })
    const from = auxiliaries.has(wordAt(reading, start - 1)) ? start - 1 : start
    const end = objectEnd(reading, table, at + 1)
    take(reading, from, end, 'absence')
    forget(reading, table, at)
    return end
  }
  return readNeverSold(reading, start)
}

/** Passes over an object that rows of the missing table refer to: "courses" in "did not teach any courses". Returns where the question goes on. */
function objectEnd(reading: Reading, table: LayerTable, from: number): number {
  const at = skip(reading, from)
  const other = tableOf(reading.items[at])
  const refers = reading.lexicon.layer.relationships.some((item) => item.fromTable === table.name && reachesTable(reading, item.toTable, other))
  const isLast = reading.items[at + 1] === undefined || clauseEnds.has(wordAt(reading, at + 1))
  if (!other || other === table || !refers || !isLast || !isFree(reading, at) || other === firstTable(reading, from)) return from
  forget(reading, other, at)
  return at + 1
}

/** Whether a table is the other, or its rows refer to rows of the other. */
function reachesTable(reading: Reading, name: string, other: LayerTable | null): boolean {
  return name === other?.name || reading.lexicon.layer.relationships.some((item) => item.fromTable === name && item.toTable === other?.name)
}

/** "Without invoices in 2023". */
function absentIn(reading: Reading, table: LayerTable, start: number, at: number): number {
  const key = table.primaryKey[0] ?? table.columns[0]?.name
  const absent = key === undefined ? null : absentWithin(reading, table, key, at + 1)
  if (!absent) return 0
  reading.draft.filters.push(absent.filter)
  reading.draft.settled.push(table.name)
  take(reading, start, absent.end, 'absence')
  forget(reading, table, at)
  return absent.end
}

const isTradeLabel = (label: string): boolean => labelWords(label).some((word) => tradeNouns.has(singular(word)))

const behindNeverSold = wordSet(clauseEnds, 'yet ever')

/** Reads "never" before a verb as missing rows of the table the verb speaks of: "tracks that were never sold", "drugs never prescribed". */
function readNeverSold(reading: Reading, start: number): number {
  const owner = firstTable(reading, start)
  if (!owner) return 0
  const { relationships, tables } = reading.lexicon.layer
  const referring = tables.filter((table) => relationships.some((item) => item.fromTable === table.name && item.toTable === owner.name))
  const tablesOf = (verb: string) =>
    referring.filter(({ label, name }) => {
      const words = labelWords(label.toLowerCase())
      // What is used is named by the rows that bring it together with something else.
      if (verb === 'used') return referring.length === 1 || relationships.filter((item) => item.fromTable === name).length > 1
      return purchaseVerbs.has(verb)
        ? isTradeLabel(label)
        : /ed$/.test(verb) && [words.at(-1) ?? '', words.length > 1 ? (words[0] ?? '') : ''].some((word) => familyOf(word) === familyOf(verb))
    })
  const at = [start + 1, start + 2, start + 3].find((index) => isFree(reading, index) && tablesOf(wordAt(reading, index)).length > 0)
  if (at === undefined) return 0
  const [only, ...others] = tablesOf(wordAt(reading, at))
  const key = only?.primaryKey[0] ?? only?.columns[0]?.name
  if (!only || others.length > 0 || key === undefined) return 0
  const end = skip(reading, at + 1, anythingWords)
  const within = absentWithin(reading, only, key, end)
  // "Did not buy twice" says something else.
  if (!within && reading.items[end] !== undefined && !behindNeverSold.has(wordAt(reading, end))) return 0
  reading.draft.settled.push(only.name)
  reading.draft.filters.push(within?.filter ?? { not: { table: only.name, column: key, operator: 'is_not_empty', values: [] } })
  take(reading, start, within?.end ?? end, 'absence')
  return within?.end ?? end
}

/** "Students who do not have any allergies", "who have more than one allergy", where an allergy is a column of rows that refer to students. */
export function columnOfPartners(reading: Reading, at: number): ColumnReference | null {
  const owner = firstTable(reading, at)
  const { relationships } = reading.lexicon.layer
  const column = columnOf(
    reading,
    at,
    ({ table }) => owner !== undefined && table !== owner && relationships.some((item) => item.fromTable === table.name && item.toTable === owner.name),
  )
  return column ? { table: column.table, column: column.column } : null
}

function hasValueAfter(reading: Reading, at: number): boolean {
  const end = reading.items.findIndex((_, index) => index > at && clauseEnds.has(wordAt(reading, index)))
  const clause = reading.items.slice(at + 1, end === -1 ? undefined : end)
  return clause.some((item) => item.values.length > 0 || item.kind === 'quoted' || item.kind === 'number' || item.kind === 'time')
}

function firstTable(reading: Reading, before: number): LayerTable | undefined {
  return reading.tables.find(({ at }) => at < before)?.table
}
