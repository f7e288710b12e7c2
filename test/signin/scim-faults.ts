import { readCompletion, readEvents } from '#test/event-stream.ts'
import { connected as app, errorOf, renew, whoAmI } from '#test/oauth/steps.ts'
import { startOpenAiServer } from '#test/openai-server.ts'
import { placeOf } from './oauth.ts'
import { type Client, clientOf, connected, filterOf, patchOf, USER } from './scim-calls.ts'
import { anew, expectEqual, type SigninCase, type Signing } from './signing.ts'
import { tokenBySubject } from './single-sign-on.ts'

const flow = 'SCIM'
const MANY = 10_000
const AT_ONCE = 16
const PAGE = 500
const SECONDS = 5

const someone = async (scim: Client) => (await scim('POST /Users', { schemas: [USER], userName: `${anew()}@example.com` })).body
const refusal = ({ status, body }: { status: number; body: any }) => [status, body?.schemas?.[0]?.split(':').at(-1), body?.status, body?.scimType]

/** Filters that would cost a reader who does not look first: his stack, his time, or his database's. */
const HOSTILE: Record<string, string> = {
  'a hundred thousand parentheses': `${'('.repeat(100_000)}active eq true`,
  'parentheses that close': `${'('.repeat(3_000)}active eq true${')'.repeat(3_000)}`,
  'not not not': `${'not '.repeat(1_900)}(active eq true)`,
  'brackets in brackets': `${'emails['.repeat(500)}type eq "x"${']'.repeat(500)}`,
  'comparisons without end': Array.from({ length: 400 }, () => 'id eq "x"').join(' or '),
  'a text without end': `userName eq "${'x'.repeat(50_000)}"`,
  'a text that does not end': 'userName eq "x',
  'SQL in a name': `userName') or 1=1 -- eq "x"`,
  'SQL in a path': `emails.value' eq "x"`,
  'no such attribute': 'shoeSize eq "43"',
  'no such operator': 'userName is "x"',
  'an order of truth values': 'active gt true',
  'an empty filter': '',
}

