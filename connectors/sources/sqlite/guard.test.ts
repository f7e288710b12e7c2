import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SourceSpec } from '#domain/semantics/sources/source.ts'
import { createBench, never, SHOP, sqliteFile, untrusted } from '../fixtures.ts'

const bench = createBench({ size: 1 })
let spec: SourceSpec
const tables = ['orders', 'customers']

beforeAll(async () => {
  const secret = `create table secret (token text); insert into secret values ('swordfish'); create view leak as select token from secret; create virtual table find using fts5 (body);`
  spec = await bench.spec('sqlite', [{ name: 'shop.db', bytes: sqliteFile(SHOP + secret) }])
})
afterAll(() => bench.close())

const REFUSED = ['statement_not_allowed', 'function_not_allowed', 'table_not_allowed', 'query_invalid']

const attacks = [
  // other statements
  "attach '/etc/passwd' as x",
  "attach ':memory:' as x",
  'detach main',
  'pragma table_list',
  'pragma query_only = 0',
  'pragma writable_schema = on',
  'vacuum',
  "vacuum into '/tmp/copied.db'",
  'insert into orders (id) values (9)',
  'update orders set note = 1',
  'delete from orders',
  'replace into orders (id) values (9)',
  'drop table orders',
  'create table x (a)',
  'create temp table x as select * from secret',
  'create view x as select 1',
  'create trigger x after insert on orders begin select 1; end',
  'create virtual table x using fts5 (a)',
  'create index x on orders (id)',
  'alter table orders rename to x',
  'begin',
  'commit',
  'savepoint x',
  'reindex',
  'analyze',
  'explain select 1',
  'explain query plan select * from orders',
  'with x as (select 1) insert into orders (id) select 1 from x',
  'with x as (select 1) delete from orders',
  // more than one
  'select 1; select 2',
  'select 1; drop table orders',
  'select 1 /* x */ ; /* y */ select token from secret',
  'select 1; -- x\n select 2',
  '; select 1; select 2',
  // functions
  "select load_extension('/tmp/x.so')",
  "select readfile('/etc/passwd')",
  "select writefile('/tmp/x', 'y')",
  "select fsdir('/')",
  "select edit('x')",
  'select randomblob(10)',
  'select zeroblob(1000000)',
  'select sqlite_version()',
  "select sqlite_compileoption_used('x')",
  'select sqlite_source_id()',
  "select sqlite_log(1, 'x')",
  "select fts3_tokenizer('simple')",
  "select fts3_tokenizer('simple', x'00')",
  'select last_insert_rowid()',
  'select total_changes()',
  'select LOAD_EXTENSION(note) from orders',
  "select max((select load_extension('x')))",
  "select * from orders where id = (select writefile('/tmp/x', 'y'))",
  'select 1 order by randomblob(1)',
  // other tables
  'select token from secret',
  'select * from "secret"',
  'select * from [SECRET]',
  'select * from `secret`',
  'select * from main.secret',
  'select token from leak',
  'select count(*) from secret',
  'select 1 from SECRET',
  'select * from orders, secret',
  'select * from orders join secret on 1',
  'select (select token from secret)',
  'select * from orders where note in (select token from secret)',
  'select * from orders where exists (select 1 from secret)',
  'select note from orders union select token from secret',
  'select note from orders order by (select token from secret)',
  'select note from orders limit (select length(token) from secret)',
  'with x as (select token from secret) select * from x',
  'with orders as (select token from secret) select * from orders',
  'with secret as (select * from main.secret) select * from secret',
  'with recursive x(a) as (select token from secret union all select a from x where 0) select * from x',
  'select * from (select * from (select token from secret))',
  'values ((select token from secret))',
  'select sum(id) over (order by (select token from secret)) from orders',
  'select case when (select token from secret) > 0 then 1 end',
  'select * from json_each((select json_array(token) from secret))',
  'select secret.token from orders natural join secret',
  // the engine's own
  'select * from sqlite_master',
  'select sql from sqlite_schema',
  'select count(*) from sqlite_master',
  'select * from sqlite_temp_master',
  'select * from temp.sqlite_master',
  "select * from pragma_table_info('secret')",
  'select * from pragma_database_list',
  'select count(*) from pragma_database_list',
  'select * from dbstat',
  'select count(*) from dbstat',
  'select * from sqlite_dbpage',
  "select * from bytecode('select 1')",
  'select * from sqlite_stmt',
  'select * from find',
  "select body from find where find match 'x'",
  'select * from find_content',
  'select * from fts5vocab',
  // odd texts
  '',
  ' ;; -- nothing',
  'select',
  'SELECT 1 FROM "no such table"',
  "select * from '/etc/passwd'",
  'select * from other.orders',
  'select \u0000',
  `${'('.repeat(3000)}1`,
  `select ${'('.repeat(3000)}1${')'.repeat(3000)}`,
  `select ${'1+'.repeat(5000)}1`,
]

test.each(attacks)('refuses %s', async (sql) => {
  const outcome = await bench.sources.query(spec, untrusted(sql, { tables }), never).then(
    (result) => JSON.stringify(result.rows),
    (error) => error.code,
  )
  expect(REFUSED).toContain(outcome)
})

