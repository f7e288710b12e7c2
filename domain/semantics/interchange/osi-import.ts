import { DOCUMENT_VERSION, LayerDocument, type Loss } from './layer-document.ts'
import { type OsiDataset, type OsiDocument, type OsiMetric, ownExtension } from './osi-shape.ts'

/**
 * A document of Open Semantic Interchange as a layer of ours: of its first model. Where Querent wrote it, our extensions are believed; otherwise metrics that
 * are one aggregate of one dataset are taken, and what cannot be is told.
 */
export function layerOfOsi(osi: OsiDocument): { document: unknown; losses: Loss[] } {
  const losses: Loss[] = []
  const [model, ...others] = osi.semantic_model
  for (const other of others) losses.push({ object: `model ${other.name}`, message: 'only the first model of a document is read' })
  if (!model) return { document: { querent: DOCUMENT_VERSION }, losses }
  const own = ownExtension(model)
  const tables = model.datasets.map((dataset) => {
    const extension = ownExtension(dataset) ?? {}
    return {
      name: tableName(dataset),
      ...given('label', extension.label),
      ...given('hidden', extension.hidden),
      ...spoken(dataset, own !== null),
      columns: (dataset.fields ?? []).flatMap((field) => {
        const column = plainColumn(expressionOf(field.expression))
        if (column === null) {
          losses.push({ object: `field ${dataset.name}.${field.name}`, message: 'a calculated field has no place in a table; define a measure instead' })
          return []
        }
        const more = ownExtension(field) ?? {}
        const type = more.semantic_type ?? (field.dimension?.is_time ? 'time' : undefined)
        return [
          {
            name: column,
            ...given('label', field.label),
            ...given('semantic_type', type),
            ...given('unit', more.unit),
            ...given('hidden', more.hidden),
            ...spoken(field, own !== null),
          },
        ]
      }),
    }
  })
  const named = new Map(model.datasets.map((dataset) => [dataset.name, tableName(dataset)]))
  const relationships = (model.relationships ?? []).map((relationship) => ({
    from_table: named.get(relationship.from) ?? relationship.from,
    from_columns: relationship.from_columns,
    to_table: named.get(relationship.to) ?? relationship.to,
    to_columns: relationship.to_columns,
    ...given('cardinality', ownExtension(relationship)?.cardinality),
  }))
  const measures = (model.metrics ?? []).flatMap((metric) => {
    const kept = ownExtension(metric)
    if (kept) return [kept]
    const read = measureOf(metric, named)
    if (read === null) losses.push({ object: `metric ${metric.name}`, message: 'is no single aggregate (SUM, AVG, MEDIAN, MIN, MAX, COUNT) of one dataset' })
    return read === null ? [] : [read]
  })
  const document = {
    querent: DOCUMENT_VERSION,
    name: typeof own?.name === 'string' ? own.name : model.name,
    ...(model.description === undefined ? (own ? { description: '' } : {}) : { description: model.description }),
    tables,
    relationships,
    hierarchies: own?.hierarchies ?? [],
    measures,
    verified_queries: own?.verified_queries ?? [],
  }
  return { document, losses }
}

const given = (member: string, value: unknown) => (value === undefined ? {} : { [member]: value })

/** What was written by Querent says with its silence that there is nothing; another tool's silence says nothing. */
function spoken({ description, ai_context: context }: Pick<OsiDataset, 'description' | 'ai_context'>, isOurs: boolean) {
  const synonyms = typeof context === 'object' ? context.synonyms : undefined
  return {
    ...given('description', description ?? (isOurs ? '' : undefined)),
    ...given('synonyms', synonyms ?? (isOurs ? [] : undefined)),
  }
}

/** `database.schema.table` names a table by its last part; a dataset over a query by its own name. */
function tableName({ name, source }: OsiDataset): string {
  const last = /(?:^|\.)("(?:[^"]|"")+"|[^."\s()]+)$/.exec(source.trim())?.[1]
  if (last === undefined || /\s/.test(source.trim())) return name
  return last.startsWith('"') ? last.slice(1, -1).replaceAll('""', '"') : last
}

function expressionOf({ dialects }: OsiMetric['expression']): string {
  return (dialects.find((item) => item.dialect === 'ANSI_SQL') ?? dialects[0])?.expression.trim() ?? ''
}

function plainColumn(expression: string): string | null {
  const column = /^(?:(?:"(?:[^"]|"")+"|[A-Za-z_]\w*)\.)*("(?:[^"]|"")+"|[A-Za-z_]\w*)$/.exec(expression)?.[1]
  if (column === undefined) return null
  return column.startsWith('"') ? column.slice(1, -1).replaceAll('""', '"') : column
}

/** Whether each parenthesis that closes was opened: `SUM(a) / COUNT(b)` is not one call. */
function isBalanced(text: string): boolean {
  let depth = 0
  for (const sign of text.replace(/'(?:[^']|'')*'/g, '')) {
    if (sign === '(') depth++
    if (sign === ')' && --depth < 0) return false
  }
  return depth === 0
}

function measureOf(metric: OsiMetric, named: Map<string, string>) {
  const text = expressionOf(metric.expression)
  const parts = /^(SUM|AVG|MEDIAN|MIN|MAX|COUNT)\s*\(\s*(DISTINCT\s)?([\s\S]*)\)$/i.exec(text)
  if (!parts) return null
  const [, word = '', distinct, inner = ''] = parts
  if (!isBalanced(inner)) return null
  const qualifiers = new Set([...inner.matchAll(/("(?:[^"]|"")+"|[A-Za-z_]\w*)\s*\./g)].map((match) => (match[1] ?? '').replace(/^"|"$/g, '')))
  const [qualifier, ...others] = qualifiers
  const dataset = qualifier ?? (named.size === 1 ? [...named.keys()][0] : undefined)
  const table = dataset === undefined ? undefined : named.get(dataset)
  if (table === undefined || others.length > 0) return null
  const isCount = word.toUpperCase() === 'COUNT'
  const bare = inner.replace(/("(?:[^"]|"")+"|[A-Za-z_]\w*)\s*\.\s*/g, '').trim()
  const synonyms = typeof metric.ai_context === 'object' ? metric.ai_context.synonyms : undefined
  const parsed = LayerDocument.shape.measures.unwrap().element.safeParse({
    name: metric.name
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .replace(/^(\d)/, '_$1')
      .slice(0, 64),
    title: metric.name.slice(0, 200),
    table_name: table,
    aggregation: isCount ? (distinct ? 'count_distinct' : 'count') : word.toLowerCase(),
    expression: bare === '*' ? null : bare,
    ...given('description', metric.description),
    ...given('synonyms', synonyms),
  })
  return parsed.success ? parsed.data : null
}
