import { moneyOf } from '#domain/analyst/transactions/transaction-tables.ts'
import type { OpenVectors } from '#domain/analyst/vectors/word-vectors.ts'
import type { Layer, LayerColumn, LayerMeasure, LayerRelationship, LayerTable, LayerVerifiedQuery } from '../../semantics/layer.ts'
import type { Arithmetic } from '../../semantics/semantic-query.ts'
import { MOST_SCHEMA } from './history.ts'
import { fenced, sanitizeText } from './sanitize-text.ts'
import { nearVerified, tableScores } from './schema-search.ts'

/** Of the room of a source too large to be told whole: what its names may take, and what is kept for the tables a question speaks of. */
const NAMES_SHARE = 0.2
const ASKED_SHARE = 0.3
/** Of the room of any source: what its verified questions may take. */
const VERIFIED_SHARE = 0.15
/** Verified questions told beside a question when not all could be told. */
const NEAR_VERIFIED = 5
const SAMPLES = 3

/** What is told of one source whatever is asked, and what found no room. */
type Told = { text: string; left: Set<string>; verifiedLeft: boolean }

/**
 * What a model is told of the data sources, in at most `budget` characters. It is the same for every question while a layer stays as it is: providers
 * cache a prompt by its beginning. When room runs out columns lose their samples, then the least connected tables everything but their names.
 * Each source stands in a fence of its own.
 */
export function describeLayers(layers: Layer[], budget = MOST_SCHEMA): string {
  const share = shareOf(layers, budget)
  return layers.map((layer) => fenced(`data source ${layer.datasourceId}`, toldOf(layer, share).text)).join('\n')
}

/** What `describeLayers` had no room for and a question speaks of, within the same budget; empty where everything was told. */
export function describeAsked(layers: Layer[], question: string, budget = MOST_SCHEMA, vectors?: OpenVectors): string {
  const share = shareOf(layers, budget)
  return layers
    .flatMap((layer) => {
      const { left, verifiedLeft } = toldOf(layer, share)
      const room = roomIn(Math.floor(share * ASKED_SHARE))
      if (verifiedLeft) for (const verified of nearVerified(layer, question, NEAR_VERIFIED)) room.take(verifiedLine(verified))
      if (left.size) {
        const scores = tableScores(layer, question, vectors)
        const asked = layer.tables.filter(({ name }) => left.has(name) && (scores.get(name) ?? 0) > 0)
        for (const table of asked.toSorted((a, b) => (scores.get(b.name) ?? 0) - (scores.get(a.name) ?? 0))) {
          if (!room.take(describeTable(layer, table, 'samples'))) room.take(describeTable(layer, table, 'columns'))
        }
      }
      return room.lines.length ? [fenced(`more of data source ${layer.datasourceId}`, room.lines.join('\n'))] : []
    })
    .join('\n')
}

/** One table with all it has, for a model that asks for it; at most `most` characters. */
export const describeOneTable = (layer: Layer, table: LayerTable, most: number): string => describeTable(layer, table, 'samples').slice(0, most)

const shareOf = (layers: Layer[], budget: number): number => Math.floor(budget / Math.max(1, layers.length))

const known = new WeakMap<Layer, Map<number, Told>>()

function toldOf(layer: Layer, budget: number): Told {
  const ofLayer = known.get(layer) ?? new Map<number, Told>()
  known.set(layer, ofLayer)
  const told = ofLayer.get(budget) ?? describeLayer(layer, budget)
  if (ofLayer.size < 4) ofLayer.set(budget, told)
  return told
}

/** Lines that fit into so many characters. */
function roomIn(characters: number) {
  const room = {
    lines: [] as string[],
    left: characters,
    take(line: string): boolean {
      if (line.length + 1 > room.left) return false
      room.lines.push(line)
      room.left -= line.length + 1
      return true
    },
  }
  return room
}

function describeLayer(layer: Layer, budget: number): Told {
  const head = `${sanitizeText(layer.name, 200)}${layer.description ? `: ${sanitizeText(layer.description)}` : ''} (SQL dialect: ${layer.dialect})`
  const tables = layer.tables.filter((table) => !table.isHidden)
  const measures = [...layer.measures.map(measureLine), ...inferredMeasures(tables)]
  const verified = roomIn(Math.floor(budget * VERIFIED_SHARE))
  const verifiedLeft = layer.verifiedQueries.filter((each) => !verified.take(verifiedLine(each))).length > 0
  const most = budget - head.length - 1 - (Math.floor(budget * VERIFIED_SHARE) - verified.left)
  for (const depth of ['samples', 'columns'] as const) {
    const lines = [...tables.map((table) => describeTable(layer, table, depth)), ...measures]
    if (lines.reduce((sum, line) => sum + line.length + 1, 0) <= most) {
      return { text: [head, ...lines, ...verified.lines].join('\n'), left: new Set(), verifiedLeft }
    }
  }
  const names = Math.floor(budget * NAMES_SHARE)
  const room = roomIn(most - names - Math.floor(budget * ASKED_SHARE))
  const left = new Set<string>()
  const connected = connections(layer)
  for (const table of tables.toSorted((a, b) => (connected.get(b.name) ?? 0) - (connected.get(a.name) ?? 0))) {
    if (!room.take(describeTable(layer, table, 'samples')) && !room.take(describeTable(layer, table, 'columns'))) left.add(table.name)
  }
  for (const line of measures) room.take(line)
  const others = left.size ? [`other tables: ${listed([...left], names)}`] : []
  return { text: [head, ...room.lines, ...verified.lines, ...others].join('\n'), left, verifiedLeft }
}

