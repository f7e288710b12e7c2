import { z } from 'zod'
import type { descriptions } from '#db/schema/semantics.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { compileQuery } from '../compile/compile.ts'
import { requireLevels } from '../layer/hierarchies.ts'
import { layerMeasure } from '../layer/layer-measure.ts'
import { checkMeasure, type MeasureInput } from '../layer/measures.ts'
import { requireEnds } from '../layer/relationships.ts'
import type { Layer } from '../layer.ts'
import type { Arithmetic } from '../semantic-query.ts'
import type { LayerDocument } from './layer-document.ts'

export const LayerChange = z
  .object({
    object: z.string().meta({ example: 'measure revenue' }),
    action: z.enum(['created', 'updated', 'unchanged', 'skipped']),
    reason: z.string().optional().meta({ description: 'Why it was skipped' }),
  })
  .meta({ id: 'LayerChange' })
export type LayerChange = z.infer<typeof LayerChange>

type Words = Pick<typeof descriptions.$inferInsert, 'label' | 'description' | 'synonyms' | 'is_hidden' | 'semantic_type' | 'unit'>
/** What is to be written, found by comparing a document with the layer. */
export type Plan = {
  changes: LayerChange[]
  words: { table: string; column: string; set: Partial<Words> }[]
  relationships: { fresh: boolean; row: LayerDocument['relationships'][number] }[]
  hierarchies: { fresh: boolean; row: LayerDocument['hierarchies'][number] & { title: string } }[]
  measures: { fresh: boolean; row: MeasureInput; tree: Arithmetic | null }[]
  verified: { fresh: boolean; row: LayerDocument['verified_queries'][number] }[]
}

/**
 * Compares what a document says with what is stored and says what would change. What the source does not have, or what does not compile over the layer as the
 * document would leave it, is skipped with its reason. `runs` tries SQL on the source.
 */
export async function planChanges(
  ctx: Context,
  given: LayerDocument,
  current: LayerDocument,
  layer: Layer,
  runs: (sql: string) => Promise<void>,
): Promise<Plan> {
  const plan: Plan = { changes: [], words: [], relationships: [], hierarchies: [], measures: [], verified: [] }
  const note = (object: string, action: LayerChange['action'], reason?: string) => plan.changes.push({ object, action, ...(reason ? { reason } : {}) })
  const attempt = async (object: string, stored: unknown, wanted: unknown, take: (fresh: boolean) => void | Promise<void>) => {
    if (stored !== undefined && isSame(stored, wanted)) return note(object, 'unchanged')
    try {
      await take(stored === undefined)
      note(object, stored === undefined ? 'created' : 'updated')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      note(object, 'skipped', error.message)
    }
  }
  planWords(plan, given, current)
  for (const row of given.relationships) {
    const name = `relationship ${row.from_table}(${row.from_columns.join(', ')}) to ${row.to_table}(${row.to_columns.join(', ')})`
    const stored = current.relationships.find((item) => isSame({ ...item, cardinality: '' }, { ...row, cardinality: '' }))
    await attempt(name, stored, row, (fresh) => {
      requireEnds(layer, row)
      plan.relationships.push({ fresh, row })
    })
  }
  const joined: Layer = {
    ...layer,
    relationships: [...layer.relationships, ...plan.relationships.filter(({ fresh }) => fresh).map(({ row }) => layerRelationship(row))],
  }
  for (const item of given.hierarchies) {
    const row = { ...item, title: item.title ?? item.name }
    await attempt(`hierarchy ${row.name}`, named(current.hierarchies, row.name), row, (fresh) => {
      requireLevels(joined, row.levels)
      plan.hierarchies.push({ fresh, row })
    })
  }
  for (const item of given.measures) {
    const row: MeasureInput = { ...item, title: item.title ?? item.name.replaceAll('_', ' ') }
    await attempt(`measure ${row.name}`, named(current.measures, row.name), row, async (fresh) => {
      plan.measures.push({ fresh, row, tree: await checkMeasure(ctx, joined, row) })
    })
  }
  const replaced = new Set(plan.measures.map(({ row }) => row.name))
  const measured: Layer = {
    ...joined,
    measures: [
      ...joined.measures.filter(({ name }) => !replaced.has(name)),
      ...plan.measures.map(({ row, tree }) => layerMeasure({ ...row, expression_tree: tree })),
    ],
  }
  for (const row of given.verified_queries) {
    const stored = current.verified_queries.find((item) => item.question === row.question)
    await attempt(`verified query "${row.question}"`, stored, row, async (fresh) => {
      if ((row.sql === undefined) === (row.query === undefined)) throw new Failure('invalid', 'has not either sql or query')
      if (row.query) compileQuery(measured, row.query)
      else await runs(row.sql ?? '')
      plan.verified.push({ fresh, row })
    })
  }
  return plan
}

function planWords(plan: Plan, given: LayerDocument, current: LayerDocument): void {
  for (const table of given.tables) {
    const stored = named(current.tables, table.name)
    if (!stored) {
      plan.changes.push({ object: `table ${table.name}`, action: 'skipped', reason: 'the data source has no such table' })
      continue
    }
    planObject(plan, { table: table.name, column: '' }, table, stored)
    for (const column of table.columns) {
      const known = named(stored.columns, column.name)
      if (known) planObject(plan, { table: table.name, column: column.name }, column, known)
      else plan.changes.push({ object: `column ${table.name}.${column.name}`, action: 'skipped', reason: 'the table has no such column' })
    }
  }
}

type Described = { label?: string | undefined; description?: string | undefined; synonyms?: string[] | undefined; hidden?: boolean | undefined }
type DescribedColumn = Described & { semantic_type?: Words['semantic_type'] | undefined; unit?: string | null | undefined }

function planObject(plan: Plan, { table, column }: { table: string; column: string }, wanted: DescribedColumn, stored: DescribedColumn): void {
  const set: Partial<Words> = {}
  const differs = (member: keyof DescribedColumn) => wanted[member] !== undefined && !isSame(wanted[member], stored[member])
  if (wanted.label !== undefined && differs('label')) set.label = wanted.label
  if (wanted.description !== undefined && differs('description')) set.description = wanted.description
  if (wanted.synonyms !== undefined && differs('synonyms')) set.synonyms = wanted.synonyms
  if (wanted.hidden !== undefined && differs('hidden')) set.is_hidden = wanted.hidden
  if (wanted.semantic_type !== undefined && differs('semantic_type')) set.semantic_type = wanted.semantic_type
  if (wanted.unit !== undefined && differs('unit')) set.unit = wanted.unit
  const changed = Object.keys(set).length > 0
  if (changed) plan.words.push({ table, column, set })
  plan.changes.push({ object: column === '' ? `table ${table}` : `column ${table}.${column}`, action: changed ? 'updated' : 'unchanged' })
}

const named = <T extends { name: string }>(items: T[], name: string): T | undefined => items.find((item) => item.name === name)

function layerRelationship(row: LayerDocument['relationships'][number]): Layer['relationships'][number] {
  const { from_table: fromTable, from_columns: fromColumns, to_table: toTable, to_columns: toColumns, cardinality } = row
  return { fromTable, fromColumns, toTable, toColumns, cardinality, source: 'manual' }
}

/** Equal whatever the order of members; an absent one is none. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]))
}
