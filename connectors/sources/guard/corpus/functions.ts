import type { Attack, AttackedDialect } from './world.ts'

/** Calls that read files, settings, catalogs, other sessions or SQL text, reach the network, wait, write, or say who and where one is. */
const CALLS: Record<AttackedDialect, string[]> = {
  postgres:
    `pg_read_file('/etc/passwd') | pg_read_binary_file('/etc/passwd') | pg_ls_dir('/') | pg_stat_file('/etc/passwd') | lo_import('/etc/passwd') | lo_export(1, '/tmp/x') | lo_get(1) | lo_creat(1)
    | pg_sleep(5) | pg_sleep_for('1 s') | set_config('a.b', '1', false) | current_setting('data_directory') | current_user | session_user | user | current_catalog | current_schema | current_schema() | version()
    | inet_server_addr() | inet_client_addr() | pg_backend_pid() | pg_terminate_backend(1) | pg_cancel_backend(1) | pg_reload_conf() | pg_rotate_logfile() | pg_advisory_lock(1) | pg_try_advisory_lock(1)
    | nextval('s') | setval('s', 1) | currval('s') | lastval() | txid_current() | pg_current_wal_lsn() | pg_switch_wal() | pg_create_restore_point('x') | query_to_xml('select * from secret', true, true, '')
    | table_to_xml('secret', true, true, '') | database_to_xml(true, true, '') | cursor_to_xml('c', 1, true, true, '') | schema_to_xml('public', true, true, '') | dblink('x', 'select 1') | dblink_exec('x', 'drop table secret')
    | dblink_connect('host=127.0.0.1') | pg_notify('a', 'b') | has_table_privilege('secret', 'select') | to_regclass('secret') | 'secret'::regclass | 'pg_sleep'::regproc | 16384::regclass | pg_get_viewdef('v')
    | pg_relation_size('secret') | pg_total_relation_size('secret') | pg_database_size('x') | col_description(1, 1) | obj_description(1) | pg_get_userbyid(10) | ts_stat('select token from secret')
    | public.anything(1) | pg_catalog.pg_sleep(1) | "pg_sleep"(1) | PG_SLEEP(1) | pg_export_snapshot() | pg_logical_emit_message(false, 'a', 'b') | pg_file_write('/tmp/x', 'y', false) | xpath('/a', query_to_xml('select 1', true, true, ''))
    | cast('secret' as regclass) | 'x'::public.domain_type | cast(1 as "char") operator(public.+) 1 | (row(1, 'x')).pp | ('x'::text).pp | (1).pg_sleep | (select 1).pp | (array[1])[1].pp | (now()).timeofday | pg_stat_reset() | pg_promote() | brin_summarize_new_values('x') | gin_clean_pending_list('x') | pg_import_system_collations('x')`
      .split('|')
      .map((call) => call.trim()),
  mysql:
    `load_file('/etc/passwd') | LOAD_FILE('/etc/passwd') | load_file (0x2f6574632f706173737764) | sleep(5) | SLEEP (5) | benchmark(1000000, md5(1)) | get_lock('a', 10) | release_lock('a') | is_free_lock('a') | is_used_lock('a')
    | user() | current_user() | current_user | session_user() | system_user() | database() | schema() | version() | connection_id() | last_insert_id() | row_count() | found_rows() | @@version | @@global.datadir | @@session.sql_mode
    | @x | @x := 1 | uuid_short() | master_pos_wait('a', 1) | source_pos_wait('a', 1) | sys_exec('id') | sys_eval('id') | extractvalue(1, concat(0x7e, 'x')) | updatexml(1, 'x', 1) | name_const('a', 1)
    | nextval(s) | lastval(s) | setval(s, 1) | next value for s | des_encrypt('a') | encrypt('a') | aes_encrypt('a', 'b') | password('a') | old_password('a') | shop.anything(1) | mysql.anything() | sys.version_major()
    | wait_for_executed_gtid_set('a') | gtid_subset('a', 'b') | roles_graphml() | current_role() | current_role | icu_version() | ps_current_thread_id() | format_bytes(1) | statement_digest('select 1') | can_access_table('a', 'b')
    | internal_table_rows('a') | get_dd_column_privileges('a', 'b', 'c') | load_xml('x') | procedure_analyse() | compress('a') | uncompress('a') | random_bytes(10) | kdf('a', 'b') | sformat('a') | match (note) against ('x' with query expansion)`
      .split('|')
      .map((call) => call.trim()),
  sqlite:
    `load_extension('/tmp/x.so') | LOAD_EXTENSION('x') | "load_extension"('x') | readfile('/etc/passwd') | writefile('/tmp/x', 'y') | edit('x') | fts3_tokenizer('simple') | fts3_tokenizer('a', x'00') | sqlite_version()
    | sqlite_source_id() | sqlite_compileoption_used('x') | sqlite_compileoption_get(1) | sqlite_log(1, 'x') | randomblob(10) | zeroblob(100000000) | last_insert_rowid() | changes() | total_changes() | sqlite_offset(id)
    | eval('select 1') | lsmode('x') | fsdir('/') | sqlar_compress('x') | rtreecheck('x') | matchinfo('x') | snippet('x') | optimize('x') | hex(readfile('/etc/passwd')) | length(load_extension('x'))
    | max((select load_extension('x'))) | coalesce(null, writefile('/tmp/x', 'y')) | unknown_function(1) | crypto_hash('a', 'b') | http_get('http://x') | subtype('x') | sqlite_rename_table(1, 2, 3, 4, 5, 6, 7)
    | sqlite_drop_column(1, 2, 3) | sqlite_add_constraint('a', 'b', 1) | stmtrand(1) | fileio_write('a', 'b') | getenv('HOME') | shell_add_schema('a') | usleep(1) | generate_series(1, 2) | dbstat() | decimal('1') | ieee754('1')`
      .split('|')
      .map((call) => call.trim()),
  duckdb:
    `getenv('HOME') | user | current_setting('threads') | getvariable('x') | nextval('s') | currval('s') | pg_sleep(1) | sleep_ms(1000) | version() | current_database() | current_schema() | current_schemas(true) | current_user | session_user
    | txid_current() | write_log('x') | error('x') | json_serialize_sql('select 1') | json_execute_serialized_sql('x') | json_deserialize_sql('{}') | read_text('/etc/passwd') | read_blob('/etc/passwd') | glob('/*') | checkpoint()
    | force_checkpoint() | system.main.current_setting('threads') | main.getenv('HOME') | 'threads'.current_setting() | list_transform(['threads'], x -> current_setting(x)) | [current_setting(x) for x in ['threads']] | duckdb_settings()
    | unnest(duckdb_settings()) | pg_get_viewdef('x') | has_table_privilege('a', 'b') | obj_description(1, 'x') | in_search_path('a', 'b') | add_parquet_key('a', 'b') | set_config('a', 'b') | parse_path('/x').load | icu_sort_key('a', 'b')
    | current_connection_id() | current_query() | current_query_id() | current_transaction_id() | getbit(1) | stats(id) | create_sort_key(1, 'asc') | http_get('http://x') | pragma_version() | from_substrait('x') | get_substrait('x')
    | enable_profiling() | shell('id') | scan_arrow_ipc('x') | vss_match('x') | bitstring_agg(1, 2, 3).nextval('x') | parse_duckdb_log_message('a', 'b') | getvariable(note) | cast(current_setting('threads') as int) | try(getenv('HOME'))`
      .split('|')
      .map((call) => call.trim()),
  clickhouse:
    `currentDatabase() | currentUser() | user() | current_user | hostName() | FQDN() | version() | uptime() | tcpPort() | serverUUID() | getSetting('max_threads') | getMacro('x') | sleep(1) | sleepEachRow(1) | file('/etc/passwd') | dictGet('d', 'a', 1)
    | dictGetOrDefault('d', 'a', 1, 2) | dictHas('d', 1) | joinGet('shop.secret', 'token', 1) | hasColumnInTable('shop', 'secret', 'token') | throwIf(1) | catboostEvaluate('x', 1) | modelEvaluate('x', 1) | in(1, secret) | globalIn(1, secret)
    | notIn(1, secret) | evalMLMethod(1, 2) | initializeAggregation('sum', 1) | connectionId() | query_id() | initialQueryID() | displayName() | buildId() | zookeeperSessionUptime() | addressToLine(1) | addressToSymbol(1) | demangle('x')
    | flattenTuple(1) | identity(1) | ignore(1) | blockSerializedSize(1) | filesystemAvailable() | filesystemCapacity() | getOSKernelVersion() | getServerPort('tcp_port') | getSubcolumn(1, 'a') | isConstant(1) | materialize(1) | meiliMatch('x')
    | MACNumToString(1) | partitionId(1) | reinterpret(1, 'x') | rowNumberInBlock() | runningAccumulate(1) | shardNum() | shardCount() | structureToProtobufSchema('x') | showCertificate() | tid() | transactionID() | transactionLatestSnapshot()
    | encrypt('aes-128-ecb', 'a', 'b') | decrypt('aes-128-ecb', 'a', 'b') | lowCardinalityKeys(1) | nothing(1) | executable_function(1) | user_defined(1) | shop.fn(1) | system.fn(1) | authenticatedUser() | currentProfiles() | currentRoles() | enabledRoles()`
      .split('|')
      .map((call) => call.trim()),
}

