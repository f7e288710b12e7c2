import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { eventNouns, plainDateWords, unfinishedStates } from '#domain/analyst/lexicon/english/meanings/events.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { type Reading, tableOf } from '#domain/analyst/reading/reading.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { FilterCondition } from '#domain/semantics/semantic-query.ts'
import { condition } from './filter-parts.ts'

/** What a row is or is not, and the conditions that say so. */
export type Flag = { table: LayerTable; yes: FilterCondition; no: FilterCondition; isDate: boolean }

/** The condition behind a word for an event of which only some rows have a date: "paid", "unpaid" and "open" test the date of payment or closing. */
export function eventFlagAt(reading: Reading, at: number): Flag | null {
  const item = reading.items[at]
  if (!item || item.kind === 'quoted' || tableOf(item)) return null
  if (item.lower.includes(' ')) return namedEvent(item)
  const denied = /^un(.{3,})$/.exec(item.lower)?.[1]
  const words = unfinishedStates.get(item.lower) ?? [denied ?? item.lower]
  if (words.length === 1 && !isPastForm(denied ?? item.lower)) return null
  const near = [...reading.tables].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
  // "The total unpaid amount": the rows are those of the amount.
  const told = reading.items[at + 1]?.meaning.columns ?? []
  for (const { table } of [...near, ...told]) {
    if (item.values.some((value) => value.table === table)) return null
    const column = dateOf(table, words, true)
    if (!column) continue
    const [there, absent] = [condition({ table, column }, 'is_not_empty', []), condition({ table, column }, 'is_empty', [])]
    return denied !== undefined || unfinishedStates.has(item.lower)
      ? { table, yes: absent, no: there, isDate: true }
      : { table, yes: there, no: absent, isDate: true }
  }
  return null
}

/** "FDA-approved" of rows of which some have a date called FDA approval. */
function namedEvent({ meaning: { columns }, text, values }: Item): Flag | null {
  const [only, ...others] = columns.filter(({ column }) => column.semanticType === 'time' && mayBeMissing(column))
  if (
    !only ||
    others.length > 0 ||
    values.length > 0 ||
    !isPastForm(
      text
        .toLowerCase()
        .split(/[\s-]+/)
        .at(-1) ?? '',
    )
  )
    return null
  return { table: only.table, yes: condition(only, 'is_not_empty', []), no: condition(only, 'is_empty', []), isDate: true }
}

/** The date of a table on which what a verb says happened: `hire date` of "hired". */
export function eventDateOn(table: LayerTable, verb: string): LayerColumn | undefined {
  return dateOf(table, [verb], false)
}

/** The date that is called as one of the words, and that only some rows have where `isPartial`. */
function dateOf({ columns }: LayerTable, words: readonly string[], isPartial: boolean): LayerColumn | undefined {
  // Who is assigned to something is told by a reference to them.
  const kinds = isPartial ? ['time', 'identifier'] : ['time']
  const dates = columns.filter((column) => !column.isHidden && kinds.includes(column.semanticType) && (!isPartial || mayBeMissing(column)))
  const families = words.flatMap((word) => [familyOf(word), familyOf(eventNouns.get(word) ?? word)])
  return dates.find(({ label }) => labelWords(label).some((word) => !plainDateWords.has(word) && families.includes(familyOf(word))))
}
