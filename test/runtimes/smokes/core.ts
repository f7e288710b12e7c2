import { expect } from 'vitest'
import { eventsOf } from '../sse.ts'
import type { Smoke } from './smoke.ts'

export const core: Smoke[] = [
  {
    service: 'core',
    name: 'an authenticated call',
    async run({ api }) {
      const { status, body } = await api.call('core', 'GET /users/me')
      expect([status, body.role]).toEqual([200, 'admin'])
    },
  },
  {
    service: 'core',
    name: 'a write and its page',
    async run({ api }) {
      const made = await api.call('core', 'POST /groups', { body: { name: 'Smoke' } })
      expect(made.status).toBe(201)
      const page = await api.call('core', 'GET /groups/paginated?page=1&page_size=1')
      expect(page.body).toMatchObject({ page: 1, page_size: 1, items: [{ id: made.body.id, name: 'Smoke' }] })
      expect((await api.call('core', `DELETE /groups/${made.body.id}`)).status).toBe(204)
    },
  },
  {
    service: 'core',
    name: 'a refused body',
    async run({ api }) {
      const { status, body } = await api.call('core', 'POST /groups', { body: { nmae: 'Smoke' } })
      expect([status, body.error.type]).toEqual([422, 'invalid_request_error'])
    },
  },
  {
    service: 'core',
    name: 'a password is hashed, and signs in',
    async run({ api }) {
      const account = { email: 'smoke@example.com', password: 'correct horse battery' }
      expect((await api.call('core', 'POST /users', { body: { name: 'Smoke', ...account } })).status).toBe(201)
      const { status, body } = await api.call('core', 'POST /auths/signin', { as: null, body: account })
      expect([status, body.token_type]).toEqual([200, 'Bearer'])
      expect((await api.call('core', 'GET /users/me', { as: body.token })).body.email).toBe(account.email)
    },
  },
  {
    service: 'core',
    name: 'a page renews its sign-in, whose end ends its token',
    async run({ api }) {
      const account = { email: 'page@example.com', password: 'correct horse battery' }
      expect((await api.call('core', 'POST /users', { body: { name: 'Page', ...account } })).status).toBe(201)
      const page = { 'sec-fetch-site': 'same-origin', origin: 'http://querent.test' }
      const signedIn = await api.call('core', 'POST /auths/signin', { as: null, body: account, headers: page })
      const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
      const renewed = await api.call('core', 'POST /auths/refresh', { as: null, headers: { ...page, cookie: cookieOf(signedIn.headers) } })
      expect([renewed.status, renewed.body.user.email]).toEqual([200, account.email])
      const [signin] = (await api.call('core', 'GET /auths/signins', { as: renewed.body.token })).body
      expect((await api.call('core', `DELETE /auths/signins/${signin.id}`, { as: renewed.body.token })).status).toBe(204)
      expect((await api.call('core', 'GET /users/me', { as: signedIn.body.token })).status).toBe(401)
      const ended = await api.call('core', 'POST /auths/refresh', { as: null, headers: { ...page, cookie: cookieOf(renewed.headers) } })
      expect(ended.status).toBe(401)
    },
  },
  {
    service: 'core',
    name: 'a change is told to those who follow, within two seconds',
    async run({ api }) {
      const leaving = new AbortController()
      const events = eventsOf(await api.open('core', 'GET /events?types=group', { signal: leaving.signal }), /^data: (.*)$/m)
      expect(JSON.parse((await events.next()).value ?? '')).toMatchObject({ type: 'feed.ready' })
      const made = await api.call('core', 'POST /groups', { body: { name: 'Followed' } })
      const late = setTimeout(() => leaving.abort(), 2_000)
      expect(JSON.parse((await events.next()).value ?? '')).toMatchObject({ type: 'group.created', resource: { type: 'group', id: made.body.id }, revision: 1 })
      clearTimeout(late)
      leaving.abort()
      await api.call('core', `DELETE /groups/${made.body.id}`)
    },
  },
]
