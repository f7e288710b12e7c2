/** The dialects there are attacks in. */
export type AttackedDialect = 'postgres' | 'mysql' | 'sqlite' | 'duckdb' | 'clickhouse'
export const ATTACKED: AttackedDialect[] = ['postgres', 'mysql', 'sqlite', 'duckdb', 'clickhouse']

export type Attack = { kind: string; sql: string }

/** The tables of the shop a statement may read; `secret` is beside them, and may not be read. */
export const ALLOWED = ['orders', 'customers']

export const COLUMNS: Record<string, string[]> = {
  orders: ['id', 'customer_id', 'region', 'amount', 'note', 'placed_at'],
  customers: ['id', 'name', 'region', 'city', 'active'],
}

/** The shop in a text every engine's loader can use, with the type names of the dialect. */
export function shop(dialect: AttackedDialect): { create: string[]; insert: string[] } {
  const text = dialect === 'mysql' ? 'varchar(200)' : dialect === 'clickhouse' ? 'String' : dialect === 'duckdb' ? 'varchar' : 'text'
  const number = dialect === 'sqlite' ? 'real' : dialect === 'mysql' ? 'double' : 'double precision'
  return {
    create: [
      `create table customers (id integer, name ${text}, region ${text}, city ${text}, active integer)`,
      `create table orders (id integer, customer_id integer, region ${text}, amount ${number}, note ${text}, placed_at date)`,
      `create table secret (token ${text}, id integer)`,
    ],
    insert: [
      "insert into customers values (1, 'Ada', 'EU', 'Paris', 1), (2, 'Bob', 'US', 'Boston', 0), (3, 'Eve', 'EU', null, 1)",
      "insert into orders values (1, 1, 'EU', 12.5, 'first', '2024-01-05'), (2, 1, 'EU', 7.25, null, '2024-02-06'), (3, 2, 'US', 100, 'it''s', '2024-02-07'), (4, 3, null, 3, 'x', '2025-01-01')",
      "insert into secret values ('swordfish', 1)",
    ],
  }
}
