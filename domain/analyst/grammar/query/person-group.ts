import { belongsTo, eventTables, isFigure, isFlag, refersTo, tablesOf, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import { payerLabel } from '#domain/analyst/grammar/label-patterns.ts'
import type { Group } from '#domain/analyst/grammar/terms.ts'
import { staffLabels, whoStems } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { isLineThing } from '#domain/analyst/lexicon/line-things.ts'
import { kindOfPerson } from '#domain/analyst/lexicon/said-of.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { settle } from './query-figures.ts'
import { tableOf } from './query-parts.ts'
import type { State } from './query-state.ts'

/** Labels of those who can be asked for by "who": reps, and no repairs. */
export const people = new RegExp(`\\brep\\b|${anyOf(whoStems.filter((stem) => stem !== 'rep'))}`, 'i')

/** Who is asked for where no noun says so: rows of the table whose figure is ranked, or of whom it refers to. */
export function personGroup(frame: Frame, state: State): Group | null {
  const { layer } = state.sight
  const figure = frame.rank?.figure ?? frame.having[0]?.figure ?? frame.figures[0]
  const table = figure ? tableOf(settle(figure, frame, state)) : (eventTables(layer)[0] ?? null)
  if (!table) return null
  if (people.test(table.label)) return { kind: 'rows', table }
  const referred = refersTo(layer, table)
  const persons = layer.tables.filter((item) => people.test(item.label) && referred.includes(item))
  // "How many people came": those who pay, and not those who received them.
  const payer = frame.shapes.has('people') ? persons.find(({ label }) => payerLabel.test(label)) : undefined
  // Whose rows are so is asked of those they are about, and not of who looks after them.
  const other = figure?.filters ? persons.find(({ label }) => !wordsOf(label).some((word) => staffLabels.has(word))) : undefined
  const person = payer ?? other ?? persons[0]
  if (person) return { kind: 'rows', table: person }
  const column = personColumn(table, layer)
  if (column) return { kind: 'column', ref: { table, column } }
  const behind = layer.tables.find((item) => people.test(item.label) && belongsTo(layer, table, item))
  if (behind) return { kind: 'rows', table: behind }
  // Nobody is told of by a sheet without people.
  return tablesOf(layer).length > 1 ? { kind: 'rows', table } : null
}

/** The column of a table that tells who: by a name, else by the number of those who pay; and neither what kind of people they are nor whether they are so. */
function personColumn(table: LayerTable, layer: Layer): LayerColumn | undefined {
  const told = table.columns.filter(
    (column) => people.test(column.label) && !isFigure(column) && column.semanticType !== 'time' && !isFlag(column) && !kindOfPerson(column),
  )
  return (
    told.find(({ semanticType }) => semanticType !== 'identifier') ??
    told.find((column) => payerLabel.test(wordsOf(column.label).slice(0, -1).join(' ')) && isLineThing(layer, { column }))
  )
}
