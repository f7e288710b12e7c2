import { isAdditive, isFigure } from '#domain/analyst/grammar/facts.ts'
import { frameOf } from '#domain/analyst/grammar/frame.ts'
import { resolve } from '#domain/analyst/grammar/query/resolve.ts'
import type { Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import { relationWords } from '#domain/analyst/lexicon/english/meanings/relation-words.ts'
import { correlationWords } from '#domain/analyst/lexicon/english/sentences/drawing-words.ts'
import { SemanticQuery as Query, type SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Anchors } from './anchors.ts'

const mostPairs = 3

/** `isSure` where the question asks for a correlation and names both figures: what else it says of them changes nothing. */
export type Correlation = { query: SemanticQuery; left: string[]; isSure: boolean }

/** How closely two figures of a table go together, where a question names both, or one beside a word that is not understood: that may stand for the figures that add up. */
export function correlationsIn(words: readonly string[], anchors: Anchors, sight: Sight): Correlation[] {
  if (!words.some((word) => relationWords.has(word))) return []
  // "Does higher X mean better Y" says no more than that they go together.
  const left = anchors.left.filter((text) => !relationWords.has(text.toLowerCase()) && !/^\w{2,}er$/i.test(text))
  const named = anchors.names.flatMap(({ figure }): Ref[] => (figure?.kind === 'column' && isFigure(figure.ref.column) ? [figure.ref] : []))
  const [first, ...more] = named
  if (!first || left.length > 2) return []
  const [second] = more.filter(({ table, column }) => table === first.table && column !== first.column)
  const open = first.table.columns.filter(
    (column) => column !== first.column && isFigure(column) && !column.isHidden && isAdditive({ table: first.table, column }),
  )
  // What the question limits, it limits for both.
  const limited = frameOf([{ figures: [{ kind: 'rows', table: first.table }], conditions: anchors.conditions.map(({ condition }) => condition) }])
  const rows = limited && resolve(limited, sight)?.query
  if (!rows) return []
  const isSure =
    second !== undefined &&
    anchors.grains.length === 0 &&
    words.some((word) => correlationWords.has(word)) &&
    new Set(named.map(({ column }) => column)).size === 2
  const pairs = second ? [second.column] : left.length > 0 ? open.slice(0, mostPairs) : []
  return pairs.map((column) => ({
    query: Query.parse({
      measures: [{ correlation: { table: first.table.name, columns: [column.name, first.column.name] }, name: 'correlation' }],
      ...(rows.filters ? { filters: rows.filters } : {}),
    }),
    left: second ? left : left.slice(1),
    isSure,
  }))
}
