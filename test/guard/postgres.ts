import { OVERLOADS } from '#connectors/sources/guard/corpus/functions.ts'
import { ALLOWED, COLUMNS, shop } from '#connectors/sources/guard/corpus/world.ts'
import { guardStatement } from '#connectors/sources/guard/statement.ts'
import { createPostgresDatabase } from '#test/postgres.ts'
import { type Guarded, reasonOf, refusedAsNull } from './guarded.ts'

const HARMFUL =
  /^(pg_(?!typeof$).*|lo_.*|dblink.*|query_to_.*|table_to_.*|cursor_to_.*|schema_to_.*|database_to_.*|set_config|current_setting|nextval|setval|currval|lastval|inet_(client|server)_.*|has_.*_privilege|to_reg.*|txid_.*|version|current_(user|database|schemas?|query)|session_user|ts_stat|xpath|regclass.*|reg(proc|class|type|role|namespace)in)$/

/** PostgreSQL's guard, asked of a server: what a view of the statement holds in its rewrite rule, by object id. */
export async function postgresGuard(): Promise<Guarded> {
  const { create, insert } = shop('postgres')
  const database = await createPostgresDatabase([...create, ...insert, ...OVERLOADS.create])
  const { admin: server } = database
  const relations = new Set(
    (await server`select oid::int as oid from pg_class where relname in ${server(ALLOWED)} and relnamespace = 'public'::regnamespace`).map(({ oid }) => oid),
  )
  const names = new Map(
    (await server`select oid::int as oid, proname::text as name, pronamespace = 'pg_catalog'::regnamespace as own from pg_proc`).map(({ oid, name, own }) => [
      oid,
      { name: String(name), own: own === true },
    ]),
  )

  return {
    name: 'postgres',
    dialect: 'postgres',
    oracle: 'the relations and functions in the rewrite rule of a view of the statement, on a server',
    guard: (sql) =>
      refusedAsNull(
        async () =>
          (await guardStatement('postgres', { sql, tables: ALLOWED.map((name) => ({ name, schema: 'public', columns: COLUMNS[name] ?? [] })), rowLimit: 20 }))
            .sql,
      ),
    async breach(sql) {
      const asked = `create temp view asked as select count(*) from (\n${sql}\n) q; select ev_class::int as own, ev_action::text as action from pg_rewrite where ev_class = 'asked'::regclass; drop view asked`
      try {
        const replies = (await server.unsafe(asked)) as unknown as { own: number; action: string }[][]
        const [rule] = replies[1] ?? []
        if (!rule) return 'no rule to read'
        for (const [, id] of rule.action.matchAll(/:relid (\d+)/g))
          if (!relations.has(Number(id)) && Number(id) !== rule.own && id !== '0') return `relation ${id}`
        for (const [, id] of rule.action.matchAll(/:(?:funcid|opfuncid|aggfnoid|winfnoid) (\d+)/g)) {
          const { name = '', own = true } = names.get(Number(id)) ?? {}
          if (!own || HARMFUL.test(name)) return `function ${name}`
        }
        return null
      } catch (error) {
        await server.unsafe('drop view if exists asked')
        return /relation ".*" does not exist|permission denied|cannot be executed/.test(reasonOf(error)) ? reasonOf(error) : null
      }
    },
    async runs(sql) {
      try {
        await server.unsafe(sql)
        return null
      } catch (error) {
        return reasonOf(error)
      }
    },
    close: () => database.drop(),
  }
}
