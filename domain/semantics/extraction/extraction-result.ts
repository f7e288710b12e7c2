import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { datasources, descriptions, relationships } from '#db/schema/semantics.ts'
import { type Context, instantOf } from '../../context.ts'
import type { Statement } from '../../work/runs.ts'
import type { TableDescription } from '../describe/describe.ts'
import type { LayerRelationship } from '../layer.ts'
import type { DatasourceRow } from '../sources/datasource.ts'
import type { ForeignKey, SourceTable, TableProfile } from '../sources/source.ts'
import { suggestionStatements } from './hierarchy-suggestions.ts'
import { inferRelationships } from './infer-relationships.ts'
import { proposalStatements } from './measure-suggestions.ts'
import { type Catalogue, orphanStatements, type StillRuns } from './orphans.ts'
import type { SuggestedHierarchy } from './suggest-hierarchies.ts'
import type { SuggestedMeasure } from './suggest-measures.ts'

type Found = {
  tables: SourceTable[]
  profiles: ReadonlyMap<string, TableProfile>
  described: ReadonlyMap<string, TableDescription>
  suggested: SuggestedHierarchy[]
  proposed: SuggestedMeasure[]
  /** Whether a person's statement still runs on the source. */
  stillRuns: StillRuns
  /** Only some tables of the source were looked at: the others stay as they are. */
  isPartial: boolean
}
export type Diff = { added: string[]; removed: string[]; changed: string[] }
type DescriptionRow = typeof descriptions.$inferInsert
type StoredDescription = typeof descriptions.$inferSelect

/** A row has 24 values: this many stay far below SQLite's limit of parameters. */
const ROWS_PER_STATEMENT = 100

/**
 * The statements that make a source's layer what an extraction found, and what that changes. Text a person wrote, joins a person made
 * or rejected stay; the database decides that itself, so an edit in the meantime is not lost.
 */
export async function resultStatements(ctx: Context, source: DatasourceRow, found: Found): Promise<{ statements: Statement[]; diff: Diff }> {
  const [storedRows, storedJoins] = await ctx.db.batch([
    ctx.db.select().from(descriptions).where(eq(descriptions.datasource_id, source.id)),
    ctx.db
      .select()
      .from(relationships)
      .where(and(eq(relationships.datasource_id, source.id), ne(relationships.source, 'manual'))),
  ])
  const inScope = (table: string) => !found.isPartial || found.tables.some(({ name }) => name === table)
  const rows = found.tables.flatMap((table, index) => descriptionRows(ctx, source.id, table, index, found))
  const previous = storedRows.filter((row) => inScope(row.table_name))
  const current = new Set(rows.map(keyOf))
  const vanished = previous.filter((row) => !current.has(keyOf(row)))

  const joins = [...found.tables.flatMap((table) => declaredRelationships(table, found.tables)), ...inferRelationships(found.tables, found.profiles)]
  const pairs = new Set(joins.map((join) => pairKey(join)))
  const lostJoins = storedJoins.filter(
    (row) =>
      inScope(row.from_table) &&
      inScope(row.to_table) &&
      !pairs.has(pairKey({ fromTable: row.from_table, fromColumns: row.from_columns, toTable: row.to_table, toColumns: row.to_columns })),
  )

  const catalogue = catalogueOf([...storedRows.filter((row) => !inScope(row.table_name)), ...rows])
  const names = vanished.map((row) => row.column_name || row.table_name)
  const idOf = datasources.id
  const tableCount = sql`(select count(*) from ${descriptions} where ${descriptions.datasource_id} = ${source.id} and ${descriptions.object_type} = 'table')`
  const statements: Statement[] = [
    ...chunks(vanished).map((some) =>
      ctx.db.delete(descriptions).where(
        inArray(
          descriptions.id,
          some.map(({ id }) => id),
        ),
      ),
    ),
    ...chunks(rows).map((some) => upsertDescriptions(ctx, some)),
    ...chunks(lostJoins).map((some) =>
      ctx.db.delete(relationships).where(
        and(
          ne(relationships.source, 'manual'),
          inArray(
            relationships.id,
            some.map(({ id }) => id),
          ),
        ),
      ),
    ),
    ...chunks(joins).map((some) => upsertRelationships(ctx, source.id, some)),
    ...suggestionStatements(ctx, source.id, found),
    ...proposalStatements(ctx, source.id, found),
    ...(await orphanStatements(ctx, source.id, catalogue, names, found.stillRuns)),
    ctx.db
      .update(datasources)
      .set({
        extraction_status: 'completed',
        last_extraction_at: instantOf(ctx),
        tables_count: tableCount,
        layer_version: sql`${datasources.layer_version} + 1`,
        // A source that was read is connected, whatever an earlier try said.
        status: sql`case when ${datasources.status} = 'disabled' then 'disabled' else 'connected' end`,
        status_message: null,
      })
      .where(eq(idOf, source.id)),
  ]
  return { statements, diff: diffOf(previous, rows) }
}

