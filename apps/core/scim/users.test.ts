import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvents } from '#test/event-stream.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { connected, renewed, person as signedIn } from '#test/oauth/app.ts'
import { type Scim, scimOf } from '#test/scim/client.ts'

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

let server: TestServer
let scim: Scim
beforeAll(async () => {
  server = await testServer()
  scim = await scimOf(server)
})
afterAll(() => server.close())

let made = 0
const person = (more: object = {}) => {
  made += 1
  const name = `p${made}@example.com`
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: name,
    emails: [{ value: name, type: 'work', primary: true }],
    active: true,
    ...more,
  }
}
const patchOf = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

test('a user that is made is an account with the address, name and facts the directory says', async () => {
  const { status, body, headers } = await scim('POST /Users', {
    ...person({ externalId: '00u1', name: { givenName: 'Ann', familyName: 'Smith' }, title: 'Buyer' }),
    [ENTERPRISE]: { department: 'Sales', costCenter: '42' },
    password: 'never kept',
  })
  expect([status, headers.get('content-type'), headers.get('etag')]).toEqual([201, 'application/scim+json', 'W/"1"'])
  expect(body).toMatchObject({ externalId: '00u1', active: true, title: 'Buyer', meta: { resourceType: 'User', version: 'W/"1"' } })
  expect(headers.get('location')).toBe(body.meta.location)
  expect(JSON.stringify(body)).not.toContain('never kept')
  const account = await server.request(`GET /core/users/${body.id}`)
  expect(account.body).toMatchObject({
    email: body.userName,
    name: 'Ann Smith',
    role: 'user',
    status: 'active',
    attributes: { title: 'Buyer', department: 'Sales', cost_center: '42' },
  })
})

test('a userName or address that is taken, in any case, is 409 uniqueness', async () => {
  const first = person()
  await scim('POST /Users', first)
  const again = await scim('POST /Users', { ...person(), userName: first.userName.toUpperCase() })
  expect([again.status, again.body]).toEqual([
    409,
    expect.objectContaining({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '409', scimType: 'uniqueness' }),
  ])
  const address = await scim('POST /Users', { ...person(), emails: first.emails })
  expect([address.status, address.body.scimType]).toEqual([409, 'uniqueness'])
  const hand = await scim('POST /Users', { ...person(), userName: 'admin@example.com' })
  expect([hand.status, hand.body.scimType]).toEqual([409, 'uniqueness'])
})

test('accounts made by hand are found by their address, and taken over by a change', async () => {
  const { body: ann } = await server.request('POST /core/users', { body: { email: 'hand@example.com', name: 'Hand', password: 'correct horse battery' } })
  const found = await scim(`GET /Users?filter=${encodeURIComponent('userName eq "HAND@example.com"')}`)
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: ann.id, userName: 'hand@example.com', displayName: 'Hand' }] })
  const changed = await scim(`PATCH /Users/${ann.id}`, patchOf({ op: 'add', path: 'externalId', value: 'x1' }))
  expect(changed.body).toMatchObject({ externalId: 'x1', userName: 'hand@example.com', emails: [{ value: 'hand@example.com' }] })
})

