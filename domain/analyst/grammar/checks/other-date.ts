import { refersTo, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { eventColumn } from '#domain/analyst/grammar/happenings/moments.ts'
import { beingLabel, undatedLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { plainDateWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'

type Place = { table: string; column: string }

/**
 * Whether a figure of what happened is told by a date of somebody or something it refers to, which no word of the question speaks of: points by when their driver was
 * born, tips by when their waiter was hired, where the rows have a date of their own or of the event they belong to.
 */
export function takesOtherDate({ measures, dimensions, filters }: SemanticQuery, layer: Layer, question: string): boolean {
  const measured = measures.flatMap(tablesOfMeasure).flatMap((name) => layer.tables.filter((table) => table.name === name))
  const [fact, ...others] = [...new Set(measured)]
  if (!fact || others.length > 0) return false
  const dates: Place[] = [
    ...dimensions.filter(({ grain }) => grain !== undefined),
    ...[...(filters ? [filters] : []), ...measures.flatMap((measure) => ('filters' in measure && measure.filters ? [measure.filters] : []))].flatMap(periodsOf),
  ]
  return dates.some((place) => isOther(place, fact, layer, question))
}

function isOther({ table: name, column: called }: Place, fact: LayerTable, layer: Layer, question: string): boolean {
  const table = layer.tables.find((one) => one.name === name)
  const column = table?.columns.find((one) => one.name === called)
  if (!table || !column || table === fact || column.semanticType !== 'time' || !refersOver(fact, layer).has(table)) return false
  if (isSaid(column, table, question)) return false
  if (ownDates(fact).length > 0) return true
  return isOfBeing(column) && [...refersOver(fact, layer)].some((other) => other !== table && ownDates(other).length > 0)
}

/** Whether a word of the question speaks of a date: "hired in 2022", "members who joined". */
function isSaid(column: LayerColumn, table: LayerTable, question: string): boolean {
  const families = new Set(
    wordsOf(column.label)
      .filter((word) => !plainDateWords.has(word))
      .map(familyOf),
  )
  return wordsOf(question).some((word) => families.has(familyOf(word)) || eventColumn({ table, column }, word))
}

const isOfBeing = ({ label }: LayerColumn): boolean => beingLabel.test(label) || undatedLabel.test(label)

const ownDates = (table: LayerTable): LayerColumn[] => timeColumns(table).filter((column) => !isOfBeing(column))

const farthest = 3

/** All that rows of a table refer to, over a few references. */
function refersOver(fact: LayerTable, layer: Layer): Set<LayerTable> {
  let near = new Set(refersTo(layer, fact))
  const all = new Set(near)
  for (let step = 1; step < farthest; step++) {
    near = new Set([...near].flatMap((table) => refersTo(layer, table)).filter((table) => !all.has(table)))
    for (const table of near) all.add(table)
  }
  return all
}

function tablesOfMeasure(measure: QueryMeasure): string[] {
  if ('ratio' in measure) return [measure.ratio.numerator, measure.ratio.denominator].flatMap((part) => tablesOfMeasure(part as QueryMeasure))
  return 'table' in measure ? [measure.table] : []
}

const dayOf = /^\d{4}(?:-|$)/

/** Conditions on a stretch of time. */
function periodsOf(filter: Filter): FilterCondition[] {
  if ('and' in filter) return filter.and.flatMap(periodsOf)
  if ('or' in filter) return filter.or.flatMap(periodsOf)
  if (!('column' in filter)) return []
  return filter.grain !== undefined || filter.values.some((value) => dayOf.test(String(value))) ? [filter] : []
}
