import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { oauthClients } from '#db/schema/oauth.ts'
import { commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { admitAttempt, networkOf } from '../attempts.ts'
import { faultOfRedirect } from './redirects.ts'
import { refuse } from './refusal.ts'
import { requireOAuth } from './resources.ts'

/** An app as an authorization request knows it. `verifiedHost` is where it proved itself to stand; one that registered itself proved nothing. */
export type Client = { id: string; name: string; uri: string | null; redirectUris: string[]; verifiedHost: string | null }

const MOST_REDIRECTS = 10
/** Registrations from one network in fifteen minutes, and those that nobody has used yet. */
const MOST_REGISTERED = 30
const MOST_UNUSED = 5_000
const DAY = 86_400_000
/** A registration nobody uses is forgotten after a day, one that was used after a year without use. */
const UNUSED_DAYS = 1
const USED_DAYS = 365

const text = z.string().max(2_000)
/** Client metadata (RFC 7591 §2), as far as it is used; members of others are ignored, as §2 asks. */
export const ClientRequest = z.object({
  redirect_uris: z.array(text).min(1).max(MOST_REDIRECTS),
  client_name: text.optional(),
  client_uri: text.optional(),
  grant_types: z.array(z.string()).max(20).optional(),
  response_types: z.array(z.string()).max(20).optional(),
  scope: text.optional(),
})

export const RegisteredClient = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int().meta({ description: 'Seconds since 1970' }),
    client_name: z.string(),
    client_uri: z.string().optional(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none').meta({ description: 'Every client is a public one: PKCE stands in for a secret' }),
  })
  .meta({ id: 'RegisteredClient' })

