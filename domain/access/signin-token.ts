import { checksum, randomBase62 } from './base62.ts'

type Kind = 'qs' | 'qi'

/** `token` is handed out once; only the HMAC of `secret` (256 bits, see `hashSecret`) is ever stored. */
export type NewToken = { token: string; secret: string }

/** `<kind>_<43 base62><checksum 6>` */
function newToken(kind: Kind): NewToken {
  const secret = randomBase62(43)
  const body = `${kind}_${secret}`
  return { token: body + checksum(body), secret }
}

function parseToken(kind: Kind, text: string): string | null {
  const [, body, found, secret, sum] = /^((q[si])_([0-9A-Za-z]{43}))([0-9A-Za-z]{6})$/.exec(text) ?? []
  return body !== undefined && secret !== undefined && found === kind && sum === checksum(body) ? secret : null
}

/** A token `qs_…` for a signed-in session. */
export const newSigninToken = (): NewToken => newToken('qs')

/** The secret of a well-formed session token, else null; needs no query. */
export const parseSigninToken = (text: string): string | null => parseToken('qs', text)

/** A one-time token `qi_…` that accepts an invitation. */
export const newInvitationToken = (): NewToken => newToken('qi')

/** The secret of a well-formed invitation token, else null. */
export const parseInvitationToken = (text: string): string | null => parseToken('qi', text)
