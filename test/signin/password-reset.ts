import { anew, expectEqual, type SigninCase, type Signing } from './signing.ts'

const flow = 'password reset'
const OLD = 'correct horse battery'
const NEW = 'another password'

async function forgetful({ call, mailedLinks }: Signing) {
  const email = `${anew()}@example.com`
  const { body: user } = await call('POST /users', { body: { email, password: OLD } })
  const signIn = async (password: string) => (await call('POST /auths/signin', { as: null, body: { email, password } })).status
  const { token } = (await call('POST /auths/signin', { as: null, body: { email, password: OLD } })).body
  const asked = await call('POST /auths/password-reset', { as: null, body: { email } })
  expectEqual('asked', asked.status, 202)
  const [link = ''] = await mailedLinks(email)
  const choose = async (given: string) => (await call('POST /auths/invitations/accept', { as: null, body: { token: given, password: NEW } })).status
  return { id: user.id as string, token: token as string, link, signIn, choose, asked: asked.body }
}

export const passwordResetCases: SigninCase[] = [
  {
    flow,
    fault: 'none',
    async run(signing) {
      const ann = await forgetful(signing)
      expectEqual('chosen', await ann.choose(ann.link), 200)
      expectEqual('old and new password', [await ann.signIn(OLD), await ann.signIn(NEW)], [401, 200])
      expectEqual('the sign-in before', (await signing.call('GET /auths', { as: ann.token })).status, 401)
    },
  },
  {
    flow,
    fault: 'link used twice',
    async run(signing) {
      const ann = await forgetful(signing)
      const both = await Promise.all([ann.choose(ann.link), ann.choose(ann.link)])
      expectEqual('at the same time', both.toSorted(), [200, 404])
      expectEqual('later', await ann.choose(ann.link), 404)
    },
  },
  {
    flow,
    fault: 'link made up',
    async run(signing) {
      const ann = await forgetful(signing)
      expectEqual('one letter changed', await ann.choose(`${ann.link.slice(0, 10)}${ann.link[10] === 'a' ? 'b' : 'a'}${ann.link.slice(11)}`), 404)
      expectEqual('old password', await ann.signIn(OLD), 200)
    },
  },
  {
    flow,
    fault: 'unknown address',
    async run(signing) {
      const ann = await forgetful(signing)
      const unknown = await signing.call('POST /auths/password-reset', { as: null, body: { email: `${anew()}@example.com` } })
      expectEqual('the same answer', [unknown.status, unknown.body], [202, ann.asked])
    },
  },
  {
    flow,
    fault: 'disabled user',
    async run(signing) {
      const ann = await forgetful(signing)
      await signing.call(`PUT /users/${ann.id}`, { body: { status: 'disabled' } })
      expectEqual('the link', await ann.choose(ann.link), 404)
    },
  },
]
