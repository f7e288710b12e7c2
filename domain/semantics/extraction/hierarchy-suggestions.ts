import { and, eq, sql } from 'drizzle-orm'
import { hierarchies } from '#db/schema/semantics.ts'
import { type Context, instantOf } from '../../context.ts'
import type { Statement } from '../../work/runs.ts'
import { compileQuery } from '../compile/compile.ts'
import type { LayerTable } from '../layer.ts'
import { SemanticQuery } from '../semantic-query.ts'
import type { Dialect, SourceSpec, SourceTable } from '../sources/source.ts'
import type { Determines, SuggestedHierarchy } from './suggest-hierarchies.ts'

const CHECK_MS = 10_000

/** Asks the source itself, within ten seconds; a source that cannot say counts as no. */
export function askSource(ctx: Context, spec: SourceSpec, dialect: Dialect, signal: AbortSignal): Determines {
  return async (table, fine, coarse) => {
    const query = SemanticQuery.parse({
      dimensions: [{ table: table.name, column: fine, name: 'fine' }],
      measures: [{ aggregate: 'count_distinct', table: table.name, column: coarse, name: 'coarse' }],
      filters: { table: table.name, column: fine, operator: 'is_not_empty', values: [] },
      having: [{ by: 'coarse', operator: 'not_equals', values: [1] }],
      limit: 1,
    })
    const layer = {
      datasourceId: spec.id,
      name: '',
      description: '',
      dialect,
      version: '',
      relationships: [],
      measures: [],
      hierarchies: [],
      verifiedQueries: [],
    }
    try {
      const compiled = compileQuery({ ...layer, tables: [layerTable(table)] }, query, { defaultLimit: 1 })
      const limits = { rowLimit: 1, timeoutMs: CHECK_MS, origin: 'compiler' as const, tables: [table.name] }
      const { rows } = await ctx.ports.sources.query(spec, { sql: compiled.sql, params: compiled.params, ...limits }, signal)
      return rows.length === 0
    } catch (error) {
      signal.throwIfAborted()
      ctx.ports.log({ level: 'warn', message: 'a hierarchy could not be looked for', datasource: spec.id, cause: String(error).slice(0, 200) })
      return false
    }
  }
}

function layerTable(table: SourceTable): LayerTable {
  const words = {
    label: '',
    description: '',
    synonyms: [],
    unit: null,
    sampleValues: [],
    distinct: null,
    nullFraction: null,
    min: null,
    max: null,
    isHidden: false,
  }
  return {
    name: table.name,
    schema: table.schema,
    label: table.name,
    description: '',
    synonyms: [],
    rows: null,
    primaryKey: table.primaryKey,
    columns: table.columns.map(({ name, type }) => ({ ...words, name, type, semanticType: 'category' as const, label: name })),
    isHidden: false,
  }
}

/** Replaces what was suggested for these tables by what is suggested now. A path a person has made or accepted is not suggested again. */
export function suggestionStatements(ctx: Context, datasourceId: string, found: { tables: SourceTable[]; suggested: SuggestedHierarchy[] }): Statement[] {
  const at = instantOf(ctx)
  const looked = JSON.stringify(found.tables.map(({ name }) => name))
  const first = sql`json_extract(${hierarchies.levels}, '$[0].table_name')`
  const stale = ctx.db
    .delete(hierarchies)
    .where(and(eq(hierarchies.datasource_id, datasourceId), eq(hierarchies.is_suggested, true), sql`${first} in (select value from json_each(${looked}))`))
  const rows = found.suggested.map(({ name, title, table, columns }) => {
    const levels = columns.map((column) => ({ table_name: table, column_name: column }))
    const known = sql`exists (select 1 from ${hierarchies} where ${hierarchies.datasource_id} = ${datasourceId} and ${hierarchies.levels} = ${JSON.stringify(levels)})`
    const values = sql`select ${ctx.newId('hier')}, 1, ${at}, ${at}, ${datasourceId}, ${name}, ${title}, ${JSON.stringify(levels)}, 1, 0 where not ${known}`
    const members = sql.raw('(id, revision, created_at, updated_at, datasource_id, name, title, levels, is_suggested, is_orphaned)')
    return ctx.db.run(sql`insert into ${hierarchies} ${members} ${values} on conflict do nothing`) as unknown as Statement
  })
  return [stale, ...rows]
}
