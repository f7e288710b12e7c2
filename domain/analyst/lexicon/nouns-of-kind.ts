import { type NounKind, nounKinds, peopleOfRows } from '#domain/analyst/lexicon/english/meanings/noun-kinds.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
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
    if (lexicon.values.has(noun) || lexicon.names.has(noun)) continue
    const targets = withoutOwnNames(nounKinds.filter(({ said }) => said.includes(noun)).flatMap((kind) => targetsOf(kind, lexicon)))
    const [target] = targets
    if (target && targets.every(({ of }) => of === target.of) && meansNothingElse(noun, target, lexicon)) found.set(noun, target)
  }
  for (const [noun, target] of peopleOfSheet(lexicon)) if (!found.has(noun) && !lexicon.values.has(noun) && !lookUpName(lexicon, noun)) found.set(noun, target)
  return found
}

/** A team whose table and whose name are both called so is one. */
function withoutOwnNames(targets: NounOfKind[]): NounOfKind[] {
  const tables = new Set(targets.flatMap(({ meaning }) => meaning.tables.map(({ table }) => table)))
  return targets.filter(({ meaning }) => !meaning.columns.some(({ table }) => tables.has(table)))
}

/** Whether common synonyms of a noun lead nowhere, or less surely to the same column. */
function meansNothingElse(noun: string, { of }: NounOfKind, lexicon: Lexicon): boolean {
  const known = lookUpName(lexicon, noun)
  return !known || (known.tables.length + known.measures.length === 0 && known.columns.every(({ column }) => column === of))
}

/** Whom the rows of the only table are of, where nothing tells one of them from another: each row is one of theirs. */
function peopleOfSheet({ layer }: Lexicon): [string, NounOfKind][] {
  const [sheet, ...others] = layer.tables.filter(({ isHidden }) => !isHidden)
  if (!sheet || others.length > 0) return []
  const people = new Set(
    nameKey(sheet.label)
      .split(' ')
      .flatMap((word) => peopleOfRows.get(word) ?? []),
  )
  return [...people].map((noun) => [noun, ofRows(sheet)])
}

const ofRows = (table: LayerTable): NounOfKind => ({
  of: table,
  label: table.label,
  meaning: { tables: [{ table, weight: sureOfKind }], columns: [], measures: [] },
})

function targetsOf({ labels, holds, before }: NounKind, { names }: Lexicon): NounOfKind[] {
  return labels.flatMap((label): NounOfKind[] => {
    const { tables = [], columns = [] } = names.get(label) ?? {}
    const isOf = (key: string) => key === label || (key.endsWith(` ${label}`) && !before?.has(key.split(' ')[0] ?? ''))
    if (holds === 'rows') return tables.flatMap(({ table }) => (isOf(nameKey(table.label)) ? [ofRows(table)] : []))
    return columns.flatMap(({ table, column, weight }) =>
      weight >= leastNamed && isOf(nameKey(column.label).replace(/ name$/, '')) && holdsIt(column, holds)
        ? [{ of: column, label: column.label, meaning: { tables: [], columns: [{ table, column, weight: sureOfKind }], measures: [] } }]
        : [],
    )
  })
}

const holdsIt = (column: LayerColumn, holds: 'text' | 'number'): boolean =>
  column.semanticType !== 'time' && column.semanticType !== 'identifier' && column.semanticType !== 'boolean' && isNumericType(column) === (holds === 'number')
