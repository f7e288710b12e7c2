import type { Layer, LayerColumn, LayerRelationship, LayerTable } from '../semantics/layer.ts'
import { MOST_SCHEMA } from './history.ts'
import { nearVerified, tableScores } from './schema-search.ts'
import { fenced, tame } from './untrusted.ts'

/** The part of the room kept for the names of tables that found no room themselves. */
const NAMES_SHARE = 0.2
/** Verified questions told of one source. */
const VERIFIED = 5

/**
 * What a model is told of the data sources, in at most `budget` characters: the tables that share words with the question come first and whole;
 * when room runs out tables lose their sample values, then everything but their names. Each source stands in a fence of its own.
 */
export function describeLayers(layers: Layer[], question: string, budget = MOST_SCHEMA): string {
  const share = Math.floor(budget / Math.max(1, layers.length))
  return layers.map((layer) => fenced(`data source ${layer.datasourceId}`, describeLayer(layer, question, share))).join('\n')
}

/** One table with all it has, for a model that asks for it; at most `most` characters. */
export function describeOneTable(layer: Layer, table: LayerTable, most: number): string {
  const joins = layer.relationships.filter(({ fromTable, toTable }) => fromTable === table.name || toTable === table.name).map(joinLine)
  return [describeTable(table, 'samples'), ...joins].join('\n').slice(0, most)
}

function describeLayer(layer: Layer, question: string, budget: number): string {
  const scores = tableScores(layer, question)
  const tables = layer.tables.filter((table) => !table.isHidden).map((table) => ({ table, score: scores.get(table.name) ?? 0 }))
  const lines = [`${tame(layer.name, 200)}${layer.description ? `: ${tame(layer.description)}` : ''} (SQL dialect: ${layer.dialect})`]
  const names = Math.floor(budget * NAMES_SHARE)
  let left = budget - names - (lines[0]?.length ?? 0)
  const take = (line: string): boolean => {
    if (line.length + 1 > left) return false
    lines.push(line)
    left -= line.length + 1
    return true
  }
  for (const { id, question: verified } of nearVerified(layer, question, VERIFIED)) take(`verified question ${id}: ${tame(verified, 300)}`)
  const told = new Set<string>()
  const rest: string[] = []
  for (const { table } of tables.toSorted((a, b) => b.score - a.score)) {
    if (take(describeTable(table, 'samples')) || take(describeTable(table, 'columns'))) told.add(table.name)
    else rest.push(tame(table.name, 100))
  }
  for (const relationship of layer.relationships) if (told.has(relationship.fromTable) && told.has(relationship.toTable)) take(joinLine(relationship))
  for (const { name, label, aggregate, table, column, expression, filters, unit, description } of layer.measures) {
    const about = [tame(label, 100), unit && `in ${tame(unit, 20)}`, tame(description)].filter(Boolean).join('; ')
    const of = column ? `.${tame(column, 100)}` : expression ? ', calculated' : ''
    take(`measure ${tame(name, 100)} = ${aggregate}(${tame(table, 100)}${of}${filters ? ', some rows' : ''})${about ? ` -- ${about}` : ''}`)
  }
  if (rest.length) lines.push(`other tables: ${listed(rest, names + left)}`)
  return lines.join('\n')
}

/** As many names as fit, and how many did not. */
function listed(names: string[], room: number): string {
  const shown: string[] = []
  let left = room - 40
  for (const name of names) {
    left -= name.length + 2
    if (left < 0) break
    shown.push(name)
  }
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`
}

function describeTable(table: LayerTable, depth: 'samples' | 'columns'): string {
  const about = [tame(table.description), table.rows === null ? '' : `${table.rows} rows`].filter(Boolean).join('; ')
  const columns = table.columns.filter((column) => !column.isHidden).map((column) => `  ${describeColumn(column, table, depth)}`)
  return [`table ${tame(table.name, 100)}${about ? ` -- ${about}` : ''}`, ...columns].join('\n')
}

function describeColumn(column: LayerColumn, table: LayerTable, depth: 'samples' | 'columns'): string {
  const head = `${tame(column.name, 100)} ${column.type}${table.primaryKey.includes(column.name) ? ' key' : ''}`
  if (depth === 'columns') return head
  const samples = column.semanticType === 'category' || column.semanticType === 'geo' ? column.sampleValues.slice(0, 6).map((value) => tame(value, 40)) : []
  const range = column.semanticType === 'time' && column.min && column.max ? `${tame(column.min, 30)} to ${tame(column.max, 30)}` : ''
  const synonyms = column.synonyms.length
    ? `also: ${column.synonyms
        .slice(0, 5)
        .map((word) => tame(word, 40))
        .join(', ')}`
    : ''
  const about = [
    column.semanticType,
    column.unit ? `in ${tame(column.unit, 20)}` : '',
    tame(column.description, 200),
    synonyms,
    samples.length ? `such as ${samples.map((value) => JSON.stringify(value)).join(', ')}` : '',
    range,
  ]
  return `${head} -- ${about.filter(Boolean).join('; ')}`
}

const joinLine = ({ fromTable, fromColumns, toTable, toColumns, cardinality }: LayerRelationship): string =>
  `join ${tame(fromTable, 100)}(${fromColumns.map((name) => tame(name, 100)).join(', ')}) to ${tame(toTable, 100)}(${toColumns.map((name) => tame(name, 100)).join(', ')}) -- ${cardinality.replaceAll('_', ' ')}`
