import type { Dialect } from '#domain/semantics/sources/source.ts'

type Types = Record<'integer' | 'big' | 'text' | 'key' | 'date' | 'boolean' | 'timestamp' | 'decimal' | 'binary', string>

const TYPES: Record<Dialect, Types> = {
  postgres: {
    integer: 'integer',
    big: 'bigint',
    text: 'text',
    key: 'varchar(20)',
    date: 'date',
    boolean: 'boolean',
    timestamp: 'timestamp',
    decimal: 'numeric(10,2)',
    binary: 'bytea',
  },
  mysql: {
    integer: 'int',
    big: 'bigint',
    text: 'text',
    key: 'varchar(20)',
    date: 'date',
    boolean: 'tinyint(1)',
    timestamp: 'datetime(3)',
    decimal: 'decimal(10,2)',
    binary: 'varbinary(20)',
  },
  mariadb: {
    integer: 'int',
    big: 'bigint',
    text: 'text',
    key: 'varchar(20)',
    date: 'date',
    boolean: 'tinyint(1)',
    timestamp: 'datetime(3)',
    decimal: 'decimal(10,2)',
    binary: 'varbinary(20)',
  },
  sqlite: {
    integer: 'integer',
    big: 'integer',
    text: 'text',
    key: 'text',
    date: 'date',
    boolean: 'boolean',
    timestamp: 'datetime',
    decimal: 'decimal(10,2)',
    binary: 'blob',
  },
  duckdb: {
    integer: 'integer',
    big: 'bigint',
    text: 'varchar',
    key: 'varchar',
    date: 'date',
    boolean: 'boolean',
    timestamp: 'timestamp',
    decimal: 'decimal(10,2)',
    binary: 'blob',
  },
  clickhouse: {
    integer: 'Nullable(Int32)',
    big: 'Nullable(Int64)',
    text: 'Nullable(String)',
    key: 'String',
    date: 'Nullable(Date)',
    boolean: 'Nullable(Bool)',
    timestamp: "Nullable(DateTime64(3, 'UTC'))",
    decimal: 'Nullable(Decimal(10, 2))',
    binary: 'Nullable(String)',
  },
}

/** The statements that make the shop: keys, nulls, days, digits beyond a double, bytes, an odd name, an empty table, a view. */
export function shopStatements(dialect: Dialect): string[] {
  const t = TYPES[dialect]
  const isClickhouse = dialect === 'clickhouse'
  const isMysql = dialect === 'mysql' || dialect === 'mariadb'
  const quote = (name: string) => (isMysql || isClickhouse ? `\`${name}\`` : `"${name}"`)
  const none = isClickhouse ? '' : ' not null'
  const key = isClickhouse ? 'Int32' : `${t.integer} not null primary key`
  const end = isClickhouse ? ' engine = MergeTree order by tuple()' : ''
  const bytes = (hex: string) => (dialect === 'postgres' ? `'\\x${hex}'` : isClickhouse || dialect === 'duckdb' ? `unhex('${hex}')` : `x'${hex}'`)
  const yes = dialect === 'sqlite' ? ['1', '0'] : ['true', 'false']
  const refers = isClickhouse ? '' : `, foreign key (customer_id) references customers (id)`
  const comment = isClickhouse || isMysql ? " comment 'where the customer lives'" : ''
  return [
    `create table customers (id ${key}, name ${t.key}${none}, city ${t.text}${comment}, joined ${t.date}, active ${t.boolean})${end}`,
    `create table orders (id ${key}, customer_id ${isClickhouse ? 'Int32' : t.integer}${none}, placed_at ${t.timestamp}, amount ${t.decimal}, note ${t.text}, big ${t.big}, raw ${t.binary}${refers})${end}`,
    `create table ${quote('Größe & Maß')} (${quote('Spalte eins')} ${t.text}, ${quote('select')} ${t.integer})${end}`,
    `create table empty_table (a ${t.integer}, b ${t.text})${end}`,
    `create table codes (code ${t.key}${none}${isClickhouse ? '' : ' unique'}, label ${t.text})${end}`,
    `insert into customers values (1, 'Ada', 'Paris', '2023-01-05', ${yes[0]}), (2, 'Bob', null, '2023-02-10', ${yes[1]}), (3, '李雷', 'Paris', '2024-03-01', ${yes[0]})`,
    `insert into orders values
      (1, 1, '2024-01-05 10:00:00', 12.5, 'first', 9007199254740993, ${bytes('00ff')}),
      (2, 1, '2024-02-06 11:30:00.250', 7.25, null, 42, null),
      (3, 3, '2024-02-07 00:00:00', 100, 'it''s; -- odd', -9223372036854775807, ${bytes('')})`,
    `insert into ${quote('Größe & Maß')} values ('ä', 1), ('b', 2)`,
    "insert into codes values ('a', 'first'), ('b', 'second')",
    "create view parisians as select id, name from customers where city = 'Paris'",
    ...(dialect === 'postgres' || dialect === 'duckdb' ? ["comment on column customers.city is 'where the customer lives'", 'analyze'] : []),
    ...(isMysql ? ['analyze table customers, orders'] : []),
  ]
}
