import { type NounKind, nounKinds } from '#domain/analyst/lexicon/english/meanings/noun-kinds.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import type { Lexicon, Meaning } from './lexicon.ts'
import { lookUpName } from './look-up-name.ts'
import { nameKey } from './phrases.ts'

/** The least weight by which the last word of a label names it. */
const leastNamed = 0.5
const sureOfKind = 0.8

/** What a noun is read as: a column or a table. */
export type NounOfKind = { meaning: Meaning; label: string; of: object }

/**
 * Nouns that nothing is called by, with the one thing of the data whose label is of the same kind: "city" where places are only called locations. A noun that may
 * mean two of them, or that is known to mean something else, is none.
 */
export function nounsOfKind(lexicon: Lexicon): Map<string, NounOfKind> {
  const found = new Map<string, NounOfKind>()
  for (const noun of new Set(nounKinds.flatMap(({ said }) => said))) {
    if (lexicon.values.has(noun) || lookUpName(lexicon, noun)) continue
    const [only, ...others] = Map.groupBy(
      nounKinds.filter(({ said }) => said.includes(noun)).flatMap((kind) => targetsOf(kind, lexicon)),
      ({ of }) => of,
    ).values()
    const [target] = only ?? []
    if (target && others.length === 0) found.set(noun, target)
  }
  return found
}

function targetsOf({ labels, holds, before }: NounKind, { names }: Lexicon): NounOfKind[] {
  return labels.flatMap((label): NounOfKind[] => {
    const { tables = [], columns = [] } = names.get(label) ?? {}
    const isOf = (key: string) => key === label || (key.endsWith(` ${label}`) && !before?.has(key.split(' ')[0] ?? ''))
    if (holds === 'rows')
      return tables.flatMap(({ table }) =>
        isOf(nameKey(table.label)) ? [{ of: table, label: table.label, meaning: { tables: [{ table, weight: sureOfKind }], columns: [], measures: [] } }] : [],
      )
    return columns.flatMap(({ table, column, weight }) =>
      weight >= leastNamed && isOf(nameKey(column.label).replace(/ name$/, '')) && holdsIt(column, holds)
        ? [{ of: column, label: column.label, meaning: { tables: [], columns: [{ table, column, weight: sureOfKind }], measures: [] } }]
        : [],
    )
  })
}

const holdsIt = (column: LayerColumn, holds: 'text' | 'number'): boolean =>
  column.semanticType !== 'time' && column.semanticType !== 'identifier' && column.semanticType !== 'boolean' && isNumericType(column) === (holds === 'number')