/** How many joins each table has: what is connected is asked for. */
function connections({ relationships }: Layer): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { fromTable, toTable } of relationships) for (const name of [fromTable, toTable]) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** As many names as fit, and how many did not. */
function listed(names: string[], room: number): string {
  const shown: string[] = []
  let left = room - 40
  for (const name of names.map((each) => sanitizeText(each, 100))) {
    left -= name.length + 2
    if (left < 0) break
    shown.push(name)
  }
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`
}

const verifiedLine = ({ id, question }: LayerVerifiedQuery): string => `verified question ${id}: ${sanitizeText(question, 300)}`

function measureLine({ name, label, aggregate, table, column, expression, filters, unit, description }: LayerMeasure): string {
  const what = expression ? formula(expression) : column ? sanitizeText(column, 100) : ''
  const about = [isSaid(name, label) ? '' : sanitizeText(label, 100), unit && `in ${sanitizeText(unit, 20)}`, sanitizeText(description)]
    .filter(Boolean)
    .join('; ')
  return `measure ${sanitizeText(name, 100)} = ${aggregate}(${what}) of ${sanitizeText(table, 100)}${filters ? ', some rows' : ''}${about ? ` -- ${about}` : ''}`
}

/** What the rows of a table are worth where no column says so: no measure of the layer, but how one is calculated. */
const inferredMeasures = (tables: LayerTable[]): string[] =>
  tables.flatMap((table) => {
    const expression = moneyOf(table)?.expression
    return expression ? [`revenue of ${sanitizeText(table.name, 100)} = sum(${formula(expression.of)})`] : []
  })

function formula(expression: Arithmetic, isInner = false): string {
  if ('number' in expression) return String(expression.number)
  if ('column' in expression) return `${expression.table ? `${sanitizeText(expression.table, 100)}.` : ''}${sanitizeText(expression.column, 100)}`
  if ('op' in expression) {
    const text = `${formula(expression.left, true)} ${expression.op} ${formula(expression.right, true)}`
    return isInner ? `(${text})` : text
  }
  return 'calculated'
}

function describeTable(layer: Layer, table: LayerTable, depth: 'samples' | 'columns'): string {
  const about = [table.isGenerated ? '' : sanitizeText(table.description), alsoCalled(table.synonyms)].filter(Boolean).join('; ')
  const joins = layer.relationships.filter(({ fromTable, toTable, toColumns }) => fromTable === table.name && isShown(layer, toTable, toColumns))
  const columns = table.columns.filter((column) => !column.isHidden)
  const shown = new Set(columns.map(({ name }) => name))
  const inLine = new Map(joins.flatMap((join) => (join.fromColumns.length === 1 ? [[join.fromColumns[0] as string, join] as const] : [])))
  const apart = joins.filter((join) => inLine.get(join.fromColumns[0] as string) !== join && join.fromColumns.every((name) => shown.has(name)))
  return [
    `table ${sanitizeText(table.name, 100)}${table.rows === null ? '' : ` (${table.rows} rows)`}${about ? ` -- ${about}` : ''}`,
    ...columns.map((column) => ` ${describeColumn(column, table, inLine.get(column.name), depth)}`),
    ...apart.map((join) => ` (${join.fromColumns.map((name) => sanitizeText(name, 100)).join(', ')}) ${target(join)}`),
  ].join('\n')
}

/** Whether a join leads to what may be told. */
function isShown({ tables }: Layer, name: string, columns: string[]): boolean {
  const table = tables.find((each) => each.name === name)
  return table !== undefined && !table.isHidden && columns.every((wanted) => table.columns.some((column) => column.name === wanted && !column.isHidden))
}

/** What a column is, in one line; what extraction wrote about its values is told by the values. */
function describeColumn(column: LayerColumn, table: LayerTable, join: LayerRelationship | undefined, depth: 'samples' | 'columns'): string {
  const key = table.primaryKey.includes(column.name) ? ' key' : ''
  const head = `${sanitizeText(column.name, 100)} ${column.type}${key}${join ? ` ${target(join)}` : ''}`
  if (depth === 'columns') return head
  const about = [
    column.unit ? `in ${sanitizeText(column.unit, 20)}` : '',
    column.isGenerated ? '' : sanitizeText(column.description, 200),
    key ? '' : alsoCalled(column.synonyms),
    join || key ? '' : valuesOf(column),
  ].filter(Boolean)
  return about.length ? `${head} -- ${about.join('; ')}` : head
}

function valuesOf({ semanticType, sampleValues, min, max }: LayerColumn): string {
  if (semanticType === 'time' && min && max) return `${dayOf(sanitizeText(min, 30))} to ${dayOf(sanitizeText(max, 30))}`
  if (semanticType !== 'category' && semanticType !== 'geo') return ''
  return sampleValues
    .slice(0, SAMPLES)
    .map((value) => JSON.stringify(sanitizeText(value, 40)))
    .join(', ')
}

const dayOf = (moment: string): string => moment.replace(/[T ]00:00:00(?:\.0+)?Z?$/, '')

const alsoCalled = (synonyms: string[]): string =>
  synonyms.length
    ? `also: ${synonyms
        .slice(0, 5)
        .map((word) => sanitizeText(word, 40))
        .join(', ')}`
    : ''

const target = ({ toTable, toColumns, cardinality }: LayerRelationship): string =>
  `-> ${sanitizeText(toTable, 100)}.${toColumns.map((name) => sanitizeText(name, 100)).join('+')}${cardinality === 'many_to_one' ? '' : ` (${cardinality.replaceAll('_', ' ')})`}`

const isSaid = (name: string, label: string): boolean => name.replaceAll(/[_\s]+/g, ' ').toLowerCase() === label.toLowerCase()
