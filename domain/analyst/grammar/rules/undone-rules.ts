import { tablesOf, timeColumns, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { empty } from '#domain/analyst/grammar/happenings/moments.ts'
import { conditionOf } from '#domain/analyst/grammar/rules/parts/flag-parts.ts'
import type { Condition, Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { undoneStates } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import { stateLabels } from '#domain/analyst/lexicon/english/meanings/states.ts'
import { pendingVerbs } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { made } from './clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

/** What is still to be done. */
export const undoneRules: Rule[] = [
  ownRule(
    'yet-to-be',
    4,
    `still? ${pendingVerbs.join('/')} to be column|value`,
    ([, , , , part], { layer }) => yetToBe(part, layer),
    'parcels that still have to be posted',
  ),
]

const saidUndone = new RegExp(`\\b${anyOf(pendingVerbs)} to be (\\w+)`, 'i')

/** Whether what is still to be done was taken for what was done. */
export const takesUndoneForDone = (question: string, { filters }: SemanticQuery): boolean =>
  JSON.stringify(filters ?? null)
    .toLowerCase()
    .includes(`"operator":"equals","values":["${saidUndone.exec(question)?.[1]?.toLowerCase()}"`)

/** What is still to be done has no date of it, else not the state that it will have; and it was not called off. */
function yetToBe(part: Part, layer: Layer): Made[] {
  const ref = payloadOf(part, 'column')?.ref ?? payloadOf(part, 'value')?.ref
  if (!ref) return nothing
  const date = dateOfDeed(part?.text.toLowerCase() ?? '', ref.table)
  const value = payloadOf(part, 'value')?.value
  const undone: Condition | null = date ? conditionOf(empty(date), date) : value === undefined ? null : conditionOf(isNot(ref, [value]), ref)
  return undone ? made({ conditions: [undone, ...notCalledOff(ref.table, layer)] }, 3) : nothing
}

const isNot = ({ table, column }: Ref, values: string[]): Filter => ({ table: table.name, column: column.name, operator: 'not_equals', values })

/** The date on which it was done, empty until then. */
function dateOfDeed(said: string, table: LayerTable): Ref | null {
  const column = timeColumns(table).find((one) => mayBeMissing(one) && wordsOf(one.label).some((word) => familyOf(word) === familyOf(said)))
  return column ? { table, column } : null
}

function notCalledOff(table: LayerTable, layer: Layer): Condition[] {
  if (!tablesOf(layer).includes(table)) return []
  return visible(table).flatMap((column) => {
    const values = wordsOf(column.label).some((word) => stateLabels.has(word))
      ? column.sampleValues.filter((value) => undoneStates.has(value.toLowerCase()))
      : []
    const ref = { table, column }
    return values.length > 0 ? [conditionOf(isNot(ref, values), ref)] : []
  })
}
