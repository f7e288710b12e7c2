import type { Note } from '#domain/analyst/language/messages.ts'
import type { ChartType } from '#domain/charts/chart-spec.ts'
import type { Derivation } from '#domain/semantics/compile/derived-measure.ts'
import type { QueryComparison } from '#domain/semantics/compile/query-comparison.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Aggregate, AggregateMeasure, Arithmetic, Filter, Grain, HavingCondition, QueryJoin, SemanticQuery } from '#domain/semantics/semantic-query.ts'

export type ColumnReference = { table: LayerTable; column: LayerColumn }

export type GroupPart = ColumnReference & { grain: Grain | null }

/** What is measured: rows of a table, an aggregate of a column or of what is calculated from its columns, or a measure its owner named. */
export type MeasurePart = {
  aggregate: Aggregate
  table: LayerTable
  column: LayerColumn | null
  named: string | null
  expression?: { of: Arithmetic; name: string }
  /** One figure divided by another; an expression beside it is that of each row. */
  ratio?: { numerator: AggregateMeasure; denominator: AggregateMeasure; percent?: boolean }
  /** Rows that the question calls different: "the number of unique customers". */
  isDistinct?: boolean
}

/** `isPerGroup`: so many for each group, not of all. */
export type Superlative = {
  direction: 'asc' | 'desc'
  limit: number
  offset?: number
  isPerGroup?: boolean
  isFigureShown?: boolean
  by: { measure: MeasurePart } | { column: ColumnReference }
}

/** `x` is the first thing shown, `y` what is measured. */
export type OrderPart = { direction: 'asc' | 'desc'; by: { measure: MeasurePart } | { column: ColumnReference } | 'shown' | 'x' | 'y' }

/** What the clauses of a question have said so far. */
export type Draft = {
  measures: MeasurePart[]
  groups: (GroupPart | { entity: LayerTable })[]
  selects: ColumnReference[]
  focus: LayerTable | null
  /** Other tables that are named: the rows must have partners there. */
  related: LayerTable[]
  allColumns: boolean
  filters: Filter[]
  having: { measure: MeasurePart; operator: HavingCondition['operator']; values: number[]; values_from?: { query: SemanticQuery } }[]
  superlative: Superlative | null
  /** The rows that are ranked or whose partners are counted, where they are named. */
  ranked: LayerTable | null
  order: OrderPart[]
  limit: number | null
  distinct: boolean
  /** "Count them": the rows behind what is shown are to be counted. */
  countsShown: boolean
  /** "Percentage of orders": the part the conditions or groups make of a whole. */
  share: { measure: MeasurePart; percent: boolean } | null
  ratio: { numerator: AggregateMeasure; denominator: AggregateMeasure } | null
  /** Computed from the figures of other groups along time. */
  derive: { kind: Derivation; rows?: number; grain?: Grain; ranked?: 'asc' | 'desc' } | null
  /** Each period beside the one before it, by this date. */
  compare: { column: LayerColumn; to: QueryComparison['to'] } | null
  chart: ChartType | null
  /** How wide the bins of a histogram are, where the question says so. */
  binWidth: number | null
  /** Joins that the words settle where there are several. */
  joins: QueryJoin[]
  /** Tables on the one way from what was traded to what is asked about. */
  settled: string[]
  /** Assumptions worth telling, and how much certainty each costs. */
  notes: { text: Note; cost: number }[]
}

export function emptyDraft(): Draft {
  return {
    measures: [],
    groups: [],
    selects: [],
    focus: null,
    related: [],
    allColumns: false,
    filters: [],
    having: [],
    superlative: null,
    ranked: null,
    order: [],
    limit: null,
    distinct: false,
    countsShown: false,
    share: null,
    ratio: null,
    derive: null,
    compare: null,
    chart: null,
    binWidth: null,
    joins: [],
    settled: [],
    notes: [],
  }
}
