import type { LayerDocument, Loss } from './layer-document.ts'
import { extensionOf, OSI_VERSION, type OsiDocument } from './osi-shape.ts'

/** What the source says of its tables, by name. */
export type TableFacts = Map<string, { schema: string | null; primaryKey: string[]; types: Map<string, string | null> }>

const datatypes: Record<string, string> = {
  boolean: 'Boolean',
  integer: 'Integer',
  number: 'Float',
  decimal: 'Decimal',
  text: 'String',
  date: 'Date',
  time: 'Time',
  timestamp: 'DateTime',
  json: 'Opaque',
  binary: 'Opaque',
  other: 'Opaque',
}

/**
 * A layer in the form of Open Semantic Interchange. What that has no member for is kept in `custom_extensions`, so that reading the document back gives
 * the same layer, and told as a loss, because no other tool reads it there.
 */
export function osiOf(layer: LayerDocument, facts: TableFacts): { document: OsiDocument; losses: Loss[] } {
  const losses: Loss[] = []
  const kept = (object: string, what: string) => losses.push({ object, message: `${what}: kept for Querent, not read by other tools` })
  const datasets = layer.tables.map((table) => {
    const { schema, primaryKey, types } = facts.get(table.name) ?? { schema: null, primaryKey: [], types: new Map<string, string | null>() }
    if (table.hidden) kept(`table ${table.name}`, 'that it is hidden')
    return {
      name: table.name,
      source: schema === null ? table.name : `${schema}.${table.name}`,
      ...(primaryKey.length > 0 ? { primary_key: primaryKey } : {}),
      ...spoken(table),
      fields: table.columns.map((column) => {
        const type = types.get(column.name)
        if (column.hidden) kept(`column ${table.name}.${column.name}`, 'that it is hidden')
        if (column.unit) kept(`column ${table.name}.${column.name}`, 'its unit')
        return {
          name: column.name,
          expression: ansi(quoted(column.name)),
          dimension: { is_time: column.semantic_type === 'time' },
          ...(column.label === undefined ? {} : { label: column.label }),
          ...(type ? { datatype: datatypes[type] ?? 'Opaque' } : {}),
          ...spoken(column),
          custom_extensions: extensionOf({ semantic_type: column.semantic_type, unit: column.unit ?? null, hidden: column.hidden ?? false }),
        }
      }),
      custom_extensions: extensionOf({ label: table.label, hidden: table.hidden ?? false }),
    }
  })
  const relationships = layer.relationships.map(({ from_table: from, to_table: to, from_columns, to_columns, cardinality }) => {
    if (cardinality !== 'many_to_one') kept(`relationship ${from} to ${to}`, `that it is ${cardinality.replaceAll('_', ' ')}`)
    return {
      name: `${from}_${from_columns.join('_')}_${to}`.slice(0, 256),
      from,
      to,
      from_columns,
      to_columns,
      custom_extensions: extensionOf({ cardinality }),
    }
  })
  const metrics = layer.measures.map((measure) => {
    const { text, loss } = metricText(measure, facts)
    if (loss) losses.push({ object: `measure ${measure.name}`, message: loss })
    if (measure.unit || measure.format) kept(`measure ${measure.name}`, 'its unit and format')
    return { name: measure.name, expression: ansi(text), ...spoken(measure), custom_extensions: extensionOf(measure) }
  })
  for (const { name } of layer.hierarchies) kept(`hierarchy ${name}`, 'all of it')
  for (const { question } of layer.verified_queries) kept(`verified query "${question}"`, 'all but the question')
  const examples = layer.verified_queries.map(({ question }) => question)
  const model = {
    name: layer.name || 'layer',
    ...(layer.description ? { description: layer.description } : {}),
    ...(examples.length > 0 ? { ai_context: { examples } } : {}),
    datasets,
    ...(relationships.length > 0 ? { relationships } : {}),
    ...(metrics.length > 0 ? { metrics } : {}),
    custom_extensions: extensionOf({ querent: layer.querent, name: layer.name, hierarchies: layer.hierarchies, verified_queries: layer.verified_queries }),
  }
  return { document: { version: OSI_VERSION, semantic_model: [model] }, losses }
}

function spoken({ description, synonyms }: { description?: string | undefined; synonyms?: string[] | undefined }) {
  return { ...(description ? { description } : {}), ...(synonyms && synonyms.length > 0 ? { ai_context: { synonyms } } : {}) }
}

const ansi = (expression: string) => ({ dialects: [{ dialect: 'ANSI_SQL', expression }] })

/** Plain names stay plain: tools differ in how they take quoted ones. */
const quoted = (name: string): string => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

type Measure = LayerDocument['measures'][number]

/** A measure as ANSI SQL over qualified columns; what its filters leave out is told as a loss. */
function metricText(measure: Measure, facts: TableFacts): { text: string; loss: string | null } {
  const table = quoted(measure.table_name)
  const [key] = facts.get(measure.table_name)?.primaryKey ?? []
  const value = measure.expression === null ? (key === undefined ? '*' : `${table}.${quoted(key)}`) : qualified(measure.expression, measure, facts)
  const word = measure.aggregation === 'count_distinct' ? 'COUNT(DISTINCT ' : `${measure.aggregation.toUpperCase()}(`
  return {
    text: `${word}${value})`,
    loss: measure.filters === null ? null : 'its filters are not part of the metric that other tools read; Querent keeps them',
  }
}

/** `price * quantity` with each column's table in front, outside of texts. */
function qualified(expression: string, measure: Measure, facts: TableFacts): string {
  const columns = facts.get(measure.table_name)?.types ?? new Map<string, string | null>()
  const folded = new Set([...columns.keys()].map((name) => name.toLowerCase()))
  const table = quoted(measure.table_name)
  return expression.replace(/'(?:[^']|'')*'|("(?:[^"]|"")*"|[A-Za-z_][A-Za-z0-9_]*)(\s*\.)?/g, (part, word?: string, dot?: string, at?: number) => {
    if (word === undefined || dot !== undefined || expression.slice(0, at).trimEnd().endsWith('.')) return part
    const name = word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word
    return folded.has(name.toLowerCase()) ? `${table}.${word}` : part
  })
}
