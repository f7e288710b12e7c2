import { Failure } from '#domain/failure.ts'
import type { SourceValidation } from '#domain/semantics/sources/source.ts'
import { runChecks } from '../checks.ts'
import type { ReadAll } from './introspect.ts'

/** Whether the user may change anything of the served schemas, with one example of it. */
const RIGHTS = `
  select current_setting('is_superuser'), has_database_privilege(current_database(), 'create'),
    (select min(quote_ident(n.nspname)) from pg_catalog.pg_namespace n
      where n.nspname = any (string_to_array($1, chr(31))) and has_schema_privilege(n.oid, 'create')),
    (select min(quote_ident(n.nspname) || '.' || quote_ident(c.relname)) from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any (string_to_array($1, chr(31))) and c.relkind in ('r', 'p', 'f', 'v')
        and has_table_privilege(c.oid, 'insert, update, delete, truncate'))`

const COUNT = `
  select count(*) from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any (string_to_array($1, chr(31))) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and has_any_column_privilege(c.oid, 'select')`

/** The schemas of which the user may read something. */
const SCHEMAS = `
  select distinct n.nspname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'f') and has_any_column_privilege(c.oid, 'select')
  order by 1 limit 20`

export type PostgresSession = { reach: () => Promise<void>; readAll: ReadAll; schemas: readonly string[] }

/** Tries a connection step by step. */
export async function validatePostgres({ reach, readAll, schemas }: PostgresSession, signal: AbortSignal): Promise<SourceValidation> {
  const list = schemas.join('\u001f')
  return runChecks(
    [
      { name: 'reach', run: () => reach().then(() => ({ message: 'the server answers' })) },
      {
        name: 'sign_in',
        async run() {
          const [[version, user, encrypted] = []] = await readAll(
            "select current_setting('server_version'), current_user, coalesce((select ssl from pg_catalog.pg_stat_ssl where pid = pg_backend_pid()), false)",
            [],
          )
          const how = encrypted === true ? 'encrypted' : 'not encrypted'
          return { message: `signed in as ${String(user).slice(0, 63)}, ${how}`, serverVersion: String(version).split(' ')[0] ?? '' }
        },
      },
      {
        name: 'read_schema',
        async run() {
          const [[count] = []] = await readAll(COUNT, [list])
          const named = schemas.length === 1 ? `the schema ${schemas[0]}` : `the ${schemas.length} schemas`
          if (Number(count) === 0) {
            const others = (await readAll(SCHEMAS, [])).map(([name]) => String(name).slice(0, 63))
            const hint = others.length > 0 ? `the schemas there are: ${others.join(', ')}; name them in schemas` : 'name others in schemas, or grant select'
            throw new Failure('invalid', `${named} has no table this user may read`, { hint })
          }
          return { message: Number(count) === 1 ? '1 table' : `${count} tables` }
        },
      },
      {
        name: 'read_only',
        async run() {
          const [[superuser, creates, schema, table] = []] = await readAll(RIGHTS, [list])
          const advice = 'every query runs in a read-only transaction, but a user who may only select is safer'
          if (superuser === 'on') return { ok: false, message: `this user is a superuser: ${advice}` }
          const what = table ? `change ${table}` : schema ? `create in ${schema}` : creates === true ? 'create schemas' : null
          return what ? { ok: false, message: `this user may ${what}: ${advice}` } : { message: 'this user can only read' }
        },
      },
    ],
    signal,
  )
}
