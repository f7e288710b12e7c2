import { eq } from 'drizzle-orm'
import { auditLogs } from '#db/schema/catalog.ts'
import { directories } from '#db/schema/directories.ts'
import { apiKeys, users } from '#db/schema/identity.ts'
import { mails } from '#db/schema/mails.ts'
import { deliveries, webhooks } from '#db/schema/webhooks.ts'
import { hashSecret, newApiKey, newDirectoryToken } from '#domain/access/api-key.ts'
import { guestTokenKeys } from '#domain/access/guest-access.ts'
import { signGuestToken } from '#domain/access/guest-token.ts'
import type { Ports } from '#domain/context.ts'
import { newId } from '#domain/identifiers.ts'
import type { Recorded } from '#test/database.ts'
import { takingMailer } from '#test/fakes/mailer.ts'
import { type Kept, type TestServer, testServer } from '#test/harness.ts'
import { at } from './seeds/ids.ts'
import { seedObjects } from './seeds.ts'

/** Who calls. The first eight are refused before anything is looked at. */
export const PRINCIPALS = [
  'nobody',
  'malformed key',
  'unknown key',
  'revoked key',
  'expired key',
  'disabled user',
  'expired guest',
  'tampered guest',
  'pending user',
  'key without scope',
  'user without grant',
  'viewer',
  'viewer by group',
  'editor',
  'owner',
  'admin',
  'guest',
  'guest of another dashboard',
  'directory',
] as const
export type Principal = (typeof PRINCIPALS)[number]

export type World = {
  server: TestServer
  /** The `Authorization` value of a principal; `null` = none. */
  credential(principal: Principal): string | null
  /** The ids of one object of each kind, all owned by `owner`. */
  ids: Record<string, string>
}

type Made = { kept: Kept; ids: World['ids']; tokens: Record<Principal, string | null> }

const unheard = () => {}
/** What the first world held whose statements were told to a listener: those after it begin with a copy. */
const made = new WeakMap<(statement: Recorded) => void, Made>()

/** A deployment with one object of each kind, and a credential for each principal. */
export async function createWorld(
  ports: Partial<Ports> = {},
  environment: Record<string, string> = {},
  statements?: (statement: Recorded) => void,
): Promise<World> {
  const listener = statements ?? unheard
  const options = { ports: { mailer: takingMailer(), ...ports }, environment, ...(statements ? { statements } : {}) }
  const known = made.get(listener)
  if (known) {
    const server = await testServer({ ...options, from: known.kept })
    return { server, ids: { ...known.ids }, credential: (principal) => known.tokens[principal] }
  }
  const server = await testServer(options)
  const { ids, tokens } = await settle(server)
  made.set(listener, { kept: await server.kept(), ids: { ...ids }, tokens })
  return { server, ids, credential: (principal) => tokens[principal] }
}

/** Makes the objects and the principals. */
async function settle(server: TestServer): Promise<Omit<Made, 'kept'>> {
  const { db } = server
  const [owner, viewer, member, editor, stranger, pending, disabled, revoked, expired] = await Promise.all([
    server.account(),
    server.account(),
    server.account(),
    server.account(),
    server.account(),
    server.account({ role: 'pending' }),
    server.account(),
    server.account(),
    server.account(),
  ])
  const scopeless = await server.account({ role: 'admin', scopes: ['audio:none'] })
  const ids = await seedObjects(db, { owner, viewer, member, editor, stranger })
  await db.batch([
    db.update(apiKeys).set({ revoked_at: at }).where(eq(apiKeys.user_id, revoked.id)),
    db.update(apiKeys).set({ expires_at: at }).where(eq(apiKeys.user_id, expired.id)),
    db.update(users).set({ status: 'disabled' }).where(eq(users.id, disabled.id)),
  ])
  const [ownerKey] = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.user_id, owner.id))
  ids.ownerKey = ownerKey?.id ?? ''
  const [entry] = await db.select({ id: auditLogs.id }).from(auditLogs).limit(1)
  ids.auditEntry = entry?.id ?? ''

  ids.directory = newId('dir', Date.parse(at))
  const directory = newDirectoryToken()
  await db.insert(directories).values({
    id: ids.directory,
    name: 'Directory',
    lookup: directory.id,
    secret_hmac: await hashSecret(await server.vault.subkey('api-key-pepper'), directory.secret),
    last4: directory.last4,
    default_role: 'user',
    created_by: owner.id,
    created_at: at,
    updated_at: at,
  })

  ids.webhook = newId('whk', Date.parse(at))
  ids.delivery = newId('dlv', Date.parse(at))
  ids.mail = newId('mal', Date.parse(at))
  const endpoint = { url: 'http://127.0.0.1:9/hook', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
  await db.batch([
    db.insert(webhooks).values({
      id: ids.webhook,
      name: 'Operations',
      url: endpoint.url,
      format: 'standard',
      endpoint: await server.vault.seal({ table: 'webhooks', row: ids.webhook, column: 'endpoint' }, JSON.stringify(endpoint)),
      events: [],
      since: 0,
      is_enabled: true,
      owner_id: owner.id,
      scopes: ['*'],
      created_at: at,
      updated_at: at,
    }),
    db.insert(deliveries).values({
      id: ids.delivery,
      message_id: ids.delivery,
      webhook_id: ids.webhook,
      owner_id: owner.id,
      event: 'webhook.test',
      body: '{}',
      subject: 'Querent',
      text: '',
      status: 'delivered',
      tries: [],
      created_at: at,
      completed_at: at,
    }),
    db.insert(mails).values({ id: ids.mail, kind: 'test', user_id: owner.id, status: 'sent', tries: [], created_at: at, expires_at: at, completed_at: at }),
  ])

  const guestKeys = await guestTokenKeys(server.vault, server.settings)
  const guest = async (dashboardId: string, life: { now: Date }) =>
    (
      await signGuestToken(
        guestKeys,
        { subject: 'visitor', dashboardId, minterId: owner.id, filters: [], permissions: { can_export: true, can_chat: true }, epoch: 1 },
        { ...life, tokenId: 'jti-1', expiresIn: 300 },
      )
    ).token
  const living = await guest(ids.dashboard ?? '', { now: server.clock.now })
  const tokens: Record<Principal, string | null> = {
    nobody: null,
    'malformed key': 'Bearer qk_dev_not-a-key',
    'unknown key': `Bearer ${newApiKey('dev').key}`,
    'revoked key': `Bearer ${revoked.key}`,
    'expired key': `Bearer ${expired.key}`,
    'disabled user': `Bearer ${disabled.key}`,
    'expired guest': `Bearer ${await guest(ids.dashboard ?? '', { now: new Date(server.clock.now.getTime() - 3_600_000) })}`,
    'tampered guest': `Bearer ${living.slice(0, -4)}AAAA`,
    'pending user': `Bearer ${pending.key}`,
    'key without scope': `Bearer ${scopeless.key}`,
    'user without grant': `Bearer ${stranger.key}`,
    viewer: `Bearer ${viewer.key}`,
    'viewer by group': `Bearer ${member.key}`,
    editor: `Bearer ${editor.key}`,
    owner: `Bearer ${owner.key}`,
    admin: `Bearer ${server.adminKey}`,
    guest: `Bearer ${living}`,
    'guest of another dashboard': `Bearer ${await guest(ids.otherDashboard ?? '', { now: server.clock.now })}`,
    directory: `Bearer ${directory.key}`,
  }
  return { ids, tokens }
}
