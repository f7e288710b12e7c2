import { FLOWS } from '#test/oauth/flows.ts'
import type { OAuthPlace } from '#test/oauth/steps.ts'
import { anew, expectEqual, type SigninCase, type Signing } from './signing.ts'

const PASSWORD = 'correct horse battery'

/** Somebody with a password who has signed in. */
const personAt =
  ({ call }: Signing): OAuthPlace['person'] =>
  async () => {
    const email = `${anew()}@example.com`
    const made = await call('POST /users', { body: { email, name: 'Ann', role: 'user', password: PASSWORD } })
    const { body } = await call('POST /auths/signin', { as: null, body: { email, password: PASSWORD } })
    if (made.status !== 201 || !body.token) throw new Error(`nobody could sign in: ${made.status}`)
    return { token: body.token, password: PASSWORD }
  }

export const placeOf = (signing: Signing): OAuthPlace => {
  const { at, call, origin, adminKey } = signing
  return { call, issuer: origin, core: at('core'), llm: at('llm'), adminKey, person: personAt(signing) }
}

/** Apps that act for people: each flow and fault of OAuth 2.1. */
export const oauthCases: SigninCase[] = FLOWS.map(({ name, run, expected }) => ({
  flow: 'OAuth',
  fault: name,
  run: async (signing) => expectEqual('what came of it', await run(placeOf(signing)), expected),
}))
