import { randomBytes } from 'node:crypto'
import type { Connection } from 'mysql2/promise'
import { createConnection } from 'mysql2/promise'

/** The server of MARIADB_TEST_URL, or the one a build machine runs. */
const url = new URL(process.env.MARIADB_TEST_URL ?? 'mysql://root@127.0.0.1:3306')
const signedIn = { host: url.hostname, port: Number(url.port || 3306), user: url.username, ...(url.password && { password: url.password }) }

/** Whether there is a server to test on: tests that need one are skipped without. */
export const hasMariadb = await createConnection({ ...signedIn, connectTimeout: 2_000 }).then(
  async (connection) => {
    await connection.end()
    return true
  },
  () => false,
)
export const NO_MARIADB = 'skipped: no MariaDB answers at 127.0.0.1:3306, nor at MARIADB_TEST_URL'

export type MariadbDatabase = {
  connection: { host: string; port: number; user: string; password?: string; database: string; ssl_mode: 'disable' }
  admin: Connection
  /** A user with these privileges on the database alone; dropped with it. */
  user(privileges: string): Promise<{ user: string; password: string }>
  drop(): Promise<void>
}

/** A database of its own, made by the statements. */
export async function createMariadbDatabase(statements: string[]): Promise<MariadbDatabase> {
  const database = `querent_${randomBytes(6).toString('hex')}`
  const admin = await createConnection({ ...signedIn, charset: 'utf8mb4' })
  const users: string[] = []
  await admin.query(`create database ${database} character set utf8mb4`)
  await admin.query(`use ${database}`)
  for (const statement of statements) await admin.query(statement)
  return {
    connection: { ...signedIn, database, ssl_mode: 'disable' },
    admin,
    async user(privileges) {
      const user = `${database.slice(0, 16)}_${users.length}`
      users.push(user)
      await admin.query(`create user '${user}'@'%' identified by 'reading'`)
      await admin.query(`grant ${privileges} on ${database}.* to '${user}'@'%'`)
      return { user, password: 'reading' }
    },
    async drop() {
      for (const user of users) await admin.query(`drop user if exists '${user}'@'%'`)
      await admin.query(`drop database if exists ${database}`)
      await admin.end()
    },
  }
}
