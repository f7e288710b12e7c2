import { likelyTables, spokenDate } from '#domain/analyst/conditions/times/time.ts'
import { isYearNumber } from '#domain/analyst/lexicon/column-kind.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { cyclicPhrases } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { phraseLength, type Reading, take } from '#domain/analyst/reading/reading.ts'
import { timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import type { Grain } from '#domain/semantics/semantic-query.ts'

/** A part of time that comes again: `day of the week`, `hour of the day`. */
export function cyclicAt(reading: Reading, at: number): { grain: Grain; length: number } | null {
  for (const [phrase, grain] of cyclicPhrases) {
    const length = phraseLength(reading, at, phrase)
    if (length > 0) return { grain, length }
  }
  return null
}

/** Groups by the date of what is measured; without a grain one is taken that suits its span. */
export function addGrain(reading: Reading, grain: Grain | null): boolean {
  for (const table of likelyTables(reading)) {
    const spoken = spokenDate(reading, table)
    const column = spoken?.column ?? defaultDate(table)
    if (!column) continue
    if (spoken?.at != null) take(reading, spoken.at, spoken.at + 1, 'group')
    const storage = timeStorageOf(column, reading.lexicon.layer.dialect)
    if (storage === null) continue
    const isYearly = storage === 'year_number' || storage === 'year_text'
    if (isYearly && grain !== null && grain !== 'year') continue
    reading.draft.groups.push({ table, column, grain: isYearly ? 'year' : (grain ?? suitableGrain(column.min, column.max)) })
    return true
  }
  return (grain === null || grain === 'year') && addYears(reading)
}

/** Groups by a column of years that are plain numbers, such as 78. */
function addYears(reading: Reading): boolean {
  for (const table of likelyTables(reading)) {
    const column = table.columns.find((item) => !item.isHidden && isYearNumber(item))
    if (!column) continue
    reading.draft.groups.push({ table, column, grain: null })
    return true
  }
  return false
}

function suitableGrain(min: string | null, max: string | null): Grain {
  const days = min === null || max === null ? Number.NaN : (Date.parse(max) - Date.parse(min)) / 86_400_000
  if (days <= 62) return 'day'
  if (days <= 182) return 'week'
  return days > 5 * 366 ? 'year' : 'month'
}
