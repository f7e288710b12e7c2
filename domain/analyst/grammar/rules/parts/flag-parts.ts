import { isFigure, isFlag } from '#domain/analyst/grammar/facts.ts'
import { empty } from '#domain/analyst/grammar/happenings/moments.ts'
import { yesAndNo } from '#domain/analyst/grammar/mentions/flag-values.ts'
import { equals } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { rateOf } from '#domain/analyst/grammar/rules/figure-rules.ts'
import { payloadOf } from '#domain/analyst/grammar/rules/rule.ts'
import type { Condition, Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { ambiguousLeaving, leavingWords } from '#domain/analyst/lexicon/english/meanings/leaving.ts'
import { partyNouns, personNouns } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { noValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { lineThings } from '#domain/analyst/lexicon/line-things.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

type Part = Edge | null | undefined

export const flagged = (part: Part): Ref | null => {
  const value = payloadOf(part, 'value')
  return value && yesAndNo(value.ref.column) ? value.ref : null
}

export const filterOf = (part: Part): Filter | null => {
  const [item] = equals(part, false)
  return item?.payload.is === 'condition' && item.payload.condition.kind === 'filter' ? item.payload.condition.filter : null
}

export const conditionOf = (filter: Filter, { table }: Ref): Condition => ({ kind: 'filter', filter, tables: [table.name] })

/** What is counted of a sheet: things of which it has several lines each, else its rows. */
export function thingsIn(table: LayerTable, layer: Layer): Figure {
  // Those who call are no calls.
  const [thing, ...others] = lineThings(layer).filter((item) => item.table === table && !personNouns.has(item.noun) && !partyNouns.has(item.noun))
  // Rows that have a number of their own are what is counted.
  const isNumbered = table.columns.some(({ distinct, semanticType }) => semanticType === 'identifier' && distinct !== null && distinct === table.rows)
  return !isNumbered && thing && others.length === 0
    ? { kind: 'column', ref: { table, column: thing.column }, aggregate: 'count_distinct' }
    : { kind: 'rows', table }
}

/** The condition that a column says no, in whichever words it says so. */
export function denied(part: Part): [Filter, Ref] | null {
  const ref = payloadOf(part, 'value')?.ref ?? payloadOf(part, 'column')?.ref
  const no = ref?.column.sampleValues.find((value) => noValues.has(value.trim().toLowerCase()))
  const answers = ref && yesAndNo(ref.column)
  if (!ref || (payloadOf(part, 'value') && !flagged(part))) return null
  if (!payloadOf(part, 'value') && countsHeld(ref)) return [{ table: ref.table.name, column: ref.column.name, operator: 'equals', values: [0] }, ref]
  // Where only a yes is written, what is not so has no value.
  if (answers && answers.no === null && mayBeMissing(ref.column)) return [empty(ref), ref]
  // The F of a mark is no "false".
  if (no === undefined || (!answers && /^(?:\d|.$)/.test(no))) return null
  return [{ table: ref.table.name, column: ref.column.name, operator: 'equals', values: [no] }, ref]
}

const isOfLeaving = (said: string): boolean => leavingWords.has(said) || ambiguousLeaving.has(said)

export const isOfAnswer = (part: Part): boolean => flagged(part) !== null || isOfLeaving(part?.text.toLowerCase() ?? '')

export const rate = (part: Part): Figure | null => {
  const [item] = rateOf(part)
  return item?.payload.is === 'figure' ? item.payload.figure : null
}

/** Whether a column tells how many of something each row has, and of some rows that they have none: `children`, `special_requests`. */
const countsHeld = ({ column }: Ref): boolean =>
  column.type === 'integer' && column.min === '0' && isFigure(column) && !isFlag(column) && singular(column.label.toLowerCase()) !== column.label.toLowerCase()

/** What a column that may say "No" says otherwise: those who have an insurance, of whichever kind; or more than none of what it counts. */
export function heldOf(part: Part): [Filter, Ref] | null {
  const counted = payloadOf(part, 'column')?.ref
  if (counted && countsHeld(counted)) return [{ table: counted.table.name, column: counted.column.name, operator: 'greater_than', values: [0] }, counted]
  const [filter, ref] = denied(part) ?? []
  return filter && ref && 'column' in filter && !yesAndNo(ref.column) ? [{ ...filter, operator: 'not_equals' }, ref] : null
}
