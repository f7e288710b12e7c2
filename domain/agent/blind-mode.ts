import type { Turn } from '#domain/agent/context/history.ts'
import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import type { QueryOutcome } from '#domain/query/query-outcome.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'

/**
 * Blind mode: of a source whose values models may not see, they are told names and types. What a query answers goes to the person; the model cites its cells,
 * which are put in behind it.
 */
const SHOWN_TO_PERSON = 'the rows are shown to the person and not to you: write a sentence that cites their cells as [[result:row:column]], or none'
const STEPPED = '(the person went on from the answer by a click)'
const ANSWERED = '(the person was shown the answer)'

const bare = new WeakMap<Layer, Layer>()

/** A layer as a model may be told of it: of a blind one neither values nor what was made of values. */
export function asTold(layer: Layer): Layer {
  if (!layer.isBlind) return layer
  const known = bare.get(layer) ?? withoutValues(layer)
  bare.set(layer, known)
  return known
}

function withoutValues(layer: Layer): Layer {
  const tables = layer.tables.map((table) => ({
    ...table,
    rows: null,
    ...(table.isGenerated ? { description: '' } : {}),
    columns: table.columns.map((column) => ({ ...column, sampleValues: [], min: null, max: null, ...(column.isGenerated ? { description: '' } : {}) })),
  }))
  return { ...layer, tables }
}

/** A result as a model is told of it that may not see it: its columns, as far as `statement` names them, which no row did. */
export function toldBlind({ columns }: QueryOutcome, number: number, statement: string): { [key: string]: JsonValue } {
  const isWritten = (name: string) => new RegExp(`(?<!\\w)${name.replaceAll(/[^\w\s]/g, '\\$&')}(?!\\w)`, 'i').test(statement)
  const named = columns.map(({ name, type }, index) => ({ name: isWritten(name) ? sanitizeText(name, 100) : `column ${index + 1}`, type }))
  return { result: number, columns: named, note: SHOWN_TO_PERSON }
}

/** A fault without what an engine may have said of a value. `taught` speaks of names alone. */
export const blindFault = (code: string, taught: string | null): { code: string; message: string; hint?: string } => ({
  code,
  message: 'the query could not be run',
  ...(taught === null ? {} : { hint: taught }),
})

/** A conversation about blind sources: what was asked, and of what was answered the query without its values. */
export const blindTurns = (history: Turn[], layers: readonly Layer[]): Turn[] =>
  layers.some(({ isBlind }) => isBlind)
    ? history.map(({ role, content, data, isStep }) =>
        role === 'user' ? { role, content: isStep ? STEPPED : content } : { role, content: ANSWERED, ...(data ? dataOf(data) : {}) },
      )
    : history

/** Queries of the semantic layer without what they compare with; statements not at all. */
function dataOf(data: string): { data?: string } {
  const query: unknown = JSON.parse(data)
  if (typeof query !== 'object' || query === null || 'sql' in query) return {}
  return { data: JSON.stringify(query, (key, value) => (key === 'values' ? ['…'] : value)) }
}
