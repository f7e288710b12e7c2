import { lines } from './lines.ts'

/** What is no single plain SELECT to an engine over files. */
export const sqlite = lines(`
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
  `)

export const duckdb = lines(`
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
  `)
