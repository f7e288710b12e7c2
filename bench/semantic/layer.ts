import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { ColumnType, Dialect } from '#domain/semantics/sources/source.ts'

const FACTS = 6
const DIMENSIONS = 24

/** Thirty tables: six of facts, each with eight of the twenty-four dimensions, which refer to one another in pairs; twelve columns each. */
export function wideLayer(dialect: Dialect): Layer {
  const dimensions = Array.from({ length: DIMENSIONS }, (_, index) =>
    table(`dimension_${index}`, [
      ...named('text', 'name', 'region', 'kind', 'city', 'colour', 'grade', 'owner', 'note'),
      ...named('integer', 'id', 'parent_id', 'rank', 'size'),
    ]),
  )
  const facts = Array.from({ length: FACTS }, (_, index) =>
    table(`fact_${index}`, [
      ...named('integer', 'id', ...Array.from({ length: 8 }, (_, at) => `dimension_${at}_id`)),
      ...named('decimal', 'amount', 'cost'),
      ...named('timestamp', 'happened_at'),
    ]),
  )
  return {
    datasourceId: 'ds_wide',
    name: 'Wide',
    description: '',
    dialect,
    version: 'wide',
    tables: [...facts, ...dimensions],
    relationships: [
      ...facts.flatMap((fact, at) =>
        Array.from({ length: 8 }, (_, index) => join(fact.name, `dimension_${index}_id`, `dimension_${(at * 3 + index) % DIMENSIONS}`)),
      ),
      ...dimensions.filter((_, index) => index % 2 === 0).map((dimension, at) => join(dimension.name, 'parent_id', `dimension_${at * 2 + 1}`)),
    ],
    measures: [],
    hierarchies: [],
    verifiedQueries: [],
  }
}

function join(fromTable: string, fromColumn: string, toTable: string): Layer['relationships'][number] {
  return { fromTable, fromColumns: [fromColumn], toTable, toColumns: ['id'], cardinality: 'many_to_one', source: 'declared' }
}

function named(type: ColumnType, ...names: string[]): LayerColumn[] {
  const semanticType = type === 'decimal' ? 'measure' : type === 'timestamp' ? 'time' : type === 'text' ? 'category' : 'identifier'
  return names.map((name) => ({
    name,
    type,
    semanticType,
    label: name.replaceAll('_', ' '),
    description: '',
    synonyms: [],
    unit: null,
    sampleValues: [],
    distinct: null,
    nullFraction: null,
    min: null,
    max: null,
    isHidden: false,
  }))
}

function table(name: string, columns: LayerColumn[]): LayerTable {
  return { name, schema: 'public', label: name, description: '', synonyms: [], rows: null, primaryKey: ['id'], columns, isHidden: false }
}
