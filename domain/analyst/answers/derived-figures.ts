import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import { valueInWords } from '#domain/semantics/describe/value-in-words.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'

/** What is told of figures that are made of others: their share of the whole, what they add up to, what they changed by. */
export type DerivedFigures = {
  /** The shares of one row, as they stand behind its figure. */
  sharesOf(row: JsonValue[]): string[]
  /** A sentence about periods in their order, with a blank before it; empty where there is nothing of the kind. */
  along(rows: JsonValue[][], nameOf: (row: JsonValue[]) => string): string
}

/** Those beside the first figure, which is told in any case. */
export function derivedFigures(query: SemanticQuery, columns: CompiledColumn[]): DerivedFigures {
  const shown = query.measures.filter(({ hidden }) => !hidden)
  const derived = columns
    .flatMap((column, at) => (column.role === 'measure' ? [{ column, at }] : []))
    .flatMap(({ column, at }, index) => {
      const measure = shown[index]
      return index > 0 && measure && 'derive' in measure
        ? [{ column, at, how: measure.derive, isPercent: 'percent' in measure && measure.percent === true }]
        : []
    })
  const told = (row: JsonValue[], { column, at, isPercent }: (typeof derived)[number]): string => {
    const text = valueInWords(row[at] ?? null, column)
    return isPercent && column.unit === null ? `${text}%` : text
  }
  return {
    sharesOf: (row) => derived.filter(({ how }) => how === 'share_of_total').map((figure) => told(row, figure)),
    along(rows, nameOf) {
      const last = rows.at(-1)
      if (!last) return ''
      return derived
        .map((figure) => {
          if (last[figure.at] === null || last[figure.at] === undefined) return ''
          if (figure.how === 'running_total') return ` Added up it comes to ${told(last, figure)} in ${nameOf(last)}.`
          return /change/.test(figure.how) ? ` The change to ${nameOf(last)} is ${told(last, figure)}.` : ''
        })
        .join('')
    },
  }
}
