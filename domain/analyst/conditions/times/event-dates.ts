import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { isParticiple } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { eventNouns, plainDateWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { tableDistances } from '#domain/analyst/lexicon/table-distance.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, type Reading, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { holdsNumbersAsText, isNumericType, timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

/** The date that a stretch of the question tells, by its name, by the verb of what happened or by the rows it is of: `pickup`, `the invoice issue date`, `being booked`. */
export function eventDateIn(reading: Reading, from: number, to: number, beside: ColumnReference | null = null): ColumnReference | null {
  const words: string[] = []
  for (let at = from; at < to; at++) {
    const item = reading.items[at]
    if (!item || !isFree(reading, at) || item.kind === 'quoted' || item.kind === 'number' || item.kind === 'time' || item.kind === 'sign') return null
    words.push(...item.lower.split(' ').filter((word) => !plainDateWords.has(word)))
  }
  if (words.length === 0) return null
  const scored = reading.lexicon.layer.tables
    .flatMap((table) => datesOf(reading, table).map((column) => ({ table, column, score: scoreOf(reading, { table, column }, words, beside) })))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  return best && !(second && second.score > best.score - 0.1) ? { table: best.table, column: best.column } : null
}

/** Dates between which time can be counted: years alone have no days between them. */
export function datesOf({ lexicon: { layer } }: Reading, table: LayerTable): LayerColumn[] {
  const isYear = (column: LayerColumn) => (isNumericType(column) || holdsNumbersAsText(column)) && Number(column.max) < 10_000
  const isDate = (column: LayerColumn) => !column.isHidden && column.semanticType === 'time' && timeStorageOf(column, layer.dialect) !== null && !isYear(column)
  return table.isHidden ? [] : table.columns.filter(isDate)
}

/** 0 unless every word is one of the date's name or of its table's, and one tells the date. */
function scoreOf(reading: Reading, { table, column }: ColumnReference, words: string[], beside: ColumnReference | null): number {
  if (column === beside?.column) return 0
  const label = labelWords(column.label).filter((word) => !plainDateWords.has(word))
  const owner = labelWords(table.label.toLowerCase())
  const own = words.filter((word) => label.some((other) => isAlike(word, other)))
  const others = words.filter((word) => owner.some((other) => isAlike(word, other)))
  const isTold = own.length > 0 || (others.length > 0 && defaultDate(table) === column)
  if (!isTold || words.some((word) => !own.includes(word) && !others.includes(word))) return 0
  const distance = Math.min(4, ...reading.tables.map((mention) => tableDistances(reading.lexicon.layer, mention.table.name).get(table.name) ?? 4))
  return own.length * 2 + others.length + own.length / (label.length + 1) + (beside?.table === table ? 0.6 : 0) - distance * 0.3
}

function isAlike(word: string, other: string): boolean {
  return [word, eventNouns.get(word) ?? word].some((said) => {
    const [one, two] = [familyOf(singular(said)), familyOf(singular(other))]
    return (
      one === two ||
      (other.length > 4 && said.startsWith(other)) ||
      (said.length > 4 && other.startsWith(said)) ||
      (Math.min(one.length, two.length) >= 4 && (one.startsWith(two) || two.startsWith(one)))
    )
  })
}

/** When what a verb or table right before an item says happened: `shipped`, `orders placed`. Null when nothing there is dated. */
export function eventDateBefore(reading: Reading, at: number, beside: ColumnReference): ColumnReference | null {
  for (let index = at - 1; index >= Math.max(0, at - 5); index--) {
    const item = reading.items[index]
    const table = tableOf(item)
    const date = table ? defaultDate(table) : null
    if (table && date && date !== beside.column) return { table, column: date }
    if (item?.kind === 'sign') break
    const moment = !table && isParticiple(wordAt(reading, index)) ? eventDateIn(reading, index, index + 1, beside) : null
    if (moment) return moment
  }
  const { focus } = reading.draft
  const first = focus ?? reading.tables.find((mention) => mention.at < at)?.table
  const date = first ? defaultDate(first) : null
  return first && date && date !== beside.column ? { table: first, column: date } : null
}