export const scimFaultCases: SigninCase[] = [
  {
    flow,
    fault: 'no rights',
    async run(signing) {
      const { body: directory } = await signing.call('POST /directories', { body: { name: anew() } })
      const scim = clientOf(signing, directory.token)
      const email = `${anew()}@example.com`
      await signing.call('POST /users', { body: { email, role: 'admin', password: 'correct horse battery' } })
      const { body: signed } = await signing.call('POST /auths/signin', { as: null, body: { email, password: 'correct horse battery' } })
      const { body: key } = await signing.call('POST /auths/api-keys', { as: signed.token, body: { name: 'All', scopes: ['*'] } })
      const spoiled = `${directory.token.slice(0, -1)}${directory.token.endsWith('a') ? 'b' : 'a'}`
      for (const [token, status] of [
        [null, 401],
        [spoiled, 401],
        [key.key, 403],
        [signed.token, 403],
      ] as const) {
        const refused = await clientOf(signing, token)('GET /Users')
        expectEqual(`status with ${token?.slice(0, 6)}`, refusal(refused), [status, 'Error', String(status), undefined])
      }
      for (const line of ['GET /users', 'POST /users', 'GET /groups', 'GET /audit-logs', 'GET /directories', 'GET /auths', 'GET /events'])
        expectEqual(
          `the directory's token at ${line}`,
          (await signing.call(line, { as: directory.token, body: line.startsWith('POST') ? {} : undefined })).status,
          403,
        )
      const { body: other } = await signing.call(`POST /directories/${directory.id}/token`)
      expectEqual('the token before', (await scim('GET /Users')).status, 401)
      expectEqual('the new token', (await clientOf(signing, other.token)('GET /Users?count=0')).status, 200)
      await signing.call(`DELETE /directories/${directory.id}`)
      expectEqual('disconnected', (await clientOf(signing, other.token)('GET /Users')).status, 401)
    },
  },
  {
    flow,
    fault: 'wrong ETag',
    async run(signing) {
      const { scim } = await connected(signing)
      const { id } = await someone(scim)
      const change = patchOf({ op: 'replace', path: 'title', value: 'x' })
      for (const etag of ['W/"99"', '"0"', 'x'])
        expectEqual(`If-Match ${etag}`, refusal(await scim(`PATCH /Users/${id}`, change, { 'if-match': etag })), [412, 'Error', '412', undefined])
      expectEqual('DELETE', (await scim(`DELETE /Users/${id}`, undefined, { 'if-match': 'W/"99"' })).status, 412)
      const now = await scim(`GET /Users/${id}`)
      expectEqual('nothing was changed', [now.body.title, now.headers.get('etag')], [undefined, 'W/"1"'])
      expectEqual('If-None-Match', (await scim(`GET /Users/${id}`, undefined, { 'if-none-match': 'W/"1"' })).status, 304)
    },
  },
  {
    flow,
    fault: 'unknown attribute, and what is no SCIM',
    async run(signing) {
      const { scim } = await connected(signing)
      const { id } = await someone(scim)
      const wrong: [object, number, string][] = [
        [patchOf({ op: 'Replace', path: 'shoeSize', value: '43' }), 400, 'invalidPath'],
        [patchOf({ op: 'Replace', path: 'urn:example:extension:2.0:User:x', value: '43' }), 400, 'invalidPath'],
        [patchOf({ op: 'Replace', path: '__proto__.x', value: '43' }), 400, 'invalidPath'],
        [patchOf({ op: 'Replace', path: 'id', value: 'usr_x' }), 400, 'mutability'],
        [patchOf({ op: 'Replace', path: 'emails[type eq "work"', value: 'x' }), 400, 'invalidPath'],
        [patchOf({ op: 'Replace', path: 'active', value: 'perhaps' }), 400, 'invalidValue'],
        [{ Operations: [{ op: 'replace', value: {} }] }, 400, 'invalidValue'],
        [{ schemas: [], Operations: [{ op: 'replace', value: {} }] }, 400, 'invalidSyntax'],
      ]
      for (const [body, status, scimType] of wrong)
        expectEqual(JSON.stringify(body).slice(0, 120), refusal(await scim(`PATCH /Users/${id}`, body)), [status, 'Error', String(status), scimType])
      const more = await scim('POST /Users', {
        schemas: [USER, 'urn:example:2.0:User'],
        userName: `${anew()}@example.com`,
        shoeSize: 43,
        'urn:example:2.0:User': { x: 1 },
      })
      expectEqual('a whole resource with more', [more.status, more.body.shoeSize], [201, undefined])
      expectEqual('nobody', refusal(await scim('POST /Users', { schemas: [USER] })), [400, 'Error', '400', 'invalidValue'])
      expectEqual('no such path', refusal(await scim('GET /Devices')), [404, 'Error', '404', undefined])
      expectEqual('no such call', refusal(await scim('PUT /Users', {})), [405, 'Error', '405', undefined])
    },
  },
  {
    flow,
    fault: 'hostile filters',
    async run(signing) {
      const { scim } = await connected(signing)
      for (const [name, filter] of Object.entries(HOSTILE)) {
        // An address has an end too: what does not fit one is not asked.
        const line = `GET /Users?${filterOf(filter)}`
        if (line.length > 15_000) continue
        expectEqual(name, refusal(await scim(line)), [400, 'Error', '400', 'invalidFilter'])
      }
      const { id } = await someone(scim)
      for (const [name, filter] of Object.entries(HOSTILE)) {
        const found = await scim(`PATCH /Users/${id}`, patchOf({ op: 'replace', path: `emails[${filter}].value`, value: 'x@example.com' }))
        expectEqual(`${name}, in a path`, [found.status, found.body.status], [400, '400'])
      }
      expectEqual(
        'and it goes on',
        (await scim(`GET /Users?${filterOf(`not (id ne "${id}") and (emails[type eq "work" and value co "@"] or title pr)`)}`)).body.totalResults,
        1,
      )
    },
  },
  {
    flow,
    fault: `${MANY.toLocaleString('en')} users, page by page`,
    async run(signing) {
      const { scim } = await connected(signing)
      const mark = anew()
      let next = 0
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (next < MANY) {
            const number = next++
            const { status, body } = await scim('POST /Users', {
              schemas: [USER],
              userName: `${mark}-${String(number).padStart(5, '0')}@example.com`,
              title: mark,
            })
            if (status !== 201) throw new Error(`user ${number}: ${status} ${JSON.stringify(body)}`)
          }
        }),
      )
      const seen = new Set<string>()
      let last = ''
      for (let startIndex = 1; startIndex <= MANY; startIndex += PAGE) {
        const { body } = await scim(`GET /Users?${filterOf(`title eq "${mark}"`)}&startIndex=${startIndex}&count=${PAGE}&sortBy=userName&attributes=userName`)
        expectEqual(`page at ${startIndex}`, [body.totalResults, body.itemsPerPage, body.startIndex], [MANY, PAGE, startIndex])
        for (const { id, userName } of body.Resources) {
          if (userName <= last) throw new Error(`${userName} after ${last}`)
          last = userName
          seen.add(id)
        }
      }
      expectEqual('each once', seen.size, MANY)
      const beyond = await scim(`GET /Users?${filterOf(`title eq "${mark}"`)}&startIndex=${MANY + 1}`)
      expectEqual('beyond the end', [beyond.status, beyond.body.totalResults, beyond.body.Resources], [200, MANY, []])
      const one = await scim(`GET /Users?${filterOf(`userName eq "${mark}-09999@EXAMPLE.com"`)}`)
      expectEqual('one of them', one.body.totalResults, 1)
      const edges = await Promise.all(['startIndex=-3&count=1', 'count=0', 'count=-1', 'count=100000'].map((query) => scim(`GET /Users?${query}`)))
      expectEqual(
        'edges',
        edges.map(({ status, body }) => [status, body.startIndex, body.itemsPerPage]),
        [
          [200, 1, 1],
          [200, 1, 0],
          [200, 1, 0],
          [200, 1, PAGE],
        ],
      )
      expectEqual('no number', refusal(await scim('GET /Users?count=many')), [400, 'Error', '400', 'invalidValue'])
    },
  },
  {
    flow,
    fault: 'one group changed by two clients at once',
    async run(signing) {
      const [one, other] = [(await connected(signing)).scim, (await connected(signing)).scim]
      const people: string[] = []
      for (let count = 0; count < 40; count++) people.push((await someone(one)).id)
      const { body: group } = await one('POST /Groups', { displayName: anew(), members: people.slice(0, 20).map((value) => ({ value })) })
      const path = `/Groups/${group.id}`
      const joins = people.slice(20).map((value, at) => (at % 2 ? one : other)(`PATCH ${path}`, patchOf({ op: 'add', path: 'members', value: [{ value }] })))
      const leaves = people
        .slice(0, 10)
        .map((value, at) => (at % 2 ? other : one)(`PATCH ${path}`, patchOf({ op: 'remove', path: `members[value eq "${value}"]` })))
      const statuses = (await Promise.all([...joins, ...leaves])).map(({ status }) => status)
      expectEqual('all taken', [...new Set(statuses)], [200])
      const after = await one(`GET ${path}`)
      expectEqual('none undone', after.body.members.map(({ value }: { value: string }) => value).toSorted(), people.slice(10).toSorted())
      const etag = after.headers.get('etag') ?? ''
      const both = await Promise.all(
        [one, other].map((scim, at) =>
          scim(`PATCH ${path}`, patchOf({ op: 'replace', path: 'members', value: [{ value: people[at] }] }), { 'if-match': etag }),
        ),
      )
      expectEqual('by ETag one of two', both.map(({ status }) => status).toSorted(), [200, 412])
      const winner = both.findIndex(({ status }) => status === 200)
      expectEqual(
        'and the other did nothing',
        (await one(`GET ${path}`)).body.members.map(({ value }: { value: string }) => value),
        [people[winner]],
      )
    },
  },
  {
    flow,
    fault: 'the last administrator',
    async run(signing) {
      const { scim } = await connected(signing)
      const { body: admins } = await signing.call('GET /users?role=admin&status=active&page_size=500')
      const { body: me } = await signing.call('GET /users/me')
      for (const { id } of admins)
        if (id !== me.id) expectEqual('another', (await scim(`PATCH /Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }))).status, 200)
      const off = await scim(`PATCH /Users/${me.id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }))
      expectEqual('disabled', refusal(off), [403, 'Error', '403', undefined])
      expectEqual('deleted', (await scim(`DELETE /Users/${me.id}`)).status, 403)
      const mail = await scim(`PATCH /Users/${me.id}`, patchOf({ op: 'replace', path: 'emails[type eq "work"].value', value: 'thief@example.com' }))
      expectEqual('address', mail.status, 403)
      expectEqual('still there', (await signing.call('GET /users/me')).body.status, 'active')
    },
  },
  { flow, fault: 'deprovisioned while signed in, with streams open', run: deprovisioned },
]

