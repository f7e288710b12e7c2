import type { ForeignKey, JsonValue, SourceTable } from '#domain/semantics/sources/source.ts'
import { namesInText } from '../view-reads.ts'
import { columnTypeOf } from './column-types.ts'

/** Reads rows with our own SQL. */
export type ReadOwn = (sql: string) => Promise<JsonValue[][]>

/** Names as the list of a condition, in a form that no setting of the server reads otherwise. */
export const listOf = (names: string[]): string => `(${names.map((name) => `_utf8mb4 0x${Buffer.from(name).toString('hex') || '00'}`).join(', ')})`

/** Tables and views of the named databases, in three statements however many there are. Names of `home`, the connection's own database, stand alone; others carry theirs. */
export async function readTables(
  read: ReadOwn,
  { schemas, home, flavour }: { schemas: string[]; home: string; flavour: 'mysql' | 'mariadb' },
): Promise<SourceTable[]> {
  const these = listOf(schemas)
  const listed = await read(
    `select table_schema, table_name, table_type, table_comment, table_rows from information_schema.tables
     where table_schema in ${these} and table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED', 'SEQUENCE') and table_type <> 'SEQUENCE' order by table_schema, table_name`,
  )
  const columns = await read(
    `select table_schema, table_name, column_name, column_type, is_nullable, column_comment from information_schema.columns
     where table_schema in ${these} order by table_schema, table_name, ordinal_position`,
  )
  // Who may not see a view's text is told an empty one.
  const texts = new Map(
    (await read(`select table_schema, table_name, view_definition from information_schema.views where table_schema in ${these}`)).map(
      ([schema, name, definition]) => [keyOf(schema, name), text(definition)],
    ),
  )
  const names = listed.map(([, name]) => text(name))
  const keys = await read(keysSql(these, flavour))
  const facts = new Map<string, Facts>()
  for (const [schema, name] of listed) facts.set(keyOf(schema, name), { columns: [], unique: new Map(), foreign: new Map(), documents: new Set() })
  for (const row of keys) {
    // A key into a database that is not served leads nowhere.
    if (row[0] !== 'foreign' || facts.has(keyOf(row[6], row[7]))) noteKey(facts.get(keyOf(row[1], row[2])), row)
  }
  for (const [schema, table, name, declared, nullable, comment] of columns) {
    const found = facts.get(keyOf(schema, table))
    found?.columns.push({
      name: text(name),
      // MariaDB has no JSON type: what it declares as one is long text with a check.
      type: found.documents.has(text(name)) ? 'json' : columnTypeOf(text(declared)),
      nativeType: found.documents.has(text(name)) ? 'json' : text(declared),
      nullable: nullable === 'YES',
      comment: commentOf(comment),
    })
  }
  return listed.flatMap(([schema, name, kind, comment, rows]) => {
    const found = facts.get(keyOf(schema, name))
    if (!found || found.columns.length === 0) return []
    const view = kind === 'VIEW'
    const told = texts.get(keyOf(schema, name)) ?? ''
    return {
      name: text(name),
      schema: text(schema) === home ? null : text(schema),
      kind: view ? ('view' as const) : ('table' as const),
      // The server says VIEW of every view.
      comment: view && text(comment) === 'VIEW' ? null : commentOf(comment),
      rowEstimate: view || rows === null || rows === undefined ? null : Number(rows),
      columns: found.columns,
      primaryKey: found.unique.get('PRIMARY') ?? firstWholeKey(found),
      foreignKeys: [...found.foreign.values()],
      ...(view && told
        ? {
            reads: namesInText(
              told,
              names.filter((other) => other !== text(name)),
            ),
          }
        : {}),
    }
  })
}

type Facts = { columns: SourceTable['columns']; unique: Map<string, string[]>; foreign: Map<string, ForeignKey>; documents: Set<string> }

/** Columns of every unique index and foreign key, in order; on MariaDB also the columns that hold JSON. */
function keysSql(these: string, flavour: 'mysql' | 'mariadb'): string {
  const parts = [
    `select 'unique' as kind, table_schema as s, table_name as t, index_name as k, column_name as c, seq_in_index as n, null as rs, null as rt, null as rc
     from information_schema.statistics where table_schema in ${these} and non_unique = 0`,
    `select 'foreign', table_schema, table_name, constraint_name, column_name, ordinal_position, referenced_table_schema, referenced_table_name, referenced_column_name
     from information_schema.key_column_usage where table_schema in ${these} and referenced_table_name is not null`,
  ]
  if (flavour === 'mariadb') {
    parts.push(
      `select 'json', constraint_schema, table_name, '', constraint_name, 1, null, null, null
       from information_schema.check_constraints where constraint_schema in ${these} and check_clause like 'json_valid(%)'`,
    )
  }
  return `select * from (${parts.join(' union all ')}) as found order by kind, s, t, k, n`
}

function noteKey(facts: Facts | undefined, [kind, , , key, column, , , toTable, toColumn]: JsonValue[]): void {
  if (!facts || column === null || column === undefined) return
  if (kind === 'json') facts.documents.add(text(column))
  else if (kind === 'unique') facts.unique.set(text(key), [...(facts.unique.get(text(key)) ?? []), text(column)])
  else {
    const found = facts.foreign.get(text(key)) ?? { columns: [], toTable: text(toTable), toColumns: [] }
    found.columns.push(text(column))
    found.toColumns.push(text(toColumn))
    facts.foreign.set(text(key), found)
  }
}

/** Without a declared primary key: the first unique index over columns that are never null. */
function firstWholeKey({ unique, columns }: Facts): string[] {
  const required = new Set(columns.filter((column) => !column.nullable).map((column) => column.name))
  return [...unique.values()].find((key) => key.every((column) => required.has(column))) ?? []
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : String(value ?? ''))
const keyOf = (schema: JsonValue | undefined, table: JsonValue | undefined): string => `${text(schema)}\0${text(table)}`
const commentOf = (comment: JsonValue | undefined): string | null => text(comment).trim() || null
