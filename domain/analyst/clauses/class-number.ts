import { addFilter, condition } from '#domain/analyst/conditions/filter-parts.ts'
import { labelWords } from '#domain/analyst/language/root.ts'
import { isClassNumber } from '#domain/analyst/lexicon/column-kind.ts'
import { ordinalOf } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { determiners, distributives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { beforeClass, classNouns, severalWords } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { numberOfPhrases } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'

const around = wordSet(determiners, severalWords)

/** Takes `by number of cylinders` where a whole number puts rows into few classes: it is what they are grouped by, not a sum. */
export function readClassNumbers(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const phrase = numberOfPhrases.find((words) => phraseLength(reading, at, words) > 0)
    if (phrase === undefined) continue
    const target = skip(reading, at + phrase.split(' ').length, determiners)
    const column = classAt(reading, target)
    if (!column || !(isGrouped(reading, at) || isAxis(reading, target) || drawsIt(reading))) continue
    let from = at
    while (from > 0 && (around.has(wordAt(reading, from - 1)) || beforeClass.has(wordAt(reading, from - 1)))) from--
    reading.draft.groups.push({ ...column, grain: null })
    take(reading, from, target + 1, 'group')
    at = target
  }
}

function classAt(reading: Reading, at: number): ColumnReference | null {
  const column = columnOf(reading, at)
  return column && column.weight >= 0.75 && isClassNumber(column) ? { table: column.table, column: column.column } : null
}

function isGrouped(reading: Reading, at: number): boolean {
  let before = at - 1
  while (around.has(wordAt(reading, before)) && !beforeClass.has(wordAt(reading, before))) before--
  return beforeClass.has(wordAt(reading, before)) && wordAt(reading, before) !== 'with'
}

function isAxis(reading: Reading, at: number): boolean {
  const x = reading.items.findIndex((_, index) => wordAt(reading, index) === 'x' && wordAt(reading, skip(reading, index + 1, new Set(['-']))) === 'axis')
  return x >= 0 && Math.abs(x - at) < 8
}

/** Whether a chart compares classes, so that a class number groups and is not summed. */
function drawsIt({ draft, items }: Reading): boolean {
  if (draft.chart === 'histogram' || draft.chart === 'scatter') return true
  return (draft.chart === 'bar' || draft.chart === 'pie') && !items.some(({ lower }) => distributives.has(lower) || lower === 'total')
}

/** Takes `fifth grade`, `the third round`, where grades and rounds are numbers. */
export function readOrdinals(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const number = ordinalOf(wordAt(reading, at))
    const target = wordAt(reading, at + 1) === '-' ? at + 2 : at + 1
    const item = reading.items[target]
    if (number === 0 || item?.kind !== 'name' || item.lower !== item.stem || !classNouns.has(labelWords(item.stem).at(-1) ?? '') || !isFree(reading, at))
      continue
    const column = tableOf(item) ? null : columnOf(reading, target, (reference) => isNumericType(reference.column))
    if (!column || column.weight < 0.75) continue
    addFilter(reading, condition(column, 'equals', [number]), at)
    take(reading, at, target + 1, 'filter')
    at = target
  }
}
