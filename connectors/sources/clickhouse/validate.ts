import { Failure } from '#domain/failure.ts'
import type { SourceValidation } from '#domain/semantics/sources/source.ts'
import { runChecks } from '../checks.ts'
import { namedIn, type ReadOwn } from './introspect.ts'

/** What a user may do without being able to change anything. */
const HARMLESS = /^(?:SELECT|SHOW(?: .*)?|CHECK|dictGet|KILL QUERY|INTROSPECTION|addressToLine.*|demangle|REMOTE|CLUSTER|displaySecretsInShowAndSelect|USAGE)$/i

/** `isBare` says, after sign-in, that the user may name no setting. */
export type Steps = { reach: () => Promise<void>; read: ReadOwn; isBare: () => boolean }

/** Tries reach, sign-in, the schema and what the user may do. */
export function validateClickhouse({ reach, read, isBare }: Steps, schemas: string[], signal: AbortSignal): Promise<SourceValidation> {
  return runChecks(
    [
      {
        name: 'reach',
        async run() {
          await reach()
          return { message: 'the host answers' }
        },
      },
      {
        name: 'sign_in',
        async run() {
          const [[version] = []] = await read('select version()')
          const [major = 0, minor = 0] = String(version).split('.').map(Number)
          if (major < 23 || (major === 23 && minor < 8))
            throw new Failure('datasource_unreachable', `the server is ClickHouse ${version}; 23.8 is the oldest served`)
          return { message: 'the user is let in', serverVersion: `ClickHouse ${version}` }
        },
      },
      {
        name: 'read_schema',
        async run() {
          const [[found] = []] = await read(`select count() from system.tables where ${namedIn('database', schemas)} and is_temporary = 0`, schemas)
          const count = Number(found)
          if (count === 0) throw new Failure('invalid', 'this user sees no table', { hint: 'grant it SELECT on the database, or name the right one' })
          return { message: count === 1 ? '1 table' : `${count} tables` }
        },
      },
      {
        name: 'read_only',
        async run() {
          if (isBare()) return { message: 'the profile of this user is read-only' }
          const writes = await writesOf(read)
          if (writes.length === 0) return { message: 'this user can only read' }
          const some = writes.length <= 4 ? writes.join(', ') : `${writes.slice(0, 4).join(', ')} and ${writes.length - 4} more`
          return { ok: false, message: `this user may also ${some}; statements run read-only all the same, but a user with SELECT alone is safer` }
        },
      },
    ],
    signal,
  )
}

/** What the user may change, by its own grants and those of its roles. */
async function writesOf(read: ReadOwn): Promise<string[]> {
  const writes = new Set<string>()
  for (const [line] of await read('show grants final')) {
    const [, privileges = ''] = /^GRANT (.*?) ON /i.exec(String(line)) ?? []
    for (const privilege of privileges.replace(/\([^)]*\)/g, '').split(',')) {
      const name = privilege.trim()
      if (name !== '' && !HARMLESS.test(name)) writes.add(name)
    }
  }
  return [...writes]
}
