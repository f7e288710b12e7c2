import { eq } from 'drizzle-orm'
import type { Sealed } from '#db/schema/catalog.ts'
import { datasources } from '#db/schema/semantics.ts'
import type { SealContext } from '../../access/vault.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { type GivenConnection, SECRET_MEMBERS, type ShownConnection } from './connections.ts'
import type { SourceType } from './source.ts'

type Members = Record<string, unknown>
export type ConnectionSecrets = Record<string, string>

/** The secret each type of source signs in with, if any; what a connection is shown with says only whether there is one. */
const SECRET_OF: Partial<Record<SourceType, string>> = {
  postgres: 'password',
  mysql: 'password',
  mariadb: 'password',
  clickhouse: 'password',
  libsql: 'auth_token',
  s3: 'secret_access_key',
  delta: 'secret_access_key',
  iceberg: 'secret_access_key',
}

/** What decides who is sent a secret: with another of these it is to be given again. */
const PLACE_MEMBERS = ['host', 'port', 'user', 'url', 'endpoint', 'access_key_id'] as const

const place = (id: string): SealContext => ({ table: 'datasources', row: id, column: 'secrets' })

/** The member of a type's connection that is its secret. */
export const secretMemberOf = (type: SourceType): string | undefined => SECRET_OF[type]

/** Parts a connection into what may be kept in clear and its secrets. */
export function splitSecrets(type: SourceType, connection: GivenConnection): { shown: ShownConnection; secrets: ConnectionSecrets } {
  const members = Object.entries(connection as Members)
  const secrets = Object.fromEntries(members.filter(([name, value]) => SECRET_MEMBERS.includes(name) && typeof value === 'string')) as ConnectionSecrets
  const open = Object.fromEntries(members.filter(([name, value]) => !SECRET_MEMBERS.includes(name) && value !== undefined))
  const secret = secretMemberOf(type)
  return { shown: { ...open, ...(secret ? { [`has_${secret}`]: secret in secrets } : {}) } as ShownConnection, secrets }
}

/** The connection an engine is given: what is shown of it, and its secrets. */
export function joinSecrets(type: SourceType, shown: ShownConnection, secrets: ConnectionSecrets): GivenConnection {
  const { [`has_${secretMemberOf(type)}`]: _, ...members } = shown as Members
  return { ...members, ...secrets } as GivenConnection
}

/** What to store of a data source's secrets. */
export async function sealSecrets(ctx: Context, id: string, secrets: ConnectionSecrets): Promise<Sealed | null> {
  return Object.keys(secrets).length ? ctx.ports.vault.seal(place(id), JSON.stringify(secrets)) : null
}

/** The secrets of a stored data source, opened, and a mark that changes when they do. */
export async function openSecrets(ctx: Context, id: string): Promise<{ secrets: ConnectionSecrets; mark: string }> {
  const [row] = await ctx.db.select({ secrets: datasources.secrets }).from(datasources).where(eq(datasources.id, id))
  if (!row?.secrets) return { secrets: {}, mark: '' }
  const opened = await ctx.ports.vault.open(place(id), row.secrets).catch((cause: unknown) => {
    throw new Failure('datasource_unreachable', 'the stored secret of this data source cannot be opened', { hint: 'give its connection again', cause })
  })
  return { secrets: JSON.parse(opened.expose()) as ConnectionSecrets, mark: row.secrets.nonce }
}

/** Whether a connection sends its secret somewhere else, or as someone else, than another one. */
export function leadsElsewhere(before: ShownConnection, after: GivenConnection | ShownConnection): boolean {
  return PLACE_MEMBERS.some((member) => (before as Members)[member] !== (after as Members)[member])
}