const PLACES = [
  'select F',
  'select id, F from orders',
  'select * from orders where F is not null',
  'select count(*) from orders group by F',
  'select id from orders order by F',
  'select (select F) from orders',
  'with x as (select F as f) select * from x',
  'select id from orders union all select F',
  'select case when 1 = 1 then F end from orders',
  'select coalesce(null, F) from orders',
  'select max(F) from orders',
]

/** PostgreSQL calls a function by the notation of an attribute, wherever a name stands before a dot. */
const ATTRIBUTES = [
  'select o.F from orders o',
  'select orders.F from orders',
  'select public.orders.F from orders',
  'select (o).F from orders o',
  'select (o.note).F from orders o',
  'select id from orders o where o.F is not null',
  'select id from orders o order by o.F',
  'select count(*) from orders o group by o.F',
  'select s.F from (select id from orders) s',
  'select s.F from (select 1 as "f") s',
  'select v.F from (values (1)) v',
  'select g.F from generate_series(1, 2) g',
  "select F.F from jsonb_array_elements('[1]') F",
  'with c as (select id from orders) select c.F from c',
  'with c(id) as (select 1 as F) select c.F from c',
  'with recursive c as (select 1 as n union all select c.n + 1 from c where c.F is null) select n from c',
  'select (select x from (select 1 as F) o, (select o.F as x) s) from orders o',
  'select (select x from (select o.F as x) s, lateral (select 1 as F) o) from orders o',
  'select j.F from (orders o join customers c on c.id = o.customer_id) j(a)',
  'select 1 from orders o join customers c on o.F = c.id',
  'select 1 from orders o where exists (select 1 from customers c where o.F = c.id)',
  'select o.F from orders o(a, b)',
]
const CALLED_BY_ATTRIBUTE = ['pp', '"pp"', 'record_out', 'pg_column_size', 'row_to_json']

