import { and, eq, sql } from 'drizzle-orm'
import { measures } from '#db/schema/semantics.ts'
import { type Context, instantOf } from '../../context.ts'
import type { Statement } from '../../work/runs.ts'
import type { SourceTable } from '../sources/source.ts'
import type { SuggestedMeasure } from './suggest-measures.ts'

/** Replaces what was proposed for these tables by what is proposed now. A name that a person has given or accepted is not proposed again. */
export function proposalStatements(ctx: Context, datasourceId: string, found: { tables: SourceTable[]; proposed: SuggestedMeasure[] }): Statement[] {
  const at = instantOf(ctx)
  const looked = JSON.stringify(found.tables.map(({ name }) => name))
  const stale = ctx.db
    .delete(measures)
    .where(
      and(eq(measures.datasource_id, datasourceId), eq(measures.is_suggested, true), sql`${measures.table_name} in (select value from json_each(${looked}))`),
    )
  const rows = found.proposed.map(({ table, tree, ...one }) =>
    ctx.db
      .insert(measures)
      .values({
        ...one,
        id: ctx.newId('msr'),
        datasource_id: datasourceId,
        table_name: table,
        expression_tree: tree,
        is_suggested: true,
        created_at: at,
        updated_at: at,
      })
      .onConflictDoNothing(),
  )
  return [stale, ...rows]
}