/** Registers an app that asks for it by itself (RFC 7591 §3). Fails with `invalid_redirect_uri`, `invalid_client_metadata`, and `rate_limited`. */
export async function registerClient(ctx: Context, given: unknown): Promise<z.infer<typeof RegisteredClient>> {
  requireOAuth(ctx)
  const { redirect_uris, client_name, client_uri } = readMetadata(given)
  await admitAttempt(ctx, [{ name: `oauth registration from ${networkOf(ctx.request.ip)}`, limit: MOST_REGISTERED }])
  const id = ctx.newId('app')
  const at = instantOf(ctx)
  const row = { id, name: nameOf(client_name) ?? redirectName(redirect_uris), uri: webAddress(client_uri) }
  const unused = sql`(select count(*) from ${oauthClients} where last_used_at is null) < ${MOST_UNUSED}`
  const change = ctx.db
    .insert(oauthClients)
    .select(sql`select ${id}, ${row.name}, ${row.uri}, ${JSON.stringify(redirect_uris)}, ${at}, null where ${unused}`)
    .returning({ id: oauthClients.id })
  const entry = { type: 'oauth_client.registered', resource: { type: 'oauth_client', id }, details: { name: row.name, redirect_uris } }
  await commitOne(ctx, change, entry).catch((error) => {
    throw error instanceof Failure && error.code === 'precondition_failed'
      ? new Failure('rate_limited', 'too many apps have registered lately: try again later', { retryAfter: 3600 })
      : error
  })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(ctx.now().getTime() / 1000),
    client_name: row.name,
    ...(row.uri ? { client_uri: row.uri } : {}),
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

function readMetadata(given: unknown): z.infer<typeof ClientRequest> {
  const read = ClientRequest.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    const param = issue?.path.map(String).join('.') || 'body'
    throw refuse(param.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata', `${param}: ${issue?.message ?? 'not valid'}`, param)
  }
  const { redirect_uris, grant_types, response_types } = read.data
  for (const uri of redirect_uris) {
    const fault = faultOfRedirect(uri)
    if (fault) throw refuse('invalid_redirect_uri', `a redirect URI may not be ${fault}`, 'redirect_uris')
  }
  if (grant_types && !grant_types.includes('authorization_code')) throw refuse('invalid_client_metadata', 'the grant type is authorization_code', 'grant_types')
  if (response_types && !response_types.includes('code')) throw refuse('invalid_client_metadata', 'the response type is code', 'response_types')
  return read.data
}

/**
 * The app an authorization request names: one that registered itself, or one whose `client_id` is the address of its metadata document.
 * Fails with `invalid_client` in words a person can be shown; nobody may be redirected then.
 */
export async function findClient(ctx: Context, id: string): Promise<Client> {
  if (/^https?:/i.test(id)) return readDocument(ctx, id)
  const [row] = await ctx.db.select().from(oauthClients).where(eq(oauthClients.id, id))
  if (!row) throw refuse('invalid_client', 'this app is not known here: it has to register anew', 'client_id')
  return { id: row.id, name: row.name, uri: row.uri, redirectUris: row.redirect_uris, verifiedHost: null }
}

/** Read anew each time: what it says may change, and who asks is somebody who has signed in. */
async function readDocument(ctx: Context, id: string): Promise<Client> {
  const fault = faultOfDocumentAddress(id)
  if (fault) throw refuse('invalid_client', `client_id: ${fault}`, 'client_id')
  const given = await ctx.ports.clientDocuments.read(id, ctx.signal).catch((error) => {
    if (!(error instanceof Failure)) throw error
    throw refuse('invalid_client', `the app’s metadata document cannot be read: ${error.message}`, 'client_id')
  })
  const said = given as Record<string, unknown> | null
  // §4.1: the document names the address it stands at, and a secret in it would be known to all.
  if (typeof said !== 'object' || said?.client_id !== id) throw refuse('invalid_client', 'the app’s metadata document names another client_id', 'client_id')
  if ('client_secret' in said) throw refuse('invalid_client', 'the app’s metadata document holds a secret', 'client_id')
  if (said.token_endpoint_auth_method !== undefined && said.token_endpoint_auth_method !== 'none') {
    throw refuse('invalid_client', 'the app authenticates in a way that is not offered here', 'client_id')
  }
  const { redirect_uris, client_name, client_uri } = readMetadata(given)
  const { host } = new URL(id)
  return { id, name: nameOf(client_name) ?? host, uri: webAddress(client_uri), redirectUris: redirect_uris, verifiedHost: host }
}

/** §3: https, with a path, without dots in it, a user or a fragment. */
function faultOfDocumentAddress(id: string): string | null {
  if (id.length > 500 || !URL.canParse(id)) return 'no address'
  const url = new URL(id)
  if (url.protocol !== 'https:') return 'the address of a metadata document begins with https'
  if (url.pathname === '/' || url.username || url.password || id.includes('#')) return 'no address of a metadata document'
  return url.href === id && !/\/\.{1,2}(?:\/|$)/.test(id) ? null : 'no address in its plain form'
}

/** What an app calls itself, without characters that change how the text around it reads. */
function nameOf(given: string | undefined): string | null {
  const plain = given
    ?.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .slice(0, 80)
  return plain || null
}

const redirectName = ([uri = '']: string[]): string => (URL.canParse(uri) ? new URL(uri).host || new URL(uri).protocol : 'app')

/** Shown as text next to the name; only a page of the web is. */
const webAddress = (given: string | undefined): string | null =>
  given !== undefined && given.length <= 300 && URL.canParse(given) && new URL(given).protocol === 'https:' ? new URL(given).href : null

/** Forgets registrations nobody uses. */
export async function forgetClients(ctx: Context): Promise<void> {
  const before = (days: number): string => new Date(ctx.now().getTime() - days * DAY).toISOString()
  const never = and(isNull(oauthClients.last_used_at), lt(oauthClients.created_at, before(UNUSED_DAYS)))
  await ctx.db.delete(oauthClients).where(or(never, lt(oauthClients.last_used_at, before(USED_DAYS))))
}
