import type { ColumnReference, Draft, MeasurePart } from '#domain/analyst/reading/draft.ts'

/** Groups figures by a column whose values are all named: "the average age of male and female students". */
export function withComparedValues(draft: Draft): Draft {
  const isGrouped = ({ column }: ColumnReference) => draft.groups.some((group) => 'column' in group && group.column === column)
  if (draft.measures.length === 0 || draft.groups.length > 1 || !draft.selects.every(isGrouped)) return draft
  for (const filter of draft.filters) {
    if (!('column' in filter) || filter.operator !== 'equals' || filter.values.length < 2 || typeof filter.values[0] === 'number') continue
    const table = [...draft.measures.map((item) => item.table), ...draft.related, ...(draft.focus ? [draft.focus] : [])].find(
      (item) => item.name === filter.table,
    )
    const column = table?.columns.find((item) => item.name === filter.column)
    if (table && column && column.distinct === filter.values.length)
      return { ...draft, groups: [...draft.groups.filter((group) => 'entity' in group || group.column !== column), { table, column, grain: null }] }
  }
  return draft
}

/** Groups by what is ranked or has a condition on its figures: "which department has the highest average salary", "the lowest salary of departments with an average above 5". */
export function withRankedRows(draft: Draft): Draft {
  const { superlative, measures, focus, having, ranked } = draft
  if (draft.selects.length + draft.groups.length > 0) return draft
  const by = superlative && 'measure' in superlative.by ? superlative.by.measure : null
  const isRanked = measures.some((item) => by && item.aggregate === by.aggregate && item.table === by.table && item.column === by.column)
  if (having.length === 0) return isRanked && focus && focus !== by?.table ? { ...draft, groups: [{ entity: focus }] } : draft
  const isOfGroups = measures.some((item) => item.column && item.aggregate !== 'count_distinct' && having.some(({ measure }) => measure.table === item.table))
  return isOfGroups && ranked && !superlative ? { ...draft, groups: [{ entity: ranked }] } : draft
}

/** Groups a chart by what it counts: "the number of countries" has a bar for each country. */
export function withChartGroups(draft: Draft): Draft {
  const [measure] = draft.measures
  const isBare = draft.groups.length === 0 && draft.selects.length === 0 && draft.measures.length === 1 && draft.superlative === null
  if (draft.chart === null || draft.chart === 'table' || !isBare || measure?.aggregate !== 'count_distinct' || !measure.column) return draft
  const counted: MeasurePart = { aggregate: 'count', table: measure.table, column: null, named: null }
  return { ...draft, measures: [counted], groups: [{ table: measure.table, column: measure.column, grain: null }] }
}

/** Counts rows in place of different values of a column that is also the group: "the number of countries" per country. */
export function withRowCounts(draft: Draft): Draft {
  const grouped = new Set([...draft.groups.flatMap((group) => ('entity' in group ? [] : [group.column])), ...draft.selects.map((item) => item.column)])
  const counted = <Part extends MeasurePart>(part: Part): Part =>
    part.aggregate === 'count_distinct' && part.column && grouped.has(part.column) ? { ...part, aggregate: 'count', column: null } : part
  const ranked = <By extends object | string>(by: By): By =>
    typeof by === 'object' && 'measure' in by ? { ...by, measure: counted(by.measure as MeasurePart) } : by
  return {
    ...draft,
    measures: draft.measures.map(counted),
    having: draft.having.map((item) => ({ ...item, measure: counted(item.measure) })),
    order: draft.order.map((item) => ({ ...item, by: ranked(item.by) })),
    superlative: draft.superlative && { ...draft.superlative, by: ranked(draft.superlative.by) },
  }
}
