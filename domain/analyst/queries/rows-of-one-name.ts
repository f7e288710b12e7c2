import { labelWords } from '#domain/analyst/language/root.ts'
import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { figureOf } from '#domain/analyst/ranks/place-rank.ts'
import type { ColumnReference, Draft, MeasurePart } from '#domain/analyst/reading/draft.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** From this share of values to names on, nearly every name has a value of its own. */
const leastAlike = 0.8

/** Takes one value in place of a sum or a list, where several rows hold one thing: `how long is the Danube` with a row for each country. */
export function withRowsOfOneName(read: Draft): Draft {
  const draft = withOwnFigures(withWholeDenials(read))
  if (draft.measures.some((measure) => addsRepeats(draft, measure))) return { ...draft, measures: [], selects: [], groups: [], focus: null }
  const named = draft.filters.flatMap((filter) => nameOf(draft, filter) ?? [])
  const isPlain = draft.groups.length === 0 && draft.superlative === null && draft.having.length === 0 && draft.share === null && draft.ratio === null
  if (named.length === 0 || !isPlain) return draft
  const depends = (reference: ColumnReference) => named.some((name) => belongsTo(reference, name))
  const [measure, ...others] = draft.measures
  if (!measure) return draft.selects.length > 0 && draft.selects.every(depends) ? { ...draft, distinct: true } : draft
  const { aggregate, table, column } = measure
  if (others.length > 0 || draft.selects.length > 0 || !column || aggregate !== 'sum' || !depends({ table, column })) return draft
  return { ...draft, measures: [], selects: [{ table, column }], distinct: true }
}

/** Shows the figure that belongs to a name: "the elevation of Death Valley", which is a value of "lowest point", is the column "lowest elevation". */
function withOwnFigures(draft: Draft): Draft {
  const selects = draft.selects.map((select) => {
    const named = draft.filters.flatMap((filter) => {
      const column = 'column' in filter && filter.table === select.table.name ? select.table.columns.find((item) => item.name === filter.column) : undefined
      return column ? [figureOf({ table: select.table, column })] : []
    })
    const figure = named.find((item) => item !== null && lastWord(item) === lastWord(select.column))
    return figure ? { table: select.table, column: figure } : select
  })
  return { ...draft, selects }
}

function lastWord({ label }: LayerColumn): string {
  return labelWords(label).at(-1) ?? ''
}

/** Whether a sum would add the value of one thing once for each of its rows: the length of a river with a row for each country. */
function addsRepeats({ groups, filters }: Draft, { aggregate, table, column }: MeasurePart): boolean {
  if (aggregate !== 'sum' || !column || groups.length > 0 || !isToldAgain(table, column)) return false
  const [name] = displayColumns(table)
  return !filters.some((filter) => 'column' in filter && filter.table === table.name && filter.column === name?.name)
}

/** Whether several rows of a table tell of one thing, by its name, and a column says the same of it in each of them. */
export function isToldAgain(table: LayerTable, column: LayerColumn): boolean {
  const [name, ...more] = displayColumns(table)
  if (!name || more.length > 0) return false
  const isOwn = ['name', `${singular(table.label.toLowerCase())} name`, `${table.label.toLowerCase()} name`].includes(name.label.toLowerCase())
  const [names, values, rows] = [name.distinct ?? 0, column.distinct ?? 0, table.rows ?? 0]
  return isOwn && names * 2 <= rows && values <= names && values >= names * leastAlike
}

/** Denies a condition for all rows of a name: "rivers that do not run through Texas", where a river has a row for each state. */
function withWholeDenials(draft: Draft): Draft {
  const { focus } = draft
  const [name, ...more] = focus && hasOwnName(focus) ? displayColumns(focus) : []
  const lists = draft.selects.length + draft.groups.length + draft.measures.length === 0 && draft.superlative === null && draft.having.length === 0
  if (!focus || !name || more.length > 0 || !lists || (name.distinct ?? 0) >= (focus.rows ?? 0)) return draft
  let isWhole = false
  const filters = draft.filters.map((filter): Filter => {
    const denied = 'not' in filter && 'column' in filter.not && filter.not.table === focus.name && filter.not.operator === 'equals' ? filter.not : null
    const column = focus.columns.find((item) => item.name === denied?.column)
    if (!denied || !column || column === name || belongsTo({ table: focus, column }, { table: focus, column: name })) return filter
    isWhole = true
    const rows: SemanticQuery = {
      measures: [],
      dimensions: [{ table: focus.name, column: name.name, name: 'denied' }],
      filters: denied,
      having: [],
      order: [],
      distinct: false,
      joins: [],
    }
    return { not: { table: focus.name, column: name.name, operator: 'equals', values: [], values_from: { query: rows } } }
  })
  return isWhole ? { ...draft, filters, distinct: true } : draft
}

/** The name that a condition fixes to one value, where several rows may bear it. */
function nameOf({ selects, measures, focus }: Draft, filter: Filter): ColumnReference | null {
  if (!('column' in filter) || filter.operator !== 'equals' || (filter.values.length !== 1 && filter.values_from === undefined)) return null
  const table = [...selects, ...measures, ...(focus ? [{ table: focus }] : [])].find((item) => item.table.name === filter.table)?.table
  const column = table && displayColumns(table).find((item) => item.name === filter.column)
  return table && column && (column.distinct ?? 0) < (table.rows ?? 0) ? { table, column } : null
}

/** Whether rows of one name seem to share the value: there are no more values than names. */
function belongsTo({ table, column }: ColumnReference, name: ColumnReference): boolean {
  return table === name.table && column !== name.column && column.distinct !== null && column.distinct <= (name.column.distinct ?? 0)
}

/** The aggregate in the label of a column: the maximum for "highest elevation". */
export function extremeOf(label: string): 'max' | 'min' | null {
  const direction = superlatives.get(labelWords(label)[0] ?? '')
  return direction === undefined ? null : direction === 'desc' ? 'max' : 'min'
}
