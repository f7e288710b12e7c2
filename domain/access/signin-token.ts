import { equalText, hashSecret } from './api-key.ts'
import { checksum, randomBase62 } from './base62.ts'
import type { WebKey } from './web-key.ts'

type Kind = 'qi' | 'ql' | 'qa' | 'qt'

/** `token` is handed out once; only the HMAC of `secret` (256 bits, see `hashSecret`) is ever stored. */
export type NewToken = { token: string; secret: string }

/** `<kind>_<43 base62><checksum 6>` */
function newToken(kind: Kind): NewToken {
  const secret = randomBase62(43)
  const body = `${kind}_${secret}`
  return { token: body + checksum(body), secret }
}

function parseToken(kind: Kind, text: string): string | null {
  const [, body, found, secret, sum] = /^((q[ilat])_([0-9A-Za-z]{43}))([0-9A-Za-z]{6})$/.exec(text) ?? []
  return body !== undefined && secret !== undefined && found === kind && sum === checksum(body) ? secret : null
}

/** A one-time token `qi_…` that accepts an invitation. */
export const newInvitationToken = (): NewToken => newToken('qi')

/** The secret of a well-formed invitation token, else null. */
export const parseInvitationToken = (text: string): string | null => parseToken('qi', text)

/** A ticket `qt_…` for the second step of a sign-in. */
export const newTicketToken = (): NewToken => newToken('qt')

/** The secret of a well-formed ticket, else null. */
export const parseTicketToken = (text: string): string | null => parseToken('qt', text)

/** A one-time token `ql_…` that signs its reader in. */
export const newLinkToken = (): NewToken => newToken('ql')

/** The secret of a well-formed link token, else null. */
export const parseLinkToken = (text: string): string | null => parseToken('ql', text)

/** A code `qa_…` that an app exchanges for its tokens. */
export const newCodeToken = (): NewToken => newToken('qa')

/** The secret of a well-formed code, else null. */
export const parseCodeToken = (text: string): string | null => parseToken('qa', text)

type Signed = 'qs' | 'qr' | 'qo' | 'qf'

/**
 * `<kind>_<id of the sign-in or connection><number, 8 base36><HMAC 43><checksum 6>`: the number is the second the token ends, or the generation of a renewal. Nothing of
 * it is stored, so that two tabs can be given the same renewal; it holds as long as the row of its sign-in says so.
 */
async function signedToken(kind: Signed, key: WebKey, id: string, number: number): Promise<string> {
  const claims = `${kind}_${id.slice(4)}${number.toString(36).padStart(8, '0')}`
  const body = `${claims}${await macOf(key, claims)}`
  return body + checksum(body)
}

async function parseSignedToken(kind: Signed, key: WebKey, text: string): Promise<{ id: string; number: number } | null> {
  const [, body, claims, found, id, number, mac, sum] = /^(((q[srof])_([0-9a-z]{26})([0-9a-z]{8}))([\w-]{43}))([0-9A-Za-z]{6})$/.exec(text) ?? []
  if (body === undefined || claims === undefined || number === undefined || mac === undefined) return null
  if (found !== kind || sum !== checksum(body) || !equalText(mac, await macOf(key, claims))) return null
  return { id: `${kind === 'qs' || kind === 'qr' ? 'sgn' : 'con'}_${id}`, number: Number.parseInt(number, 36) }
}

const macOf = async (key: WebKey, claims: string): Promise<string> =>
  (await hashSecret(key, claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** A bearer token `qs_…` of a sign-in, which ends at `expiresAt`. */
export const newSigninToken = (key: WebKey, signinId: string, expiresAt: Date): Promise<string> =>
  signedToken('qs', key, signinId, Math.floor(expiresAt.getTime() / 1000))

/** What a genuine bearer token of a sign-in says, else null; needs no query. */
export async function parseSigninToken(key: WebKey, text: string): Promise<{ signinId: string; expiresAt: Date } | null> {
  const parsed = await parseSignedToken('qs', key, text)
  return parsed && { signinId: parsed.id, expiresAt: new Date(parsed.number * 1000) }
}

/** The renewal token `qr_…` that a browser keeps in its cookie. */
export const newRenewalToken = (key: WebKey, signinId: string, generation: number): Promise<string> => signedToken('qr', key, signinId, generation)

/** What a genuine renewal token says, else null; needs no query. */
export async function parseRenewalToken(key: WebKey, text: string): Promise<{ signinId: string; generation: number } | null> {
  const parsed = await parseSignedToken('qr', key, text)
  return parsed && { signinId: parsed.id, generation: parsed.number }
}

/** An access token `qo_…` of an app somebody has connected, which ends at `expiresAt`. */
export const newAccessToken = (key: WebKey, connectionId: string, expiresAt: Date): Promise<string> =>
  signedToken('qo', key, connectionId, Math.floor(expiresAt.getTime() / 1000))

/** What a genuine access token says, else null; needs no query. */
export async function parseAccessToken(key: WebKey, text: string): Promise<{ connectionId: string; expiresAt: Date } | null> {
  const parsed = await parseSignedToken('qo', key, text)
  return parsed && { connectionId: parsed.id, expiresAt: new Date(parsed.number * 1000) }
}

/** The refresh token `qf_…` of an app. */
export const newRefreshToken = (key: WebKey, connectionId: string, generation: number): Promise<string> => signedToken('qf', key, connectionId, generation)

/** What a genuine refresh token says, else null; needs no query. */
export async function parseRefreshToken(key: WebKey, text: string): Promise<{ connectionId: string; generation: number } | null> {
  const parsed = await parseSignedToken('qf', key, text)
  return parsed && { connectionId: parsed.id, generation: parsed.number }
}
