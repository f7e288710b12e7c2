import { Failure } from '#domain/failure.ts'
import type { JsonValue, SourceValidation } from '#domain/semantics/sources/source.ts'
import { runChecks } from '../checks.ts'
import { readGrants, someOf } from './grants.ts'
import type { Flavour, Session } from './session.ts'

export type Steps = {
  reach(): Promise<void>
  signIn(): Promise<Session>
  countTables(session: Session): Promise<number>
  read(session: Session, sql: string): Promise<JsonValue[][]>
}

const NAMES: Record<Flavour, string> = { mysql: 'MySQL', mariadb: 'MariaDB' }

/** Tries reach, sign-in, the schema and what the user may do; says when the server is of the other kind than was `asked` for. */
export function validateMysql(steps: Steps, asked: Flavour, signal: AbortSignal): Promise<SourceValidation> {
  let session: Session
  return runChecks(
    [
      {
        name: 'reach',
        async run() {
          await steps.reach()
          return { message: 'the host answers' }
        },
      },
      {
        name: 'sign_in',
        async run() {
          session = await steps.signIn()
          const name = NAMES[session.flavour]
          const other = session.flavour === asked ? '' : `; this is ${name}: make it a data source of type ${session.flavour}`
          return { message: `the user is let in${other}`, serverVersion: `${name} ${session.version}` }
        },
      },
      {
        name: 'read_schema',
        async run() {
          const count = await steps.countTables(session)
          if (count === 0) throw new Failure('invalid', 'this user sees no table', { hint: 'grant it SELECT on the database, or name the right schemas' })
          return { message: count === 1 ? '1 table' : `${count} tables` }
        },
      },
      {
        name: 'read_only',
        async run() {
          const writes = await writesOf(session, steps)
          if (writes.length === 0) return { message: 'this user can only read' }
          return { ok: false, message: `this user may also ${someOf(writes)}; statements run read-only all the same, but a user with SELECT alone is safer` }
        },
      },
    ],
    signal,
  )
}

/** What the user may change, by its own grants and those of its roles. */
async function writesOf(session: Session, { read }: Steps): Promise<string[]> {
  const linesOf = async (sql: string) => (await read(session, sql)).map(([line]) => String(line))
  const { writes, roles } = readGrants(await linesOf('show grants'))
  const found = new Set(writes)
  // A role shows what it may do to those who have it: on MySQL when asked, on MariaDB when worn.
  if (session.flavour === 'mysql' && roles.length > 0) {
    for (const write of readGrants(await linesOf(`show grants for current_user() using ${roles.join(', ')}`)).writes) found.add(write)
  } else {
    for (const role of roles) {
      await read(session, `set role ${role}`)
      for (const write of readGrants(await linesOf('show grants')).writes) found.add(write)
    }
  }
  return [...found]
}
