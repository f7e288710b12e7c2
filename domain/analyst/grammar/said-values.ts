import { columnOf, conditionsOf } from '#domain/analyst/grammar/checks/vacuous.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { valuesOfFilter } from './differences.ts'
import { isFlag, wordsOf } from './facts.ts'
import type { Edge } from './terms.ts'

/** How surely a value has to be said. */
const leastTelling = 0.7

/** Whether a value that the data is known to hold is asked for, in another form (directors), of another column that is not known to hold it: a name has no other form. */
export function isElsewhere({ payload, isUnverified, link, text }: Edge, { filters }: SemanticQuery, layer: Layer): boolean {
  if (payload.is !== 'value' || isUnverified || link < leastTelling || !filters) return false
  const value = payload.value.toLowerCase()
  if (text.toLowerCase() === value || familyOf(text.toLowerCase()) !== familyOf(value)) return false
  const asked = conditionsOf(filters).filter(({ operator, values }) => operator === 'equals' && values.some((item) => String(item).toLowerCase() === value))
  const holds = ({ table, column }: FilterCondition) =>
    (table === payload.ref.table.name && column === payload.ref.column.name) ||
    columnOf(layer, table, column)?.sampleValues.some((item) => item.toLowerCase() === value) === true
  return asked.length > 0 && !asked.some(holds)
}

/** The values of the data that some words may ask for. */
export function valuesOfEdge({ payload }: Edge): string[] {
  if (payload.is === 'value') return [payload.value.toLowerCase()]
  if (payload.is === 'condition') return payload.condition.kind === 'filter' ? valuesOfFilter(payload.condition.filter) : []
  const conditions = payload.is === 'fragment' ? [payload.fragment.conditions, payload.fragment.compared, payload.fragment.part?.conditions] : []
  return conditions.flatMap((some = []) => some.flatMap((condition) => (condition.kind === 'filter' ? valuesOfFilter(condition.filter) : [])))
}

/** What a label calls its column: of a "payment method" it is the method, of dates and answers each word tells what else a state does. */
const calledBy = (column: LayerColumn): readonly string[] => {
  const words = wordsOf(column.label)
  return column.semanticType === 'time' || isFlag(column) ? words : words.slice(-1)
}

/** Whether a value is called as a name of the data is: what expired may be told by its state or by the date it expired on. */
export function isLabelled({ tables }: Layer, value: string): boolean {
  const family = familyOf(value)
  return tables.some(({ label, columns }) => [...wordsOf(label), ...columns.flatMap(calledBy)].some((word) => familyOf(word) === family))
}
