import { familyNameLabels, givenNameLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import { valueInWords } from '#domain/semantics/describe/value-in-words.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'

const given = new RegExp(`\\b${anyOf(givenNameLabels)}$`, 'i')
const family = new RegExp(`\\b${anyOf(familyNameLabels)}$`, 'i')

/** Columns of a row in words, each with the index of its column; a first and a last name side by side are one name, `Leonie Köhler`. */
export function partsOf(columns: CompiledColumn[], row: JsonValue[]): { at: number; text: string; isName: boolean }[] {
  const parts: { at: number; text: string; isName: boolean }[] = []
  for (let at = 0; at < columns.length; at++) {
    const [column, next] = [columns[at], columns[at + 1]]
    if (!column) continue
    const isName = next !== undefined && column.table === next.table && given.test(column.label) && family.test(next.label)
    const text = valueInWords(row[at] ?? null, column)
    if (isName) parts.push({ at, text: [text, valueInWords(row[at + 1] ?? null, next)].filter((word) => word !== 'empty').join(' ') || 'empty', isName })
    else parts.push({ at, text, isName })
    if (isName) at++
  }
  return parts
}

/** What tells a group apart: its dimensions in words. */
export function groupName(columns: CompiledColumn[], row: JsonValue[]): string {
  return partsOf(columns, row)
    .filter(({ at }) => columns[at]?.role === 'dimension')
    .map(({ text }) => text)
    .join(', ')
}
