import type { Attack, AttackedDialect } from './world.ts'

const lines = (text: string): string[] => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim().replaceAll('\\n', '\n')]))

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
  select 1 end /* x */ -- y\n, token from secret
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

const OWN: Record<AttackedDialect, string[]> = {
  postgres: lines(`
    with a as (select * from secret), secret as (select 1) select * from a
    copy orders to '/tmp/x'
    copy orders from '/etc/passwd'
    copy (select 1) to program 'id'
    copy orders from program 'id'
    do $$ begin delete from orders; end $$
    do language plpgsql $x$ begin perform 1; end $x$
    listen x
    notify x, 'y'
    load 'x.so'
    discard all
    checkpoint
    cluster orders
    refresh materialized view x
    create function f() returns int language sql as 'select 1'
    create extension dblink
    create role x superuser
    alter system set x = 1
    alter user postgres password 'x'
    import foreign schema public from server x into y
    create server x foreign data wrapper postgres_fdw
    select * from orders for no key update
    select * from orders for key share skip locked
    select 1 into temp x
    select 1 into unlogged x
    create temp table x as select * from secret
    with x as materialized (delete from orders returning *) select 1
    with recursive x as (select 1 union all select 1 from secret) select * from x
    with recursive a as (select * from b), b as (select * from secret) select * from a
    select (with d as (delete from orders returning 1) select count(*) from d)
    select * from orders where current of c
    explain (analyze) delete from orders
    explain analyze select * from secret
    set session authorization postgres
    set local role x
    set transaction read write
    start transaction
    begin; drop table orders; commit
    select e'\\\\' from secret -- '
    select 'a' 'b' from secret
    select $$a$$ from secret
    select $x$;$x$; delete from orders
    select 1 /* /* */ select */ ; drop table orders
    select * from orders where id = $1
    select $1
    select :x
    select xmlparse(document '<a/>')
    select xmlelement(name a, 1)
    select json_table('[]', '$' columns (a int path '$'))
    select * from json_table((select '[]'::json from secret), '$' columns (a int path '$')) j
    select * from orders, xmltable('/a' passing '<a/>' columns b text)
    security definer
      select 1::setof int
    select 1::orders%type
    values (1) for update
    table orders for update
    select * from orders o, lateral pg_sleep(1)
    select collation for ('a')
    select merge_action()
  `),
  mysql: lines(`
    with a as (select * from secret), secret as (select 1) select * from a
    select * from orders into outfile '/tmp/x'
    select * from orders into dumpfile '/tmp/x'
    select 1 into @x
    select id from orders limit 1 into @x
    select 1 into outfile '/tmp/x' fields terminated by ','
    load data infile '/etc/passwd' into table orders
    load data local infile '/etc/passwd' into table orders
    load xml infile '/etc/passwd' into table orders
    handler orders open
    handler orders read first
    do sleep(5)
    replace into orders values (1)
    select 1 /*!50000 union select token from secret */
    select 1 /*! union select token from secret */
    select 1 /*M! union select token from secret */
    select 1 /*M!100000 union select token from secret */
    select /*+ SET_VAR(sql_mode = '') */ 1
    select /*+ MAX_EXECUTION_TIME(0) */ * from orders
    select /*!99999 1 */ from secret
    select * from orders lock in share mode
    select * from orders for update skip locked
    select * from orders for update nowait
    select @x := token from secret
    select @@datadir
    select @@global.secure_file_priv
    select * from orders procedure analyse()
    select sql_calc_found_rows * from orders
    select high_priority * from orders
    select 1 from orders -- x\\n union select token from secret
    select 1 from orders --\\tx\\n union select token from secret
    select 1 from orders # x\\n union select token from secret
    select 1 from orders where 1 --1 union select token from secret
    select 1 --1 union select token from secret
    select 'a\\\\' union select token from secret -- '
    select 'a\\' union select token from secret -- '
    select "a\\" union select token from secret -- "
    select 'x\\'' union select token from secret -- ''
    select 1 from dual union select token from secret
    install plugin x soname 'x.so'
    create function f returns string soname 'x.so'
    create user x identified by 'y'
    flush privileges
    kill 1
    purge binary logs to 'x'
    change master to master_host = 'x'
    reset master
    shutdown
    set global general_log = 1
    set @@global.general_log_file = '/tmp/x.php'
    optimize table orders
    repair table orders
    check table orders
    checksum table orders
    cache index orders in x
    show grants
    show variables
    show processlist
    help 'x'
    signal sqlstate '45000'
    get diagnostics @x = number
    xa start 'x'
    begin not atomic select 1; end
    execute immediate 'select 1'
    select * from orders partition (p0)
    select * from orders for system_time all
    select json_table('[1]', '$[*]' columns (a int path '$'))
    select next value for s
    select previous value for s
      table secret
    values row(1), row((select token from secret))
    select convert(token using utf8) from secret
    select binary token from secret
    select * from orders where note = 0x61 or (select 1 from secret)
    select 1\u00a0from secret
    select 1 --\u00a0x\\n union select token from secret
  `),
  sqlite: lines(`
    attach '/etc/passwd' as x
    attach ':memory:' as x
    detach main
    pragma table_list
    pragma query_only = 0
    pragma writable_schema = on
    pragma database_list
    pragma journal_mode = wal
    pragma temp.table_list
    replace into orders values (9)
    create trigger x after insert on orders begin select 1; end
    create virtual table x using fts5 (a)
    create temp table x as select * from secret
    create temp view x as select * from secret
    create temp view orders as select * from secret
    drop trigger x
    release x
    end
    vacuum into '/tmp/x.db'
    explain query plan select * from orders
    select * from find
    select body from find where find match 'x'
    select * from find_config
    select * from main.find_data
    select token from leak
    select * from leak union select 1
    with leak as (select token from secret) select * from leak
    with leak as (select * from leak) select * from leak
    with recursive secret(a) as (select token from main.secret union all select a from secret where 0) select * from secret
    select secret.token from orders natural join secret
    select * from orders join secret using (id)
    select * from orders where note in (select token from secret)
    select * from orders where (id, note) in (select id, token from secret)
    select * from orders where id in secret
    select group_concat(token) from secret
    select json_group_array(token) from secret
    select * from json_each((select json_array(token) from secret))
    select * from json_tree((select json_object('a', token) from secret))
    select sql from sqlite_master where name = 'secret'
    select name from sqlite_schema union select note from orders
    select count(*) from sqlite_master
    select 1 from sqlite_temp_schema
    select * from pragma_function_list
    select * from pragma_table_xinfo('secret')
    select * from pragma_index_list('secret')
    select * from pragma_foreign_key_list('secret')
    select 1 where exists (select 1 from pragma_user_version)
    select * from sqlite_stat1
    select * from bytecode((select 'select 1'))
    select * from tables_used('select * from secret')
    select * from completion('sel')
    select * from fsdir('/')
    select * from generate_series(1, 10)
    select * from carray(1, 2)
    select * from zipfile('/x.zip')
    select * from csv('/etc/passwd')
    .tables
    .read /etc/passwd
    .shell id
    select x'00' || load_extension('x')
    select * from orders limit (select length(token) from secret)
    values ((select token from secret))
    values (1), ((select token from secret))
    select iif((select token from secret) > 'a', 1, 0)
    select 1 from orders group by (select token from secret)
    select total(1) filter (where (select token from secret) > 'a') from orders
    select rank() over (partition by (select token from secret)) from orders
    select max(token) from secret window w as (order by id)
    select cast((select token from secret) as integer)
    select (select token from secret) collate nocase
    select 1 is not distinct from (select token from secret)
    select 'a' like (select token from secret)
    select * from [secret] as orders
    select * from "secret" orders
  `),
  duckdb: lines(`
    with a as (select * from secret), secret as (select 1) select * from a
    attach '/tmp/x.db' as x
    attach ':memory:' as x
    detach memory
    pragma database_list
    pragma version
    pragma enable_profiling = 'json'
    copy orders to '/tmp/x.csv'
    copy (select 1) to '/tmp/x.parquet' (format parquet)
    copy orders from '/etc/passwd'
    copy from database memory to x
    install httpfs
    load httpfs
    force install httpfs
    update extensions
    set memory_limit = '10GB'
    set enable_external_access = true
    set variable x = 1
    reset memory_limit
    use memory
    export database '/tmp/x'
    import database '/tmp/x'
    create macro f(a) as a
    create macro t(a) as table select * from secret
    create secret x (type s3, key_id 'a', secret 'b')
    create schema x
    create sequence s
    create type x as enum ('a')
    create or replace view orders as select * from secret
    create temp view orders as select * from secret
    alter view orders rename to x
    checkpoint
    force checkpoint
    summarize orders
    summarize secret
    from (describe orders)
    from (summarize secret)
    from (show tables)
    select * from (pragma version)
    show all tables
    explain analyze select 1
    pivot orders on note using sum(amount)
    unpivot secret on id into name a value b
    pivot secret on token
    from orders pivot (count(*) for id in (select token from secret))
    from secret pivot (count(*) for token in (1))
    from orders unpivot (v for k in ((select token from secret)))
    from orders at (version => 1)
    from orders at (timestamp => now())
    select columns(c -> c in (select token from secret)) from orders
    select * replace ((select token from secret) as id) from orders
    select {'a': (select token from secret)}
    select map {'a': (select token from secret)}
    select [(select token from secret)]
    select (select token from secret)[1:2]
    select list_transform([1], x -> (select token from secret))
    select struct_pack(a := (select token from secret))
    select * from orders semi join secret using (id)
    select * from orders anti join secret using (id)
    select * from orders asof join secret on orders.id >= secret.id
    select * from orders qualify row_number() over (order by (select token from secret)) = 1
    select * from orders using sample (select count(*) from secret) rows
    select * from orders order by all limit (select count(*) from secret)
    values ((select token from secret))
    from (values ((select token from secret)))
    with secret as materialized (select * from secret) from secret
    with recursive secret as (select * from secret) select * from secret
    with recursive x(t) using key (t) as (select token from secret union select t from x) from x
    select * from 'file:///etc/passwd'
    select * from '/etc/*'
    from '/etc/passwd' select 1
    from read_csv('/etc/passwd', header = false) as t
    from (from (from read_text('/etc/passwd')))
    select * from orders, read_text(orders.note)
    select * from query('sel' || 'ect 1')
    select * from query_table((select 'secret'))
    select unnest((select list(token) from secret))
    execute x(1)
    begin transaction
    abort
    call duckdb_tables()
    call pragma_version()
    comment on table orders is 'x'
    select 1 ; attach 'x'
    select getvariable((select token from secret))
    select $x
    select ?1
    select * from orders where id = $id
  `),
  clickhouse: lines(`
    with a as (select * from secret), secret as (select 1) select * from a
    select * from orders settings max_threads = 1
    select * from orders settings readonly = 0
    select * from orders settings allow_ddl = 1, max_execution_time = 0
    select * from orders format JSON
    select * from orders format Null
    select * from orders into outfile '/tmp/x'
    select * from orders into outfile '/tmp/x' format CSV
    select * from orders into outfile '/tmp/x' truncate
    select * from orders limit 1 settings max_memory_usage = 0 format TSV
    (select 1) settings max_threads = 1
    select * from (select * from orders settings max_threads = 1)
    insert into function file('/tmp/x') select 1
    insert into orders format CSV
    insert into orders select * from url('http://x', 'CSV')
    system shutdown
    system flush logs
    system reload config
    system drop dns cache
    kill query where 1
    kill mutation where 1
    optimize table orders final
    alter table orders delete where 1
    alter table orders update note = 'x' where 1
    attach table x
    detach table orders
    rename table orders to x
    exchange tables orders and secret
    create dictionary d (a Int32) primary key a source(file(path '/x' format CSV))
    create function f as x -> x
    create user x
    create named collection x as a = 1
    create table x engine = URL('http://x') as select 1
    create materialized view x to y as select * from secret
    create live view x as select 1
    drop database shop
    truncate database shop
    exists table secret
    check table orders
    show create table secret
    show processlist
    show grants
    describe table secret
    describe (select * from secret)
    explain syntax select * from secret
    explain ast select 1
    explain plan select * from orders
    explain estimate select * from secret
    backup table secret to File('/x')
    restore table secret from File('/x')
    set allow_introspection_functions = 1
    set readonly = 0
    use system
    watch x
    select * from orders where id in secret
    select * from orders where id not in secret
    select * from orders where (id, 1) in shop.secret
    select * from orders where id global in secret
    select id in secret from orders
    select in(id, secret) from orders
    with (select token from secret) as t select t
    with secret as s select * from s
    select {x:Int32}
    select * from {t:Identifier}
    select * from orders where id = {id:Int32}
    select * from orders array join (select groupArray(token) from secret) as x
    select * from orders left array join (select [1] from secret) as x
    select * from orders any left join secret using (id)
    select * from orders asof left join secret using (id)
    select * from orders paste join secret
    select * from orders prewhere exists (select 1 from secret)
    select * from orders limit (select count() from secret) by id
    select * from orders limit 1 by (select token from secret)
    select * from orders sample (select 1 from secret)
    select groupArray((select token from secret)) from orders
    select arrayMap(x -> (select token from secret), [1])
    select arrayMap(x -> dictGet('d', 'a', x), [1])
    select tuple((select token from secret))
    select [(select token from secret)]
    select quantile((select 0.5 from secret))(id) from orders
    select id apply(sleep) from orders
    select * apply(x -> sleep(x)) from orders
    select columns('.*') from secret
    select secret.* from orders, secret
    select $$a$$
    select $x$ ' $x$ union all select token from secret -- '
    select 'a\\\\' union all select token from secret -- '
    select 'a\\' union all select token from secret -- '
    select 'a\\'' union all select token from secret -- ''
    select \`a\\\` from secret where \`b\` = 1
    select 1 # x\\n union all select token from secret
    select 1 #! x\\n union all select token from secret
    select 1\u00a0from secret
    values ((select token from secret))
    select 1 union all (select token from secret)
    select 1 intersect select token from secret
    select * from orders final, secret final
    select * from orders o global any left join secret s on o.id = s.id
    select * from view(select * from secret)
    select * from numbers((select count() from secret))
    select * from numbers(10) n, secret
    select * from generate_series(1, 2)
    select * from null('a Int32')
    select count() from system.parts
    select * from shop.secret
    select throwIf((select count() from secret) > 0)
  `),
}

/** Statements that are no SELECT, or more than one, or a SELECT that locks, writes, sets, or asks for another's answer. */
export function otherStatements(dialect: AttackedDialect): Attack[] {
  return [...EVERYWHERE, ...OWN[dialect]].map((sql) => ({ kind: 'other statement', sql: sql === "''" ? '' : sql }))
}