const signedIn = (signing: Signing, subject: string) => tokenBySubject(signing, subject, { creates_accounts: false, claims: { external_id: 'sub' } })

/** Somebody the directory made signs in by the identity provider, follows changes and asks; then the directory takes it all away. */
async function deprovisioned(signing: Signing): Promise<void> {
  const { scim } = await connected(signing)
  const model = await startOpenAiServer([{ drip: 'word ', everyMs: 20 }])
  try {
    const externalId = anew()
    const { body: person } = await scim('POST /Users', { schemas: [USER], userName: `${externalId}@example.com`, externalId })
    const token = await signedIn(signing, externalId)
    const { body: key } = await signing.call('POST /auths/api-keys', { as: token, body: { name: 'Mine' } })
    const { body: provider } = await signing.call('POST /providers', { body: { name: anew(), kind: 'openai-compatible', base_url: model.baseUrl } })
    const { body: made } = await signing.call('POST /models', { body: { name: anew(), type: 'provider', provider_id: provider.id, upstream: 'any' } })
    await signing.call('POST /modelusers', { body: { model_id: made.id, user_id: person.id } })
    const at = (service: 'core' | 'llm', path: string, init: RequestInit = {}) =>
      fetch(`${signing.at(service)}/api/v1/${service}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } })
    const place = { ...placeOf(signing), person: async () => ({ token, password: '' }) }
    const { client, tokens } = await app(place)
    const events = await at('core', '/events')
    const appEvents = await fetch(`${signing.at('core')}/api/v1/core/events`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    const question = { model: made.name, messages: [{ role: 'user', content: 'Hello' }], stream: true }
    const answer = await at('llm', '/session/completions', { method: 'POST', body: JSON.stringify(question) })
    expectEqual('all open', [events.status, appEvents.status, answer.status], [200, 200, 200])
    const followed = Promise.all([events, appEvents].map(untilEnd))
    const answered = readCompletion(answer)
    const since = Date.now()
    expectEqual('disabled', (await scim(`PATCH /Users/${person.id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }))).status, 200)
    const { error } = await within(answered, 'the completion')
    expectEqual('why it ended', error?.code, 'unauthenticated')
    await within(followed, 'a stream of changes')
    if (Date.now() - since > SECONDS * 1_000) throw new Error(`the streams ended after ${Date.now() - since} ms`)
    expectEqual(
      'sign-in and key',
      [(await signing.call('GET /auths', { as: token })).status, (await signing.call('GET /auths', { as: key.key })).status],
      [401, 401],
    )
    const appLeft = async () => [await whoAmI(place, tokens.access_token), errorOf(await renew(place, client, tokens.refresh_token))]
    expectEqual('the connected app', await appLeft(), [401, '400 invalid_grant'])
    await scim(`PATCH /Users/${person.id}`, patchOf({ op: 'Replace', path: 'active', value: 'True' }))
    expectEqual('nor comes the app back', await appLeft(), [401, '400 invalid_grant'])
    expectEqual(
      'neither comes back',
      [(await signing.call('GET /auths', { as: token })).status, (await signing.call('GET /auths', { as: key.key })).status],
      [401, 401],
    )
    expectEqual('the person does', (await signing.call('GET /auths', { as: await signedIn(signing, externalId) })).body.user?.id, person.id)
  } finally {
    await model.close()
  }
}

async function untilEnd(events: Response): Promise<void> {
  for await (const _ of readEvents(events));
}

async function within<T>(work: Promise<T>, what: string): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${what} goes on`)), SECONDS * 1_000).unref())
  return Promise.race([work, late])
}
