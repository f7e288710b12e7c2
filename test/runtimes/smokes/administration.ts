import { expect } from 'vitest'
import { MCP_PATH, pkce, REDIRECT } from '#test/oauth/app.ts'
import type { Api } from '../api.ts'
import type { Smoke } from './smoke.ts'

const PASSWORD = 'correct horse battery'

async function person(api: Api, email: string): Promise<{ id: string; token: string }> {
  const { body: user } = await api.call('core', 'POST /users', { body: { name: 'Ann', email, role: 'user', password: PASSWORD } })
  const { body } = await api.call('core', 'POST /auths/signin', { as: null, body: { email, password: PASSWORD } })
  return { id: user.id, token: body.token }
}

/** What administrators set, and what people connect: the same on every runtime. */
export const administration: Smoke[] = [
  {
    service: 'core',
    name: 'settings are changed, tell who set them, and hold at once',
    async run({ api }) {
      const before = await api.call('core', 'GET /settings')
      expect(before.body).toMatchObject({ name: 'Querent', sources: { name: { source: 'default', locked: false } } })
      const change = { body: { name: 'Smoke', theme: { colors: { accent: '#0e7490' } } }, headers: { 'if-match': `"${before.body.revision}"` } }
      expect((await api.call('core', 'PATCH /settings', change)).status).toBe(200)
      expect((await api.call('core', 'PATCH /settings', change)).status).toBe(412)
      expect((await api.call('core', 'GET /settings/public', { as: null })).body).toMatchObject({ name: 'Smoke', theme: { colors: { accent: '#0e7490' } } })
      expect((await api.call('core', 'PATCH /settings', { body: { name: null, theme: { colors: null } } })).body.name).toBe('Querent')
    },
  },
  {
    service: 'core',
    name: 'a mail provider is tried before it is saved, and its key is sealed',
    async run({ api }) {
      const server = { type: 'http', url: 'http://127.0.0.1:9/emails', format: 'resend', secret: 'smoke-canary' }
      const tried = await api.call('core', 'POST /settings/mail/test', { body: { server, from: 'smoke@example.com' } })
      expect([tried.status, tried.body.outcome]).toEqual([200, 'later'])
      const saved = await api.call('core', 'PATCH /settings', { body: { mail: { server, from: 'smoke@example.com' } } })
      expect(saved.body.mail.server).toMatchObject({ type: 'http', has_secret: true })
      expect((await api.call('core', 'GET /auths/ways', { as: null })).body.password_reset).toBe(true)
      expect(saved.text + (await api.call('core', 'GET /audit-logs?resource_type=settings')).text).not.toContain('canary')
      expect((await api.call('core', 'PATCH /settings', { body: { mail: { server: null, from: null } } })).body.mail.server).toBeNull()
    },
  },
  {
    service: 'core',
    name: 'an app registers, is agreed to, and is disconnected',
    async run({ api }) {
      const ann = await person(api, 'app@example.com')
      const { body: app } = await api.call('core', 'POST /oauth/register', { as: null, body: { redirect_uris: [REDIRECT], client_name: 'App' } })
      const { verifier, challenge } = await pkce()
      const request = { client_id: app.client_id, redirect_uri: REDIRECT, response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' }
      const agreed = await api.call('core', 'POST /oauth/authorizations', { as: ann.token, body: { ...request, scope: 'core:read', approve: true } })
      const code = new URL(agreed.body.redirect_to).searchParams.get('code') ?? ''
      const form = new URLSearchParams({ grant_type: 'authorization_code', client_id: app.client_id, code, code_verifier: verifier, redirect_uri: REDIRECT })
      const { body: tokens } = await api.call('core', 'POST /oauth/token', { as: null, urlencoded: form })
      const isIn = async () => (await api.call('core', 'GET /auths', { as: tokens.access_token })).status
      expect(await isIn()).toBe(200)
      const [connection] = (await api.call('core', 'GET /oauth/connections', { as: ann.token })).body
      expect(connection.name).toBe('App')
      expect((await api.call('core', `DELETE /oauth/connections/${connection.id}`, { as: ann.token })).status).toBe(204)
      expect(await isIn()).toBe(401)
      const wanted = await api.open('llm', `POST ${MCP_PATH.replace('/api/v1/llm', '')}`, { as: null, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
      expect([wanted.status, wanted.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('resource_metadata=')])
    },
  },
  {
    service: 'core',
    name: 'what is kept of a person is saved, and he is erased',
    async run({ api }) {
      const ann = await person(api, 'leaving@example.com')
      expect((await api.call('core', 'GET /auths/identities', { as: ann.token })).body).toEqual([])
      expect((await api.call('core', `GET /users/${ann.id}/identities`)).body).toEqual([])
      const saved = JSON.parse((await api.call('core', `GET /users/${ann.id}/export`, { as: ann.token })).text || '{}')
      expect(saved).toMatchObject({ user: { email: 'leaving@example.com' }, signins: [{}], identities: [], second_factors: [], connected_apps: [] })
      expect((await api.call('core', `POST /users/${ann.id}/erasure`, { body: { confirm: 'leaving@example.com' } })).status).toBe(200)
      expect((await api.call('core', 'GET /auths', { as: ann.token })).status).toBe(401)
      expect((await api.call('core', 'GET /audit-logs/verify')).body.valid).toBe(true)
    },
  },
  {
    service: 'core',
    name: 'a prompt is changed, and an earlier version restored',
    async run({ api }) {
      const { body: prompt } = await api.call('core', 'POST /prompts', { body: { command: '/smoke', title: 'Smoke', content: 'first' } })
      expect((await api.call('core', `PATCH /prompts/${prompt.id}`, { body: { content: 'second' } })).body.content).toBe('second')
      expect((await api.call('core', `POST /prompts/${prompt.id}/history/1/restore`)).body.content).toBe('first')
      expect((await api.call('core', `DELETE /prompts/${prompt.id}`)).status).toBe(204)
      const [entry] = (await api.call('core', `GET /audit-logs?type=prompt.deleted&resource_id=${prompt.id}`)).body
      expect(entry.request).toMatchObject({ status: 204, duration_ms: expect.any(Number) })
    },
  },
]
