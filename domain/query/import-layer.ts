import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { datasources, descriptions, hierarchies, measures, relationships, verifiedQueries } from '#db/schema/semantics.ts'
import { bumped, commit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { LayerFormat, readDocument } from '../semantics/interchange/export-layer.ts'
import { LayerChange, type Plan, planChanges } from '../semantics/interchange/layer-changes.ts'
import { LayerDocument, Loss } from '../semantics/interchange/layer-document.ts'
import { layerOfOsi } from '../semantics/interchange/osi-import.ts'
import { OsiDocument } from '../semantics/interchange/osi-shape.ts'
import { loadLayer } from '../semantics/layer/load-layer.ts'
import { requireDatasource } from '../semantics/sources/datasources.ts'
import type { Statement } from '../work/runs.ts'
import { tryQuery, verifierOf } from './verified-queries.ts'

export const LayerImport = z
  .object({
    format: LayerFormat,
    dry_run: z.boolean(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    skipped: z.int(),
    changes: z.array(LayerChange).meta({ description: 'What became of each object of the document; those left as they are come last' }),
    losses: z.array(Loss).meta({ description: 'What the document says that a layer cannot hold' }),
  })
  .meta({ id: 'LayerImport' })
export type LayerImport = z.infer<typeof LayerImport>

const MAX_TRIED = 50

/**
 * Takes a document of a layer into a data source: what differs is changed, what is new is made, nothing is deleted; all at once or, in a dry run, not at all.
 * Needs `edit`. Fails with `invalid` when the document is of neither format, and `extraction_required` before the source was read.
 */
export async function importLayer(ctx: Context, id: string, given: unknown, dryRun: boolean): Promise<LayerImport> {
  const source = await requireDatasource(ctx, id, 'edit')
  if (source.last_extraction_at === null) throw new Failure('extraction_required', 'the data source needs a completed semantic extraction first')
  const { format, document, losses } = documentOf(given)
  const [{ document: current }, layer] = await Promise.all([readDocument(ctx, source), loadLayer(ctx, source)])
  let tried = 0
  const plan = await planChanges(ctx, document, current, layer, async (statement) => {
    if (++tried > MAX_TRIED) throw new Failure('invalid', `only ${MAX_TRIED} statements are tried at a time: import the document again`)
    await tryQuery(ctx, id, { sql: statement })
  })
  const count = (action: LayerChange['action']) => plan.changes.filter((change) => change.action === action).length
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged'), skipped: count('skipped') }
  if (!dryRun && counts.created + counts.updated > 0) {
    const change = ctx.db
      .update(datasources)
      .set({ layer_version: sql`${datasources.layer_version} + 1` })
      .where(eq(datasources.id, id))
      .returning({ id: datasources.id })
    const facts = { type: 'datasource.imported', resource: { type: 'datasource', id }, details: { format, ...counts } }
    await commit(ctx, change, facts, statementsOf(ctx, id, plan))
  }
  const changes = [...plan.changes].sort((a, b) => Number(a.action === 'unchanged') - Number(b.action === 'unchanged'))
  return { format, dry_run: dryRun, ...counts, changes, losses }
}

function documentOf(given: unknown): { format: LayerFormat; document: LayerDocument; losses: Loss[] } {
  const isOurs = typeof given === 'object' && given !== null && 'querent' in given
  if (isOurs) return { format: 'yaml', document: shaped(LayerDocument, given), losses: [] }
  if (typeof given !== 'object' || given === null || !('semantic_model' in given))
    throw new Failure('invalid', 'the document is neither a layer of Querent (`querent: 1`) nor of Open Semantic Interchange (`semantic_model`)', {
      param: 'content',
    })
  const { document, losses } = layerOfOsi(shaped(OsiDocument, given))
  return { format: 'osi', document: shaped(LayerDocument, document), losses }
}

function shaped<T>(shape: z.ZodType<T>, given: unknown): T {
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.slice(0, 20).map((issue) => ({ path: `content.${issue.path.join('.')}`, message: issue.message }))
  throw new Failure('invalid', 'the document does not have the form of a semantic layer', { param: 'content', details })
}

function statementsOf(ctx: Context, datasourceId: string, plan: Plan): Statement[] {
  const at = instantOf(ctx)
  const { db } = ctx
  const fresh = (prefix: 'rel' | 'hier' | 'msr' | 'vq') => ({ id: ctx.newId(prefix), datasource_id: datasourceId, created_at: at, updated_at: at })
  const by = verifierOf(ctx)
  const statements = [
    ...plan.words.map(({ table, column, set }) => {
      const edited = sql`(select json_group_array(value) from (select value from json_each(${sql.identifier('edited_fields')}) union select value from json_each(${JSON.stringify(Object.keys(set))})))`
      return db
        .update(descriptions)
        .set({ ...set, source: 'imported', edited_fields: edited, updated_by: by, ...bumped(ctx, descriptions) })
        .where(and(eq(descriptions.datasource_id, datasourceId), eq(descriptions.table_name, table), eq(descriptions.column_name, column)))
    }),
    ...plan.relationships.map(({ row }) => {
      const r = relationships
      const byHand = { source: 'manual' as const, evidence: null, confidence: null, is_rejected: false }
      return db
        .insert(r)
        .values({ ...row, ...byHand, ...fresh('rel') })
        .onConflictDoUpdate({
          target: [r.datasource_id, r.from_table, r.from_columns, r.to_table, r.to_columns],
          set: { ...byHand, cardinality: row.cardinality, ...bumped(ctx, r) },
        })
    }),
    ...plan.hierarchies.map(({ fresh: isFresh, row }) =>
      isFresh
        ? db
            .insert(hierarchies)
            .values({ ...row, ...fresh('hier') })
            .onConflictDoUpdate({ target: [hierarchies.datasource_id, hierarchies.name], set: { ...row, is_suggested: false, ...bumped(ctx, hierarchies) } })
        : db
            .update(hierarchies)
            .set({ ...row, is_suggested: false, is_orphaned: false, ...bumped(ctx, hierarchies) })
            .where(and(eq(hierarchies.datasource_id, datasourceId), eq(hierarchies.name, row.name))),
    ),
    ...plan.measures.map(({ fresh: isFresh, row, tree }) =>
      isFresh
        ? db
            .insert(measures)
            .values({ ...row, expression_tree: tree, ...fresh('msr') })
            .onConflictDoUpdate({
              target: [measures.datasource_id, measures.name],
              set: { ...row, expression_tree: tree, is_suggested: false, ...bumped(ctx, measures) },
            })
        : db
            .update(measures)
            .set({ ...row, expression_tree: tree, is_suggested: false, is_orphaned: false, ...bumped(ctx, measures) })
            .where(and(eq(measures.datasource_id, datasourceId), eq(measures.name, row.name))),
    ),
    ...plan.verified.map(({ fresh: isFresh, row }) => {
      const stated = { sql: row.sql ?? null, query: row.query ?? null, verified_by: by, verified_at: at }
      return isFresh
        ? db.insert(verifiedQueries).values({ question: row.question, ...stated, ...fresh('vq') })
        : db
            .update(verifiedQueries)
            .set({ ...stated, is_orphaned: false, ...bumped(ctx, verifiedQueries) })
            .where(and(eq(verifiedQueries.datasource_id, datasourceId), eq(verifiedQueries.question, row.question)))
    }),
  ]
  return statements as unknown as Statement[]
}
