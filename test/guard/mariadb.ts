import { createConnection } from 'mysql2/promise'
import { ALLOWED, shop } from '#connectors/sources/guard/corpus/world.ts'
import { guardStatement } from '#connectors/sources/guard/statement.ts'
import { createMariadbDatabase } from '#test/mariadb.ts'
import { type Guarded, reasonOf, refusedAsNull } from './guarded.ts'

const HARMFUL =
  /\b(sleep|benchmark|load_file|get_lock|release_lock|user|current_user|session_user|database|version|connection_id|last_insert_id|nextval|lastval|setval|extractvalue|updatexml|name_const)\(|@|`?(information_schema|mysql|performance_schema|sys)`?\./i

/** MariaDB's guard, asked of a server: a user who may read the allowed tables alone, and the server's own words for the statement. */
export async function mariadbGuard(): Promise<Guarded> {
  const { create, insert } = shop('mysql')
  const database = await createMariadbDatabase([...create, ...insert])
  const schema = database.connection.database
  const reader = `${schema.slice(0, 16)}_g`
  await database.admin.query(`create user '${reader}'@'%' identified by 'reading'`)
  for (const table of ALLOWED) await database.admin.query(`grant select on ${schema}.${table} to '${reader}'@'%'`)
  const server = await createConnection({ ...database.connection, ssl: undefined, user: reader, password: 'reading', charset: 'utf8mb4' } as never)
  const tables = ALLOWED.map((name) => ({ name, schema }))

  return {
    name: 'mariadb',
    dialect: 'mysql',
    oracle: "a server's user who may read the allowed tables alone, and the server's rewriting of the statement",
    guard: (sql) => refusedAsNull(async () => (await guardStatement('mariadb', { sql, tables, rowLimit: 20 })).sql),
    async breach(sql) {
      try {
        await server.query(`explain extended ${sql}`)
        const [warnings] = (await server.query('show warnings')) as unknown as [{ Message: string; Code: number }[]]
        const note = warnings.find(({ Code }) => Code === 1003)?.Message ?? ''
        return HARMFUL.exec(note.replace(/'(?:[^'\\]|\\.|'')*'/g, "''").replaceAll(`\`${schema}\`.`, ''))?.[0] ?? null
      } catch (error) {
        const { errno = 0 } = error as { errno?: number }
        // Denied, or looked for where nothing is: the guard let through a table that is not its own.
        return [1044, 1142, 1143, 1146, 1049, 1227, 1370, 1305].includes(errno) ? reasonOf(error) : null
      }
    },
    async runs(sql) {
      try {
        await server.query(sql)
        return null
      } catch (error) {
        return reasonOf(error)
      }
    },
    async close() {
      await server.end()
      await database.admin.query(`drop user if exists '${reader}'@'%'`)
      await database.drop()
    },
  }
}