function catalogueOf(rows: { table_name: string; column_name: string }[]): Catalogue {
  const tables = new Map<string, Set<string>>()
  for (const { table_name: table, column_name: column } of rows) {
    const columns = tables.get(table) ?? new Set()
    tables.set(table, column === '' ? columns : columns.add(column))
  }
  return tables
}

const keyOf = (row: { table_name: string; column_name: string }): string => JSON.stringify([row.table_name, row.column_name])

function descriptionRows(ctx: Context, datasourceId: string, table: SourceTable, index: number, { profiles, described }: Found): DescriptionRow[] {
  const text = described.get(table.name)
  const profile = profiles.get(table.name) ?? null
  const at = instantOf(ctx)
  const shared = {
    datasource_id: datasourceId,
    schema_name: table.schema,
    table_name: table.name,
    source: 'generated' as const,
    edited_fields: [],
    is_hidden: false,
    created_at: at,
    updated_at: at,
  }
  const rows = profile?.rows ?? table.rowEstimate
  const own: DescriptionRow = {
    ...shared,
    id: ctx.newId('dsc'),
    object_type: 'table',
    column_name: '',
    position: index,
    data_type: null,
    native_type: table.kind,
    is_primary_key: false,
    semantic_type: null,
    label: text?.label ?? table.name,
    description: text?.description ?? '',
    generated_description: text?.description ?? '',
    synonyms: text?.synonyms ?? [],
    sample_values: [],
    unit: null,
    statistics: { rows, distinct: null, null_fraction: null, min: null, max: null, ...(table.reads && { reads: table.reads }) },
  }
  const columns = table.columns.map((column, position): DescriptionRow => {
    const words = text?.columns.find(({ name }) => name === column.name)
    const facts = profile?.columns.find((entry) => entry.column === column.name)
    return {
      ...shared,
      id: ctx.newId('dsc'),
      object_type: 'column',
      column_name: column.name,
      position,
      data_type: column.type,
      native_type: column.nativeType,
      is_primary_key: table.primaryKey.includes(column.name),
      semantic_type: words?.semanticType ?? 'text',
      label: words?.label ?? column.name,
      description: words?.description ?? '',
      generated_description: words?.description ?? '',
      synonyms: words?.synonyms ?? [],
      sample_values: facts?.topValues ?? [],
      unit: words?.unit ?? null,
      statistics: { rows, distinct: facts?.distinct ?? null, null_fraction: facts?.nullFraction ?? null, min: facts?.min ?? null, max: facts?.max ?? null },
    }
  })
  return [own, ...columns]
}

const incoming = (column: SQLiteColumn) => sql.raw(`excluded."${column.name}"`)

/** The new value, unless a person wrote the field. */
const unlessEdited = (column: SQLiteColumn) =>
  sql`case when exists (select 1 from json_each(${descriptions.edited_fields}) where value = ${column.name}) then ${column} else ${incoming(column)} end`

function upsertDescriptions(ctx: Context, rows: DescriptionRow[]): Statement {
  const d = descriptions
  const facts = [d.object_type, d.schema_name, d.position, d.data_type, d.native_type, d.is_primary_key, d.generated_description, d.sample_values, d.statistics]
  const words = [d.label, d.description, d.synonyms, d.unit, d.semantic_type]
  const set = Object.fromEntries([
    ...[...facts, d.updated_at].map((column) => [column.name, incoming(column)]),
    ...words.map((column) => [column.name, unlessEdited(column)]),
    [d.revision.name, sql`${d.revision} + 1`],
  ])
  return ctx.db
    .insert(d)
    .values(rows)
    .onConflictDoUpdate({ target: [d.datasource_id, d.table_name, d.column_name], set })
}

type FoundRelationship = LayerRelationship & { evidence: string | null }

