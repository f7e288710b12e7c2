import type { ForeignKey, JsonValue, SourceColumn, SourceTable } from '#domain/semantics/sources/source.ts'
import { columnTypeOf } from './values.ts'

export type ReadAll = (sql: string, params: (string | number)[]) => Promise<JsonValue[][]>

/** What is served: relations the user may read something of, without parts of partitioned tables and what belongs to an extension. */
const SERVED = `
  c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and has_any_column_privilege(c.oid, 'select')
  and not exists (select 1 from pg_catalog.pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`

/** Of several tables of one name the one whose schema is named first. */
const RELATIONS = `
  select distinct on (c.relname) c.oid, n.nspname, c.relname, c.relkind, c.reltuples
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any (string_to_array($1, chr(31))) and ${SERVED}
  order by c.relname, array_position(string_to_array($1, chr(31)), n.nspname::text)`

const COLUMNS = `
  with served as materialized (${RELATIONS})
  select s.oid::int8, s.nspname, s.relname, s.relkind, s.reltuples::float8, obj_description(s.oid, 'pg_class'),
    a.attname, format_type(a.atttypid, a.atttypmod), not a.attnotnull, col_description(s.oid, a.attnum),
    b.oid::int8, b.typcategory, a.attnum::int4
  from served s
  join pg_catalog.pg_attribute a on a.attrelid = s.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege(s.oid, a.attnum, 'select')
  join pg_catalog.pg_type t on t.oid = a.atttypid
  join pg_catalog.pg_type b on b.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
  order by s.relname, a.attnum`

/** Primary keys, unique indexes that could be one, and foreign keys between served tables; columns as numbers. */
const KEYS = `
  with served as materialized (${RELATIONS})
  select * from (
    select 'k' as kind, s.oid::int8 as of, (not i.indisprimary)::int4 as rank, k.relname as name, array_to_string(i.indkey[0:i.indnkeyatts - 1], ',') as own, null as other, null as theirs
    from served s join pg_catalog.pg_index i on i.indrelid = s.oid join pg_catalog.pg_class k on k.oid = i.indexrelid
    where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null and not exists (
      select 1 from pg_catalog.pg_attribute a where a.attrelid = s.oid and a.attnum = any (i.indkey[0:i.indnkeyatts - 1]) and not a.attnotnull)
    union all
    select 'f', s.oid::int8, 0, o.conname, array_to_string(o.conkey, ','), r.oid::int8, array_to_string(o.confkey, ',')
    from served s join pg_catalog.pg_constraint o on o.conrelid = s.oid and o.contype = 'f' and o.conparentid = 0 join served r on r.oid = o.confrelid
  ) keys order by of, kind, rank, length(own), name`

/** What each served view reads by its rule, through other views too, served or not. */
const READS = `
  with recursive served as materialized (${RELATIONS}), reads as (
    select s.oid as of, s.oid as reader from served s where s.relkind in ('v', 'm')
    union
    select r.of, d.refobjid from reads r join pg_catalog.pg_rewrite w on w.ev_class = r.reader
      join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_catalog.pg_class'::regclass)
  select r.of::int8, c.relname from reads r join pg_catalog.pg_class c on c.oid = r.reader and c.oid <> r.of`

/** Tables, views and materialised views with their columns, keys, comments and row estimates: three set-based statements, however many tables there are. */
export async function readTables(readAll: ReadAll, schemas: readonly string[]): Promise<SourceTable[]> {
  const list = schemas.join('\u001f')
  const columns = await readAll(COLUMNS, [list])
  const keys = await readAll(KEYS, [list])
  const reads = await readAll(READS, [list])
  const tables = new Map<string, SourceTable>()
  const names = new Map<string, Map<string, string>>()
  for (const [oid, schema, name, kind, estimate, comment, column, nativeType, nullable, columnComment, type, category, position] of columns) {
    const table = tables.get(String(oid)) ?? newTable({ schema, name, kind, estimate, comment })
    tables.set(String(oid), table)
    const known = names.get(String(oid)) ?? new Map<string, string>()
    names.set(String(oid), known.set(String(position), String(column)))
    table.columns.push({
      name: String(column),
      type: columnTypeOf(Number(type), String(category)),
      nativeType: String(nativeType),
      nullable: nullable === true,
      comment: columnComment === null ? null : String(columnComment),
    } satisfies SourceColumn)
  }
  for (const [kind, oid, , , own, other, theirs] of keys) {
    const table = tables.get(String(oid))
    const ownColumns = named(names.get(String(oid)), own)
    if (!table || !ownColumns) continue
    if (kind === 'k' && table.primaryKey.length === 0) table.primaryKey = ownColumns
    const target = tables.get(String(other))
    const theirColumns = named(names.get(String(other)), theirs)
    if (kind === 'f' && target && theirColumns)
      table.foreignKeys.push({ columns: ownColumns, toTable: target.name, toColumns: theirColumns } satisfies ForeignKey)
  }
  for (const table of tables.values()) if (table.kind === 'view') table.reads = []
  for (const [oid, name] of reads) tables.get(String(oid))?.reads?.push(String(name))
  return [...tables.values()]
}

function newTable({ schema, name, kind, estimate, comment }: Record<'schema' | 'name' | 'kind' | 'estimate' | 'comment', JsonValue | undefined>): SourceTable {
  const rows = Number(estimate)
  return {
    name: String(name),
    schema: String(schema),
    kind: kind === 'v' || kind === 'm' ? 'view' : 'table',
    comment: comment === null || comment === undefined ? null : String(comment),
    // A view has none, and a table none until it was analysed.
    rowEstimate: kind === 'v' || kind === 'f' || rows < 0 ? null : Math.round(rows),
    columns: [],
    primaryKey: [],
    foreignKeys: [],
  }
}

/** The columns of a list of numbers; nothing when one of them is not the user's to read. */
function named(names: Map<string, string> | undefined, numbers: JsonValue | undefined): string[] | null {
  const found = String(numbers ?? '')
    .split(',')
    .map((number) => names?.get(number))
  return found.every((name) => name !== undefined) ? (found as string[]) : null
}