export function forbiddenAttributes(dialect: AttackedDialect): Attack[] {
  if (dialect !== 'postgres') return []
  return CALLED_BY_ATTRIBUTE.flatMap((name) => ATTRIBUTES.map((place) => ({ kind: 'attribute notation', sql: place.replace(/\bF\b/g, () => name) })))
}

/** Functions of a database of its own that bear the name of a listed one, over other types: what is called must be PostgreSQL's own, or nothing. */
export const OVERLOADS = {
  create: [
    "create function public.lower(int) returns text language sql as $$ select 'overload' $$",
    "create function public.upper(orders) returns text language sql as $$ select 'overload' $$",
    "create function public.round(text) returns text language sql as $$ select 'overload' $$",
    "create function public.unnest(int) returns text language sql as $$ select 'overload' $$",
    "create function public.pp(orders) returns text language sql as $$ select 'called' $$",
  ],
  statements: [
    'select lower(1)',
    'select lower(id) from orders',
    'select upper(o) from orders o',
    "select round('x'::text)",
    'select * from lower(1)',
    'select unnest(1)',
    'select * from unnest(1)',
    'select id from orders order by lower(id)',
    'select count(*) filter (where lower(id) is null) from orders',
  ],
}

export function forbiddenCalls(dialect: AttackedDialect): Attack[] {
  return CALLS[dialect].flatMap((call, row) =>
    PLACES.filter((_, column) => column < 2 || (row + column) % 3 === 0).map((place) => ({ kind: 'forbidden call', sql: place.replace(/\bF\b/, () => call) })),
  )
}
