import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '#connectors/sources/sqlite/database.ts'
import { profileSqlite } from '#connectors/sources/sqlite/profile.ts'
import type { Layer, LayerRelationship, LayerTable } from '#domain/semantics/layer.ts'
import type { TableProfile } from '#domain/semantics/sources/source.ts'
import { layerOfTables } from './layer-of-tables.ts'

/** Raise when extraction changes, so that layers of before are not used. */
const FORMAT = 32
const MEMORY = 512 * 1024 * 1024

type Semantic = {
  tables: { name: string; label?: string; description?: string; columns: { name: string; label?: string; description?: string; pk?: boolean }[] }[]
  relationships?: { from: string; to: string }[]
}

/** The layer an extraction makes of a SQLite file, with the labels and joins of a semantic file put over it as an owner would. Kept in a temporary folder by content. */
export async function layerOf(file: string, semantic: string | null): Promise<Layer> {
  const hash = createHash('sha256').update(String(FORMAT)).update(readFileSync(file))
  if (semantic !== null) hash.update(readFileSync(semantic))
  const key = hash.digest('hex').slice(0, 32)
  const folder = join(tmpdir(), 'querent-bench-layers')
  const path = join(folder, `${key}.json`)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Layer
  const extracted = await extract(file, key)
  const layer = semantic === null ? extracted : withSemantic(extracted, JSON.parse(readFileSync(semantic, 'utf8')) as Semantic)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(layer))
  renameSync(`${path}.${process.pid}`, path)
  return layer
}

async function extract(file: string, version: string): Promise<Layer> {
  const source = openSqlite(file, MEMORY)
  const { tables } = source
  const profiles = new Map<string, TableProfile>()
  for (const table of tables) profiles.set(table.name, await profileSqlite(source, table))
  source.close()
  return layerOfTables('sqlite', version, tables, profiles)
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

function withSemantic(layer: Layer, { tables, relationships = [] }: Semantic): Layer {
  const described = layer.tables.map((table): LayerTable => {
    const words = tables.find((item) => same(item.name, table.name))
    if (!words) return table
    const keys = words.columns.filter((column) => column.pk).map((column) => table.columns.find((item) => same(item.name, column.name))?.name)
    return {
      ...table,
      label: words.label ?? table.label,
      description: words.description ?? table.description,
      primaryKey: table.primaryKey.length > 0 ? table.primaryKey : keys.filter((name) => name !== undefined),
      columns: table.columns.map((column) => {
        const text = words.columns.find((item) => same(item.name, column.name))
        return { ...column, label: text?.label ?? column.label, description: text?.description ?? column.description }
      }),
    }
  })
  const added = relationships.flatMap(({ from, to }) => relationshipOf(described, from, to) ?? [])
  // A part of a join over several columns is no join of its own.
  const isKnown = ({ fromTable, fromColumns: [from = ''], toTable, toColumns: [to = ''] }: LayerRelationship) =>
    layer.relationships.some((other) => {
      const pairs = other.fromColumns.map((column, index) => [column, other.toColumns[index]])
      const isSame = other.fromTable === fromTable && other.toTable === toTable && pairs.some(([a, b]) => a === from && b === to)
      const isTurned = other.fromTable === toTable && other.toTable === fromTable && pairs.some(([a, b]) => a === to && b === from)
      return isSame || isTurned
    })
  const sides = ({ fromTable, fromColumns, toTable, toColumns }: LayerRelationship) => [`${fromTable}.${fromColumns}`, `${toTable}.${toColumns}`].sort().join()
  const declared = new Set(added.map(sides))
  const known = layer.relationships.map((item): LayerRelationship => (declared.has(sides(item)) ? { ...item, source: 'manual' } : item))
  return { ...layer, tables: described, relationships: [...known, ...added.filter((item) => !isKnown(item))] }
}

/** A join written as `table.column` on both sides, with or without a schema in front, turned so that it points at the side whose values are unique. */
function relationshipOf(tables: LayerTable[], from: string, to: string): LayerRelationship | null {
  const [start, end] = [from, to].map((text) => {
    const [name = '', of = ''] = text.split('.').reverse()
    const table = tables.find((item) => same(item.name, of))
    const column = table?.columns.find((item) => same(item.name, name))
    const isUnique = table && column && (column.distinct === table.rows || (table.primaryKey.length === 1 && table.primaryKey[0] === column.name))
    return table && column ? { table: table.name, column: column.name, isUnique } : null
  })
  if (!start || !end) return null
  const [one, other] = !end.isUnique && start.isUnique ? [end, start] : [start, end]
  return {
    fromTable: one.table,
    fromColumns: [one.column],
    toTable: other.table,
    toColumns: [other.column],
    cardinality: other.isUnique ? (one.isUnique ? 'one_to_one' : 'many_to_one') : 'many_to_many',
    source: 'manual',
  }
}
