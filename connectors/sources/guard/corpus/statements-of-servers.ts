import { lines } from './lines.ts'

/** What is no single plain SELECT to a server's own dialect. */
export const postgres = lines(`
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
  `)

export const mysql = lines(`
    with a as (select * from secret), secret as (select 1) select * from a
    select * from orders into outfile '/tmp/x'
    select * from orders into dumpfile '/tmp/x'
    select (select@@version) from orders
    select@@version
    select@x from orders
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
  `)

export const clickhouse = lines(`
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
  `)
