import { lines } from './lines.ts'
import { duckdb, sqlite } from './statements-of-files.ts'
import { clickhouse, mysql, postgres } from './statements-of-servers.ts'
import type { Attack, AttackedDialect } from './world.ts'

const EVERYWHERE = lines(`
  insert into orders (id) values (9)
  insert into orders select * from orders
  update orders set note = 'x'
  delete from orders
  drop table orders
  drop view orders
  create table x (a int)
  create table x as select * from orders
  create view x as select * from orders
  create index x on orders (id)
  alter table orders add column x int
  truncate table orders
  begin
  commit
  rollback
  savepoint x
  explain select 1
  analyze orders
  grant select on secret to public
  revoke select on orders from public
  select 1; select 2
  select 1; drop table orders
  select 1; select * from secret
  select 1;; select token from secret
  ; select 1; select 2
  select 1 /* x */ ; /* y */ select token from secret
  select 1 -- x\\n; delete from orders
  select 1; -- only\\n select 2
  with x as (select 1) delete from orders
  with x as (select 1) update orders set note = 'x'
  with x as (select 1) insert into orders (id) select 1 from x
  with x as (delete from orders returning *) select * from x
  with x as (update orders set note = 'x' returning *) select * from x
  with x as (insert into orders values (1) returning *) select * from x
  with secret as (select * from secret) select * from secret
  with orders as (select * from secret) select * from orders
  with x as (with secret as (select 1) select * from secret) select * from secret
  select * from (with secret as (select 1 as a) select * from secret) x, secret y
  select 1 end from secret
  select token end from secret
  select 1 end, token from secret
  select 1 end union all select token from secret
  select 1 end; drop table orders
  select * from orders end, secret
  select 1 end /* x */ -- y\\n, token from secret
  select * into x from orders
  select id into x from orders
  select * from orders for update
  select * from orders for share
  select * from orders o join customers c on true for update of o
  call p()
  execute p
  prepare p as select 1
  prepare p from 'select 1'
  deallocate p
  declare c cursor for select 1
  fetch c
  set x = 1
  set names utf8
  set role postgres
  reset all
  use other
  show tables
  show databases
  show create table secret
  describe secret
  desc secret
  lock tables orders write
  unlock tables
  vacuum
  reindex
  merge into orders using customers on 1 = 1 when matched then delete
  select from
  selec 1
  sel/**/ect token fr/**/om secret
  select * from orders where
  ''
  select ?
  select * from orders where id = ?
  select * from secret where '1' = '1
  select token as "x from secret" from secret
  (select 1); (select token from secret)
  ((select token from secret))
  select 1 union (select token from secret)
  (select token from secret) union (select 1)
  select token from secret limit 1 offset 0
  comment on table orders is 'x'
  security label on table orders is 'x'
`)

const OWN: Record<AttackedDialect, string[]> = { postgres, mysql, sqlite, duckdb, clickhouse }

/** Statements that are no SELECT, or more than one, or a SELECT that locks, writes, sets, or asks for another's answer. */
export function otherStatements(dialect: AttackedDialect): Attack[] {
  return [...EVERYWHERE, ...OWN[dialect]].map((sql) => ({ kind: 'other statement', sql: sql === "''" ? '' : sql }))
}
