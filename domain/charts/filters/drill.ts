import { z } from 'zod'
import { Failure } from '../../failure.ts'
import type { DataQuery } from '../../query/run-query.ts'
import { resolveOutputs } from '../../semantics/compile/query-outputs.ts'
import type { Layer } from '../../semantics/layer.ts'
import { strict } from '../../strict.ts'
import { PartId } from '../layout/tile.ts'
import { readList } from './selection.ts'

/** Where a tile stands on a hierarchy that one of its columns belongs to. */
export const DrillPath = z
  .object({
    column: z.string().meta({ description: 'The column of the result whose level changes; it keeps its name' }),
    title: z.string(),
    levels: z.array(z.string()).meta({ description: 'From the widest to the narrowest', example: ['Country', 'Region', 'City'] }),
    at: z.int().meta({ description: 'The level shown, counted from 0' }),
  })
  .meta({ id: 'DrillPath' })
export type DrillPath = z.infer<typeof DrillPath>

const Drill = strict({ tile: PartId, column: z.string().min(1).max(256), level: z.int().min(0).max(20) })
export type Drill = z.infer<typeof Drill>

export const DRILL_PARAMETER = z.string().max(10_000).optional().meta({
  description: 'The levels at which tiles are shown, as JSON: `[{"tile":"tile_1","column":"country","level":1}]`; `drill` of each tile tells its levels',
  example: '[{"tile":"tile_1","column":"country","level":1}]',
})

/** The levels of a `drill` parameter. Fails with `invalid`. */
export const readDrills = (text: string | undefined): Drill[] => readList(text, z.array(Drill).max(100), 'drill')

/** A query with its columns at the levels asked for, and the hierarchies its columns are on. Fails with `invalid` for a level there is not. */
export function drill(layer: Layer, query: DataQuery, drills: readonly Drill[]): { query: DataQuery; paths: DrillPath[] } {
  if ('sql' in query) {
    if (drills.length > 0) throw new Failure('invalid', 'a chart of SQL has no levels to drill', { param: 'drill' })
    return { query, paths: [] }
  }
  const semantic = query.semantic_query
  const { dimensions: outputs } = resolveOutputs(layer, semantic, layer.dialect)
  const paths: DrillPath[] = []
  const dimensions = semantic.dimensions.map((dimension, index) => {
    const output = outputs[index]
    if (!output || output.hidden) return dimension
    const { name } = output
    const asked = drills.find(({ column }) => column === name)
    const hierarchy = layer.hierarchies.find(({ levels }) => levels.some(({ table, column }) => table === output.table.name && column === output.column.name))
    if (!hierarchy) {
      if (asked) throw new Failure('invalid', `"${name}" is on no hierarchy`, { param: 'drill' })
      return dimension
    }
    const own = hierarchy.levels.findIndex(({ table, column }) => table === output.table.name && column === output.column.name)
    const level = asked ? hierarchy.levels[asked.level] : undefined
    if (asked && !level) throw new Failure('invalid', `"${name}" has ${hierarchy.levels.length} levels`, { param: 'drill' })
    paths.push({ column: name, title: hierarchy.title, levels: hierarchy.levels.map((item) => labelOf(layer, item)), at: asked ? asked.level : own })
    if (!level || asked?.level === own) return dimension
    const { grain: _grain, bin: _bin, ...plain } = dimension
    return { ...plain, table: level.table, column: level.column, name }
  })
  const missing = drills.find(({ column }) => !outputs.some((output) => output.name === column))
  if (missing) throw new Failure('invalid', `the tile shows no column "${missing.column}"`, { param: 'drill' })
  return { query: { semantic_query: { ...semantic, dimensions } }, paths }
}

const labelOf = (layer: Layer, { table, column }: { table: string; column: string }): string =>
  layer.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.label ?? column
