import { tablesOf, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Payload } from '#domain/analyst/grammar/terms.ts'
import { keyLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { sheetNouns, wrappingNouns } from '#domain/analyst/lexicon/english/meanings/label-words.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

const sureOfHead = 0.82

/** The one table whose label ends in a noun: "sessions" are website sessions. */
export function headedTable({ layer }: Lexicon, noun: string): LayerTable | null {
  if (noun.length < 3 || noun.includes(' ') || sheetNouns.has(noun)) return null
  const headed = tablesOf(layer).filter(({ label }) => wordsOf(label).findLast((word, at) => at === 0 || !wrappingNouns.has(word)) === noun)
  return headed.length === 1 && wordsOf(headed[0]?.label ?? '').length > 1 ? (headed[0] ?? null) : null
}

/** Names of a noun, where rows of the table that is called so come before columns that only have it in their label. */
export function withHeaded(lexicon: Lexicon, noun: string, named: [Payload, number][], sure = sureOfHead): [Payload, number][] {
  const table = headedTable(lexicon, noun)
  if (!table || named.some(([, weight]) => weight >= sure)) return named
  return [
    [{ is: 'table', table }, sure],
    ...named.flatMap(([payload, weight]): [Payload, number][] => {
      if (payload.is === 'table' && payload.table === table) return []
      if (payload.is !== 'column' || payload.ref.table !== table) return [[payload, weight]]
      // The number of a receipt tells orders apart, and no more.
      const isCalled = wordsOf(payload.ref.column.label).includes(noun)
      return isCalled || !keyLabels.has(wordsOf(payload.ref.column.label).at(-1) ?? '') ? [[payload, weight * besideRows]] : []
    }),
  ]
}

const besideRows = 0.75