test('a column taken by a CTE of a hidden table is not a way in', async () => {
  const cte = await bench.sources.query(spec, untrusted('with secret as (select id from orders) select id from secret', { tables }), never)
  expect(cte.rows).toEqual([[1], [2], [3]])
})

const statements = [
  'select 1',
  'select * from orders',
  'SELECT id, amount * 2 AS twice FROM orders WHERE amount > 10 ORDER BY 2 DESC LIMIT 5 OFFSET 0',
  'select count(*), sum(amount), avg(amount), min(id), max(id), total(amount) from orders',
  'select count(distinct customer_id) from orders',
  "select strftime('%Y-%m', placed_at) as month, sum(amount) from orders group by 1 having sum(amount) > 0 order by 1",
  'select c.name, sum(o.amount) from orders o join customers c on c.id = o.customer_id group by c.id',
  'select c.name, o.id from customers c left join orders o on o.customer_id = c.id where o.id is null',
  'select * from orders o cross join customers c',
  'with t as (select customer_id, sum(amount) s from orders group by 1) select * from t where s > 1',
  'with a as (select 1 as x), b as (select x + 1 as y from a) select * from a, b',
  "with recursive d(day) as (select date('2024-01-01') union all select date(day, '+1 day') from d where day < '2024-01-10') select day from d",
  'with c as materialized (select * from orders) select count(*) from c',
  'select id, row_number() over (partition by customer_id order by amount desc) as rank from orders',
  'select id, sum(amount) over (order by id rows between 1 preceding and current row) from orders',
  'select id, lag(amount) over w, lead(amount, 1, 0) over w, first_value(id) over w from orders window w as (order by id)',
  'select rank() over (order by amount), dense_rank() over (order by amount), ntile(2) over (order by amount), percent_rank() over (order by amount) from orders',
  "select case when amount > 10 then 'big' else 'small' end as size, count(*) from orders group by size",
  "select coalesce(city, 'unknown'), ifnull(city, 1), nullif(city, 'Paris'), iif(active, 1, 0) from customers",
  "select upper(name), lower(name), length(name), substr(name, 1, 2), trim(name), replace(name, 'a', 'b'), instr(name, 'a') from customers",
  "select name || ' ' || city from customers",
  'select round(amount, 1), abs(amount), ceil(amount), floor(amount), sqrt(amount), power(amount, 2), ln(amount), mod(id, 2) from orders',
  'select cast(amount as integer), typeof(amount) from orders',
  "select * from customers where name like 'A%' or name glob 'B*'",
  "select * from customers where city in ('Paris', 'Rome') and id between 1 and 3 and not active",
  'select * from customers where id in (select customer_id from orders)',
  'select * from customers c where exists (select 1 from orders o where o.customer_id = c.id)',
  'select name, (select count(*) from orders o where o.customer_id = c.id) as n from customers c',
  'select id from orders union select id from customers',
  'select id from orders union all select id from customers order by 1',
  'select id from orders intersect select id from customers',
  'select id from customers except select customer_id from orders',
  'values (1, 2), (3, 4)',
  'select distinct city from customers',
  "select julianday('2024-02-01') - julianday('2024-01-01'), date('now'), datetime('now', '-1 day'), unixepoch('2024-01-01')",
  "select date(placed_at, 'start of month') from orders",
  "select group_concat(name, ', ') from customers",
  "select json_extract('{\"a\":[1,2]}', '$.a[1]'), json_array(1, 2), json_object('a', 1), '{\"a\":1}' ->> 'a'",
  "select value from json_each('[1,2,3]')",
  'select count(*) filter (where amount > 10) from orders',
  'select median(amount), percentile_cont(amount, 0.5) from orders',
  'select * from (select id from orders) as sub where sub.id > 1',
  'select o.* from orders as o natural join (select 1 as id)',
  'select id from orders order by amount desc nulls last',
  'select max(id, 2), min(id, 2) from orders',
  'select 1 -- a comment',
  '/* before */ select 1 /* after */ ;',
  '-- before\nselect 1;\n',
  'select a.id from main.orders a',
  'select ROWID from orders',
  'select current_date, current_timestamp',
  "select printf('%.2f', amount), format('%d', id) from orders",
  'select count(*) from (select 1 from orders)',
  'select \'select; drop table orders\', "id" from orders',
]

test.each(statements)('runs %s', async (sql) => {
  const result = await bench.sources.query(spec, untrusted(sql, { tables }), never)
  expect(result.columns.length).toBeGreaterThan(0)
})

test.each([
  'select 1 from orders natural join secrets',
  "select '*' from orders natural  /**/join secrets",
  'select 1 from orders join secrets using (id)',
  'select 1 from orders natural left join secrets',
  'select 1 from orders where exists (select 1 from customers natural join secrets)',
  'with c as (select 1 from orders join secrets using (id)) select count(*) from c',
])('a table the engine does not ask about is found by its being opened: %s', async (sql) => {
  const bench = createBench({ size: 1 })
  const script = 'create table orders (id integer, note text); create table customers (id integer); create table secrets (id integer, code text)'
  const spec = await bench.spec('sqlite', [{ name: 'a.db', bytes: sqliteFile(script) }])
  const refused = bench.sources.query(spec, untrusted(sql, { tables: ['orders', 'customers'] }), never)
  await expect(refused).rejects.toMatchObject({ code: 'table_not_allowed' })
  await bench.close()
})
