import type { Layer, LayerColumn } from '../../semantics/layer.ts'

/** A layer of tables with columns and their values. */
export function layerOf(
  tables: Record<string, Record<string, string[]>>,
  { hidden = [], measures = [] }: { hidden?: string[]; measures?: string[] } = {},
): Layer {
  const column = (name: string, sampleValues: string[]): LayerColumn => ({
    ...{
      name,
      label: name.replaceAll('_', ' '),
      description: '',
      synonyms: [],
      unit: null,
      distinct: null,
      nullFraction: null,
      min: null,
      max: null,
      isHidden: false,
    },
    ...{ type: 'text', semanticType: 'category', sampleValues },
  })
  return {
    ...{ datasourceId: 'ds_1', name: 'data', description: '', dialect: 'sqlite', version: '1', relationships: [], hierarchies: [], verifiedQueries: [] },
    tables: Object.entries(tables).map(([name, columns]) => ({
      ...{ name, schema: null, label: name, description: '', synonyms: [], rows: null, primaryKey: [], isHidden: hidden.includes(name) },
      columns: Object.entries(columns).map(([column_name, values]) => column(column_name, values)),
    })),
    measures: measures.map((name) => ({
      ...{ name, label: name, table: Object.keys(tables)[0] ?? '', aggregate: 'sum', column: null, description: '', synonyms: [], unit: null },
    })),
  }
}
