import { isFigure, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Bound, Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { lowLabels, peakLabels } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { measuredIn } from '#domain/analyst/lexicon/english/meanings/units.ts'
import { secondsOf, unitOfLabel } from '#domain/analyst/lexicon/english/times/time-units.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const units = 'second/seconds/sec/minute/minutes/min/mins/hour/hours/hr/hrs/day/days'

/** Bounds of how long something takes, in a unit that need not be that of the data: "delayed more than 2 hours" of delay minutes. */
export const unitRules: Rule[] = [
  ownRule(
    'column-bound-unit',
    3,
    `column of/is/are/was/were/by/for? bound ${units}`,
    ([column, , bound, unit]) => lasting(refOf(column), bound, unit),
    'delayed more than 2 hours',
  ),
  ownRule(
    'bound-unit',
    3,
    `of/for/took/lasted/taking/lasting? bound ${units}`,
    ([, bound, unit], { layer }) => lasting(onlyDuration(layer), bound, unit),
    'trips longer than 2 hours',
  ),
  ownRule(
    'bound-measured',
    3,
    `bound ${[...measuredIn.keys()].join('/')}`,
    ([bound, unit], { layer }) => measured(bound, unit, layer),
    'days above 30 degrees',
  ),
]

/** The column of which a number with its unit speaks: of several that are measured in it the maximum where more is meant. */
function measured(part: Part, unit: Part, { tables }: Layer): Made[] {
  const bound = payloadOf(part, 'bound')?.bound
  const labels = measuredIn.get(unit?.text.toLowerCase() ?? '') ?? []
  const found = labels.flatMap((label) =>
    tables.flatMap((table) =>
      table.isHidden
        ? []
        : table.columns.flatMap((column): Ref[] => (!column.isHidden && isFigure(column) && wordsOf(column.label).includes(label) ? [{ table, column }] : [])),
    ),
  )
  const ends = bound?.operator.startsWith('less') ? lowEnd : peakEnd
  const ref = found.find(({ column }) => ends.test(column.label)) ?? found[0]
  if (!bound || !ref) return nothing
  const filter = { table: ref.table.name, column: ref.column.name, operator: bound.operator, values: [bound.value] }
  return makes({ is: 'condition', condition: { kind: 'filter', filter, tables: [ref.table.name] } }, 1)
}

const [peakEnd, lowEnd] = [wordPattern(peakLabels), wordPattern(lowLabels)]

const refOf = (part: Part): Ref | null => payloadOf(part, 'column')?.ref ?? null

/** The one column of the layer that tells how long something took, by the unit in its label. */
function onlyDuration({ tables }: Layer): Ref | null {
  const found = tables.flatMap((table) =>
    table.isHidden ? [] : table.columns.flatMap((column) => (!column.isHidden && isFigure(column) && unitOfLabel(column.label) ? [{ table, column }] : [])),
  )
  return found.length === 1 ? (found[0] as Ref) : null
}

function lasting(ref: Ref | null, part: Part, unit: Part): Made[] {
  const bound: Bound | undefined = payloadOf(part, 'bound')?.bound
  const [own, said] = [ref && isFigure(ref.column) ? unitOfLabel(ref.column.label) : null, secondsOf(unit?.text ?? '')]
  if (!ref || !bound || !own || said === null) return nothing
  const value = (bound.value * said) / own
  const filter = { table: ref.table.name, column: ref.column.name, operator: bound.operator, values: [value] }
  return makes({ is: 'condition', condition: { kind: 'filter', filter, tables: [ref.table.name] } }, 2)
}