test.each([
  ['capitalised operations and a text for a truth value', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  [
    'attributes without a path',
    [{ op: 'Replace', value: { displayName: 'Bea', 'name.familyName': 'Berg', [`${ENTERPRISE}:department`]: 'HR' } }],
    { displayName: 'Bea', name: { familyName: 'Berg' }, [ENTERPRISE]: { department: 'HR' } },
  ],
  [
    'a value of several that is not there yet',
    [{ op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '1' }],
    { phoneNumbers: [{ type: 'work', value: '1' }] },
  ],
  [
    'a value of several that is there',
    [{ op: 'Replace', path: 'emails[type eq "Work"].value', value: 'other@example.org' }],
    { emails: [{ value: 'other@example.org', type: 'work', primary: true }] },
  ],
  ['an extension by its whole name', [{ op: 'add', path: `${ENTERPRISE}:manager`, value: 'usr_x' }], { [ENTERPRISE]: { manager: { value: 'usr_x' } } }],
  ['names in any case', [{ op: 'add', path: 'NAME.GivenName', value: 'Cy' }], { name: { givenName: 'Cy' } }],
  [
    'a primary value in place of another',
    [{ op: 'add', path: 'emails', value: [{ value: 'b@example.org', type: 'home', primary: true }] }],
    {
      emails: [
        { type: 'work', primary: false },
        { value: 'b@example.org', type: 'home', primary: true },
      ],
    },
  ],
  [
    'a filter whose value has dots, colons and brackets',
    [
      { op: 'add', path: 'photos', value: { value: 'https://a.b/c[1].png' } },
      { op: 'replace', path: 'photos[value eq "https://a.b/c[1].png"].type', value: 'photo' },
    ],
    { photos: [{ value: 'https://a.b/c[1].png', type: 'photo' }] },
  ],
])('PATCH takes %s', async (_, operations, wanted) => {
  const { body } = await scim('POST /Users', person())
  const { status, body: after } = await scim(`PATCH /Users/${body.id}`, patchOf(...operations))
  expect([status, after]).toMatchObject([200, wanted])
  expect((await scim(`GET /Users/${body.id}`)).body).toEqual(after)
})

test.each([
  ['no such attribute', { op: 'replace', path: 'shoeSize', value: 1 }, 'invalidPath'],
  ['what the server sets', { op: 'replace', path: 'groups', value: [] }, 'mutability'],
  ['the prototype of everything', { op: 'replace', path: '__proto__.polluted', value: 'x' }, 'invalidPath'],
  ['no such operation', { op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
  ['remove without a path', { op: 'remove' }, 'noTarget'],
  ['a value no filter can make', { op: 'replace', path: 'emails[value co "zz"].type', value: 'home' }, 'noTarget'],
  ['a filter that is none', { op: 'replace', path: 'emails[type].value', value: 'x' }, 'invalidFilter'],
  ['a number for a truth value', { op: 'replace', path: 'active', value: 7 }, 'invalidValue'],
  ['no userName', { op: 'remove', path: 'userName' }, 'invalidValue'],
  ['no address', { op: 'replace', path: 'emails', value: [{ value: 'nobody' }] }, 'invalidValue'],
])('PATCH refuses %s and changes nothing', async (_, operation, scimType) => {
  const { body } = await scim('POST /Users', person())
  const refused = await scim(`PATCH /Users/${body.id}`, patchOf({ op: 'add', path: 'title', value: 'changed' }, operation))
  expect([refused.status, refused.body.scimType]).toEqual([400, scimType])
  expect((await scim(`GET /Users/${body.id}`)).body).toEqual(body)
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

test('an ETag of before is 412, of now is taken; If-None-Match is 304', async () => {
  const { body } = await scim('POST /Users', person())
  const change = patchOf({ op: 'replace', path: 'title', value: 'B' })
  expect((await scim(`PATCH /Users/${body.id}`, change, { 'if-match': 'W/"7"' })).status).toBe(412)
  const changed = await scim(`PATCH /Users/${body.id}`, change, { 'if-match': 'W/"1"' })
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, 'W/"2"'])
  const again = await scim(`PATCH /Users/${body.id}`, change)
  expect(again.headers.get('etag')).toBe('W/"2"')
  expect((await scim(`GET /Users/${body.id}`, undefined, { 'if-none-match': 'W/"2"' })).status).toBe(304)
})

test('PUT sets all of a user: what is not sent is gone, but for active', async () => {
  const { body } = await scim('POST /Users', person({ title: 'Buyer', active: false, [ENTERPRISE]: { department: 'Sales' } }))
  const { body: after } = await scim(`PUT /Users/${body.id}`, { userName: body.userName, displayName: 'New' })
  expect(after).toMatchObject({ userName: body.userName, displayName: 'New', active: false })
  expect([after.title, after[ENTERPRISE]]).toEqual([undefined, undefined])
  const { body: account } = await server.request(`GET /core/users/${body.id}`)
  expect(account.attributes).toEqual({})
})

test('the last administrator is neither disabled nor deleted, and no directory sets the address of one', async () => {
  const { body } = await scim(`GET /Users?filter=${encodeURIComponent('userName eq "admin@example.com"')}`)
  const { id } = body.Resources[0]
  const off = await scim(`PATCH /Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }))
  expect([off.status, off.body.detail]).toEqual([403, 'this is the last active administrator'])
  const away = await scim(`PATCH /Users/${id}`, patchOf({ op: 'replace', path: 'emails[type eq "work"].value', value: 'mine@example.org' }))
  expect([away.status, away.body.detail]).toEqual([403, expect.stringContaining('administrator')])
  await scim(`PATCH /Users/${id}`, patchOf({ op: 'add', path: 'externalId', value: 'boss' }))
  expect((await scim(`DELETE /Users/${id}`)).status).toBe(403)
  expect((await server.request('GET /core/users/me')).body).toMatchObject({ id, status: 'active', email: 'admin@example.com' })
})

test('a deleted user is gone, and what the person owned is another’s; an account made by hand is not deleted', async () => {
  const { body } = await scim('POST /Users', person())
  expect((await scim(`DELETE /Users/${body.id}`)).status).toBe(204)
  const gone = await scim(`GET /Users/${body.id}`)
  expect([gone.status, gone.body.status]).toEqual([404, '404'])
  const byHand = await server.account()
  expect((await scim(`DELETE /Users/${byHand.id}`)).status).toBe(403)
})

test('disabling ends connected apps for good: their tokens, and the streams they have open', async () => {
  const { id, token } = await signedIn(server)
  const { client, tokens } = await connected(server, token)
  const app = { as: tokens.access_token }
  expect((await server.request('GET /core/users/me', app)).body.id).toBe(id)
  const events = await server.open('GET /core/events', app)
  expect(events.status).toBe(200)
  const followed = (async () => {
    for await (const _ of readEvents(events));
    return 'ended'
  })()
  for (const active of [false, true]) {
    await scim(`PATCH /Users/${id}`, patchOf({ op: 'replace', path: 'active', value: active }))
    expect((await server.request('GET /core/users/me', app)).status).toBe(401)
    expect((await renewed(server, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  }
  expect(await followed).toBe('ended')
})

test('disabling ends API keys for good', async () => {
  const { id, key } = await server.account()
  expect((await server.request('GET /core/users/me', { as: key })).status).toBe(200)
  await scim(`PATCH /Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }))
  expect((await server.request('GET /core/users/me', { as: key })).status).toBe(401)
  await scim(`PATCH /Users/${id}`, patchOf({ op: 'replace', path: 'active', value: true }))
  expect((await server.request('GET /core/users/me', { as: key })).status).toBe(401)
  const { body } = await server.request(`GET /core/audit-logs?resource_id=${id}&sort=at&order=asc`)
  expect(body.map(({ type, actor }: { type: string; actor: { type: string } }) => [type, actor.type])).toEqual([
    ['user.disabled', 'directory'],
    ['user.enabled', 'directory'],
  ])
})
