import type { AppliesTo, FilterReach } from '#db/schema/semantics.ts'
import type { DateParts } from './compile/composed-dates.ts'
import type { WrittenDay } from './compile/written-days.ts'
import type { WrittenNumber } from './compile/written-values.ts'
import type { Arithmetic, Filter, FilterOperator, FilterValue, SemanticQuery } from './semantic-query.ts'
import type { ColumnType, Dialect } from './sources/source.ts'
import type { Expression } from './sql/sql-tree.ts'

export type SemanticType = 'identifier' | 'category' | 'measure' | 'time' | 'text' | 'geo' | 'boolean'
export type Cardinality = 'many_to_one' | 'one_to_one' | 'one_to_many' | 'many_to_many'

export type LayerColumn = {
  name: string
  type: ColumnType
  semanticType: SemanticType
  label: string
  description: string
  synonyms: string[]
  unit: string | null
  /** The most frequent values as text; the value index of the analyst. */
  sampleValues: string[]
  /** Of a date that its table keeps in parts: the columns of those. No such column is in the source. */
  parts?: DateParts
  /** How a text column's numbers or days are written, where the values that tell it are not shown. */
  writtenAs?: WrittenNumber | WrittenDay | null
  distinct: number | null
  nullFraction: number | null
  min: string | null
  max: string | null
  isHidden: boolean
  /** Whether an extraction wrote the description, from all rows there were. */
  isGenerated?: boolean
}

export type LayerTable = {
  name: string
  schema: string | null
  label: string
  description: string
  synonyms: string[]
  rows: number | null
  primaryKey: string[]
  columns: LayerColumn[]
  isHidden: boolean
  /** Whether an extraction wrote the description, from all rows there were. */
  isGenerated?: boolean
  /** Of a view the tables it reads; null where that is not known. */
  reads?: string[] | null
  /** What holds of the rows that whoever the layer was loaded for may see; absent when he may see all. */
  rowFilter?: Expression
}

export type LayerRelationship = {
  fromTable: string
  fromColumns: string[]
  toTable: string
  toColumns: string[]
  cardinality: Cardinality
  source: 'declared' | 'inferred' | 'manual'
}

/** A named aggregate an owner defined: `aggregate` over `table.column` or over an expression, of the rows its filters leave. */
export type LayerMeasure = {
  name: string
  label: string
  table: string
  aggregate: 'count' | 'count_distinct' | 'sum' | 'avg' | 'median' | 'min' | 'max'
  column: string | null
  expression?: Arithmetic
  filters?: Filter
  description: string
  synonyms: string[]
  unit: string | null
  /** How its values are written, as the owner put it. */
  format?: string
}

export type LayerHierarchy = { name: string; title: string; levels: { table: string; column: string }[] }

/** A question whose right query a person vouches for: one of `query` and `sql`. */
export type LayerVerifiedQuery = { id: string; question: string; query: SemanticQuery | null; sql: string | null }

/** A reading a person chose where a question was asked back about: of a word, or of the whole question. */
export type LayerLearned = { kind: 'word' | 'question'; phrase: string; meaning: string; times: number; isShared: boolean; chosenBy: string }

/** A rule about which rows of a table may be seen, and by whom. Its member has the table's name. */
export type LayerRowFilter = {
  table: string
  condition: { member: string; operator: FilterOperator; values: FilterValue[] }
  appliesTo: AppliesTo
  reach: FilterReach
  /** The tables it reached when it was last stored: one that no join leads from any more has no row. */
  reachedTables: string[]
}

/** One data source's semantic layer: all that the analyst, the compiler and the prompts may know of it. */
export type Layer = {
  datasourceId: string
  name: string
  description: string
  dialect: Dialect
  /** Changes whenever anything in the layer changes: the key of every cache built from it. */
  version: string
  tables: LayerTable[]
  relationships: LayerRelationship[]
  measures: LayerMeasure[]
  hierarchies: LayerHierarchy[]
  verifiedQueries: LayerVerifiedQuery[]
  rowFilters?: LayerRowFilter[]
  learned?: LayerLearned[]
  /** Models may not see its values. */
  isBlind?: boolean
}
