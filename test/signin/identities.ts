import { anew, expectEqual, type SigninCase, type Signing } from './signing.ts'
import { signedInBySso } from './single-sign-on.ts'

const flow = 'identities'
const PASSWORD = 'correct horse battery'

async function linked(signing: Signing) {
  const one = await signedInBySso(signing)
  const [identity] = (await signing.call('GET /auths/identities', { as: one.token })).body
  const unlink = async (as = one.token) => (await signing.call(`DELETE /auths/identities/${identity.id}`, { as })).status
  return { ...one, identity, unlink }
}

/** What a person's account is linked to at providers. */
export const identityCases: SigninCase[] = [
  {
    flow,
    fault: 'none',
    async run(signing) {
      const ann = await linked(signing)
      expectEqual('what is told', [ann.identity.user_id, ann.identity.is_last_way_in], [ann.id, true])
      await signing.call('POST /auths/password', { as: ann.token, body: { new_password: PASSWORD } })
      expectEqual('unlinked', await ann.unlink(), 204)
      expectEqual('its sign-in', (await signing.call('GET /auths', { as: ann.token })).status, 401)
      expectEqual('by password', (await signing.call('POST /auths/signin', { as: null, body: { email: ann.email, password: PASSWORD } })).status, 200)
    },
  },
  {
    flow,
    fault: 'the last way in',
    async run(signing) {
      const ann = await linked(signing)
      expectEqual('by himself', await ann.unlink(), 409)
      expectEqual('by an administrator', (await signing.call(`DELETE /users/${ann.id}/identities/${ann.identity.id}`)).status, 409)
      expectEqual('its sign-in', (await signing.call('GET /auths', { as: ann.token })).status, 200)
    },
  },
  {
    flow,
    fault: 'of another person',
    async run(signing) {
      const ann = await linked(signing)
      const email = `${anew()}@example.com`
      await signing.call('POST /users', { body: { email, name: 'Eve', role: 'user', password: PASSWORD } })
      const { token } = (await signing.call('POST /auths/signin', { as: null, body: { email, password: PASSWORD } })).body
      expectEqual('unlinked', await ann.unlink(token), 404)
      expectEqual('listed', (await signing.call(`GET /users/${ann.id}/identities`, { as: token })).status, 403)
    },
  },
  {
    flow,
    fault: 'erased with the person',
    async run(signing) {
      const ann = await linked(signing)
      const saved = (await signing.call(`GET /users/${ann.id}/export`)).body
      expectEqual('what is saved', [saved.identities.length, saved.connected_apps.length, saved.second_factors.length], [1, 0, 0])
      expectEqual('erasure', (await signing.call(`POST /users/${ann.id}/erasure`, { body: { confirm: ann.email } })).status, 200)
      expectEqual('its sign-in', (await signing.call('GET /auths', { as: ann.token })).status, 401)
      expectEqual('what is left', (await signing.call(`GET /users/${ann.id}/identities`)).status, 404)
    },
  },
]
