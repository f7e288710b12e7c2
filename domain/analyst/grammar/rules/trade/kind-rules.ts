import { isFigure, refersTo, tablesOf, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { beingLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import { shownOf } from '#domain/analyst/grammar/shown.ts'
import type { Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { classLabels } from '#domain/analyst/lexicon/english/meanings/label-words.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

/** What there is of a kind, asked for by the kind alone. */
export const kindRules: Rule[] = [
  ownRule('which-of-kind', 4, 'which/what value', ([, value], { layer }) => ofKind(value, layer), 'which nurse has the most shifts'),
  ownRule(
    'how-many-times',
    4,
    'how many times',
    () => made({ figures: [{ kind: 'sense', sense: 'rows', aggregate: null }], shape: 'count' }, 2.5),
    'how many times was Ada late',
  ),
]

/** Rows that have the kind, or that refer to the row which is called so: the nurses among the staff, the desserts of a menu. */
function ofKind(part: Part, layer: Layer): Made[] {
  const value = payloadOf(part, 'value')
  if (!value || value.isUnverified || value.isListed || value.isDenied || !/^\p{Ll}/u.test(part?.text ?? '') || isFigure(value.ref.column)) return nothing
  const table = rowsOf(value.ref, layer)
  if (!table) return nothing
  const { ref } = value
  const operator = value.isKind || isOfSeveral(value.value, ref) ? ('contains' as const) : ('equals' as const)
  const filter = { table: ref.table.name, column: ref.column.name, operator, values: [value.value] }
  return made({ groups: [{ kind: 'rows', table }], conditions: [{ kind: 'filter', filter, tables: [ref.table.name] }], shape: 'list' }, 1.5)
}

/** A head nurse is a nurse as well. */
const isOfSeveral = (value: string, { column }: Ref): boolean => column.sampleValues.some((other) => other.toLowerCase().endsWith(` ${value.toLowerCase()}`))

function rowsOf({ table, column }: Ref, layer: Layer): LayerTable | null {
  if (!wordsOf(`${table.label} ${column.label}`).some((word) => classLabels.has(word))) return null
  const isName = shownOf(table).some((shown) => shown.column === column)
  if (!isName) return (column.distinct ?? 0) * 2 <= (table.rows ?? 0) && isThing(table) ? table : null
  const [only, ...others] = tablesOf(layer).filter((other) => other !== table && refersTo(layer, other).includes(table) && isThing(other))
  return only && others.length === 0 ? only : null
}

/** Whether its rows are there, and did not happen. */
const isThing = (table: LayerTable): boolean => timeColumns(table).every(({ label }) => beingLabel.test(label))