/** The joins a table declares towards tables the source serves. SQLite lets a key name columns that are not there, or itself: the primary key is meant. */
export function declaredRelationships(table: SourceTable, tables: SourceTable[]): FoundRelationship[] {
  return wholeKeys(table.foreignKeys, tables).flatMap((key) => {
    const target = tables.find((other) => other.name === key.toTable)
    const named = key.toColumns.flatMap((name) => storedName(name, target))
    const isItself = target === table && named.join() === key.columns.join()
    const toColumns = named.length > 0 && named.length === key.toColumns.length && !isItself ? named : (target?.primaryKey ?? [])
    if (!target || toColumns.length !== key.columns.length) return []
    const isOwnKey = table.primaryKey.length === key.columns.length && key.columns.every((column) => table.primaryKey.includes(column))
    return [
      {
        fromTable: table.name,
        fromColumns: key.columns,
        toTable: key.toTable,
        toColumns,
        cardinality: isOwnKey ? ('one_to_one' as const) : ('many_to_one' as const),
        source: 'declared' as const,
        evidence: null,
      },
    ]
  })
}

/** References to one table by columns of the same names, none of which is its key alone, are parts of one reference: some files declare each by itself. */
function wholeKeys(keys: ForeignKey[], tables: SourceTable[]): ForeignKey[] {
  const isPart = ({ columns, toTable, toColumns }: ForeignKey) => {
    const [key, ...others] = tables.find(({ name }) => name === toTable)?.primaryKey ?? []
    return columns.length === 1 && columns[0] === toColumns[0] && (others.length > 0 || key !== toColumns[0])
  }
  return [...Map.groupBy(keys, (key) => (isPart(key) ? key.toTable : key)).values()].map((parts) => ({
    columns: parts.flatMap(({ columns }) => columns),
    toTable: parts[0]?.toTable ?? '',
    toColumns: parts.flatMap(({ toColumns }) => toColumns),
  }))
}

const storedName = (name: string, target: SourceTable | undefined): string[] =>
  (target?.columns ?? []).filter((column) => column.name.toLowerCase() === name.toLowerCase()).map((column) => column.name)

const pairKey = ({ fromTable, fromColumns, toTable, toColumns }: Pick<LayerRelationship, 'fromTable' | 'fromColumns' | 'toTable' | 'toColumns'>): string =>
  JSON.stringify([fromTable, fromColumns, toTable, toColumns])

function upsertRelationships(ctx: Context, datasourceId: string, joins: FoundRelationship[]): Statement {
  const r = relationships
  const at = instantOf(ctx)
  const rows = joins.map((join) => ({
    id: ctx.newId('rel'),
    datasource_id: datasourceId,
    from_table: join.fromTable,
    from_columns: join.fromColumns,
    to_table: join.toTable,
    to_columns: join.toColumns,
    cardinality: join.cardinality,
    source: join.source,
    evidence: join.evidence,
    created_at: at,
    updated_at: at,
  }))
  const changed = sql`${r.cardinality} <> ${incoming(r.cardinality)} or ${r.source} <> ${incoming(r.source)} or ${r.evidence} is not ${incoming(r.evidence)}`
  return ctx.db
    .insert(r)
    .values(rows)
    .onConflictDoUpdate({
      target: [r.datasource_id, r.from_table, r.from_columns, r.to_table, r.to_columns],
      set: {
        cardinality: incoming(r.cardinality),
        source: incoming(r.source),
        evidence: incoming(r.evidence),
        updated_at: at,
        revision: sql`${r.revision} + 1`,
      },
      setWhere: sql`${r.source} <> 'manual' and (${changed})`,
    })
}

/** Tables, and columns of tables on both sides as `table.column`. Changed is what has another type or key than before. */
function diffOf(before: StoredDescription[], after: DescriptionRow[]): Diff {
  const old = new Map(before.map((row) => [keyOf(row), row]))
  const now = new Map(after.map((row) => [keyOf(row), row]))
  const shown = (row: { table_name: string; column_name: string }) => (row.column_name === '' ? row.table_name : `${row.table_name}.${row.column_name}`)
  const isTold = (row: { table_name: string; column_name: string }) =>
    row.column_name === '' || (old.has(keyOf({ ...row, column_name: '' })) && now.has(keyOf({ ...row, column_name: '' })))
  return {
    added: after.filter((row) => !old.has(keyOf(row)) && isTold(row)).map(shown),
    removed: before.filter((row) => !now.has(keyOf(row)) && isTold(row)).map(shown),
    changed: after
      .filter((row) => {
        const was = old.get(keyOf(row))
        return was && (was.data_type !== row.data_type || was.native_type !== row.native_type || was.is_primary_key !== row.is_primary_key)
      })
      .map(shown),
  }
}

function chunks<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_PER_STATEMENT) }, (_, index) =>
    all.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  )
}
