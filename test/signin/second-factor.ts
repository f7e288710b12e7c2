import { Secret, TOTP } from 'otpauth'
import { anew, expectEqual, type SigninCase, type Signing } from './signing.ts'

const PASSWORD = 'correct horse battery'
const flow = 'second factor'

/** A code of the app, so many steps of thirty seconds from now. */
const code = (secret: string, off: -1 | 0 | 1) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + off * 30_000 })

/** Waits out the end of a step, so that the codes around now stay those around now. */
async function steady(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left + 200))
}

async function enrolled({ call }: Signing) {
  await steady()
  const email = `${anew()}@example.com`
  const { body: user } = await call('POST /users', { body: { email, password: PASSWORD } })
  const signIn = () => call('POST /auths/signin', { as: null, body: { email, password: PASSWORD } })
  const { token } = (await signIn()).body
  const { secret } = (await call('POST /auths/second-factor', { as: token, body: { current_password: PASSWORD } })).body
  // The earliest code that counts, so that later ones are left.
  const { body } = await call('POST /auths/second-factor/confirm', { as: token, body: { code: code(secret, -1) } })
  const second = async (ticket: string, given: string) => (await call('POST /auths/signin/second-factor', { as: null, body: { ticket, code: given } })).status
  const ticket = async () => (await signIn()).body.ticket as string
  return { id: user.id as string, token: token as string, secret: secret as string, codes: body.recovery_codes as string[], signIn, second, ticket }
}

export const secondFactorCases: SigninCase[] = [
  {
    flow,
    fault: 'none',
    async run(signing) {
      const ann = await enrolled(signing)
      const half = await ann.signIn()
      expectEqual('first step', [half.status, half.body.token ?? null], [202, null])
      expectEqual('second step', await ann.second(half.body.ticket, code(ann.secret, 0)), 200)
    },
  },
  {
    flow,
    fault: 'the ticket as a credential',
    async run(signing) {
      const ann = await enrolled(signing)
      const ticket = await ann.ticket()
      expectEqual('elsewhere', (await signing.call('GET /auths', { as: ticket })).status, 401)
      expectEqual('to enrol', (await signing.call('POST /auths/signin/enrol', { as: null, body: { ticket } })).status, 401)
    },
  },
  {
    flow,
    fault: 'code and ticket used twice',
    async run(signing) {
      const ann = await enrolled(signing)
      const [one, two] = [await ann.ticket(), await ann.ticket()]
      const now = code(ann.secret, 0)
      const both = await Promise.all([ann.second(one, now), ann.second(two, now)])
      expectEqual('at the same time', both.toSorted(), [200, 401])
      expectEqual('an earlier code', await ann.second(await ann.ticket(), code(ann.secret, -1)), 401)
      const third = await ann.ticket()
      expectEqual('the next code', await ann.second(third, code(ann.secret, 1)), 200)
      expectEqual('its ticket again', await ann.second(third, ann.codes[0] ?? ''), 401)
    },
  },
  {
    flow,
    fault: 'recovery code used twice',
    async run(signing) {
      const ann = await enrolled(signing)
      expectEqual('first', await ann.second(await ann.ticket(), ann.codes[0] ?? ''), 200)
      expectEqual('again', await ann.second(await ann.ticket(), ann.codes[0] ?? ''), 401)
    },
  },
  {
    flow,
    fault: 'guessing',
    async run(signing) {
      const ann = await enrolled(signing)
      const ticket = await ann.ticket()
      const tries = await Promise.all(Array.from({ length: 15 }, (_, index) => ann.second(ticket, String(100_000 + index))))
      expectEqual('tries', [tries.filter((status) => status === 401).length, tries.filter((status) => status === 429).length], [10, 5])
      expectEqual('the right code then', await ann.second(ticket, code(ann.secret, 0)), 429)
    },
  },
  {
    flow,
    fault: 'a password link around it',
    async run(signing) {
      const ann = await enrolled(signing)
      const { token } = (await signing.call(`POST /users/${ann.id}/invitation`, { body: {} })).body
      const reply = await signing.call('POST /auths/invitations/accept', { as: null, body: { token, password: 'a new password' } })
      expectEqual('reply', [reply.status, reply.body.token ?? null], [202, null])
    },
  },
  {
    flow,
    fault: 'reset by an administrator',
    async run(signing) {
      const ann = await enrolled(signing)
      const ticket = await ann.ticket()
      expectEqual('by himself', (await signing.call(`DELETE /users/${ann.id}/second-factor`, { as: ann.token })).status, 403)
      expectEqual('by an administrator', (await signing.call(`DELETE /users/${ann.id}/second-factor`)).status, 204)
      expectEqual('the sign-in', (await signing.call('GET /auths', { as: ann.token })).status, 401)
      expectEqual('the ticket with an old code', await ann.second(ticket, ann.codes[0] ?? ''), 401)
      expectEqual('the next sign-in', (await ann.signIn()).status, 200)
    },
  },
]
