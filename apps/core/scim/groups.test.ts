import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { type Scim, scimOf } from '#test/scim/client.ts'

let server: TestServer
let scim: Scim
let people: string[]
beforeAll(async () => {
  server = await testServer()
  scim = await scimOf(server)
  people = await Promise.all([1, 2, 3, 4].map(async () => (await server.account()).id))
})
afterAll(() => server.close())

let made = 0
const group = async (members: string[] = []) => {
  made += 1
  const { body } = await scim('POST /Groups', { displayName: `Group ${made}`, externalId: `g${made}`, members: members.map((value) => ({ value })) })
  return body.id as string
}
const patchOf = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
const membersOf = async (id: string): Promise<string[]> =>
  ((await scim(`GET /Groups/${id}`)).body.members ?? []).map(({ value }: { value: string }) => value).toSorted()

test('a group that is made is one of Core, with its members, whose name is taken once in any case', async () => {
  const [ann = '', bea = ''] = people
  const { status, body } = await scim('POST /Groups', {
    displayName: 'Sales',
    externalId: '00g',
    members: [
      { value: ann, display: 'x' },
      { value: bea, type: 'User' },
    ],
  })
  expect([status, body]).toMatchObject([201, { displayName: 'Sales', externalId: '00g', members: [{ value: ann, type: 'User' }, { value: bea }] }])
  expect((await server.request(`GET /core/groups/${body.id}`)).body).toMatchObject({ name: 'Sales', member_count: 2, permissions: {} })
  expect((await scim(`GET /Users/${ann}`)).body.groups).toMatchObject([{ value: body.id, display: 'Sales', type: 'direct' }])
  const again = await scim('POST /Groups', { displayName: 'SALES' })
  expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
})

test.each([
  ['Entra ID adds one', [{ op: 'Add', path: 'members', value: [{ $ref: null, value: 2 }] }], [0, 1, 2]],
  ['Entra ID removes one by a path', [{ op: 'Remove', path: 'members[value eq "$1"]' }], [0]],
  ['Entra ID removes one by a value', [{ op: 'Remove', path: 'members', value: [{ value: 1 }] }], [0]],
  [
    'Okta adds and removes in one',
    [
      { op: 'remove', path: 'members[value eq "$0"]' },
      { op: 'add', path: 'members', value: [{ value: 3 }] },
    ],
    [1, 3],
  ],
  ['Okta sets all', [{ op: 'replace', path: 'members', value: [{ value: 3 }] }], [3]],
  ['all go', [{ op: 'remove', path: 'members' }], []],
  ['one that is there is added', [{ op: 'add', path: 'members', value: [{ value: 0 }] }], [0, 1]],
  ['without a path', [{ op: 'add', value: { members: [{ value: 2 }] } }], [0, 1, 2]],
])('members: %s', async (_, operations, wanted) => {
  const id = await group(people.slice(0, 2))
  const named = (text: string) => text.replace(/\$(\d)/, (_, at) => people[at] ?? '')
  const ofPeople = (value: unknown): unknown => (Array.isArray(value) ? value.map((one) => ({ ...one, value: people[one.value] })) : value)
  const sent = operations.map(({ value, ...rest }: any) => ({
    ...rest,
    ...(rest.path ? { path: named(rest.path) } : {}),
    ...(value === undefined ? {} : { value: Array.isArray(value) ? ofPeople(value) : { members: ofPeople(value.members) } }),
  }))
  expect((await scim(`PATCH /Groups/${id}`, patchOf(...sent))).status).toBe(200)
  expect(await membersOf(id)).toEqual(wanted.map((at) => people[at]).toSorted())
})

test('PUT sets name and members, and leaves the members where it says nothing of them', async () => {
  const id = await group(people.slice(0, 2))
  await scim(`PUT /Groups/${id}`, { displayName: 'Renamed', members: [{ value: people[3] }] })
  expect(await membersOf(id)).toEqual([people[3]])
  const { body } = await scim(`PUT /Groups/${id}`, { displayName: 'Renamed again' })
  expect([body.displayName, body.members.length]).toEqual(['Renamed again', 1])
})

test.each([
  ['a member nobody is', { op: 'add', path: 'members', value: [{ value: 'usr_nobody' }] }, 'invalidValue'],
  ['a group as a member', { op: 'add', path: 'members', value: [{ value: 'grp_x', type: 'Group' }] }, 'invalidValue'],
  ['a group without a name', { op: 'remove', path: 'displayName' }, 'mutability'],
  ['members by what is not their id', { op: 'remove', path: 'members[display eq "x"]' }, 'invalidFilter'],
])('%s is refused, and nothing of the request is done', async (_, operation, scimType) => {
  const id = await group([people[0] ?? ''])
  const refused = await scim(`PATCH /Groups/${id}`, patchOf({ op: 'add', path: 'members', value: [{ value: people[1] }] }, operation))
  expect([refused.status, refused.body.scimType]).toEqual([400, scimType])
  expect(await membersOf(id)).toEqual([people[0]])
})

test('of two changes at the same time neither undoes the other; with an ETag the later one is 412 and does nothing', async () => {
  const id = await group([])
  const add = (at: number, headers = {}) => scim(`PATCH /Groups/${id}`, patchOf({ op: 'add', path: 'members', value: [{ value: people[at] }] }), headers)
  await Promise.all([add(0), add(1)])
  expect(await membersOf(id)).toEqual(people.slice(0, 2).toSorted())
  const { headers } = await scim(`GET /Groups/${id}`)
  const etag = headers.get('etag') ?? ''
  const both = await Promise.all([add(2, { 'if-match': etag }), add(3, { 'if-match': etag })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  expect((await membersOf(id)).length).toBe(3)
})

test('lists take filters over members, and leave the members out where they are not wanted', async () => {
  const id = await group(people.slice(0, 2))
  const found = await scim(`GET /Groups?excludedAttributes=members&filter=${encodeURIComponent(`id eq "${id}" and members eq "${people[1]}"`)}`)
  expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] })
  expect(found.body.Resources[0].members).toBeUndefined()
  const none = await scim(`GET /Groups?filter=${encodeURIComponent(`id eq "${id}" and members[value eq "${people[3]}"]`)}`)
  expect(none.body).toMatchObject({ totalResults: 0, Resources: [] })
})

test('what a directory keeps is not changed by hand, until the directory is disconnected', async () => {
  const other = await scimOf(server, 'Entra ID')
  const { body: kept } = await other('POST /Groups', { displayName: 'Kept', members: [] })
  const { body: ann } = await other('POST /Users', { userName: 'kept@example.com' })
  const tries = async () => [
    (await server.request(`PUT /core/groups/${kept.id}`, { body: { name: 'Mine' } })).status,
    (await server.request('POST /core/usergroups', { body: { user_id: people[0], group_id: kept.id } })).status,
    (await server.request(`PUT /core/users/${ann.id}`, { body: { name: 'Mine' } })).status,
  ]
  expect(await tries()).toEqual([403, 403, 403])
  expect((await server.request(`DELETE /core/groups/${kept.id}`)).status).toBe(403)
  expect((await server.request(`PUT /core/groups/${kept.id}`, { body: { description: 'Ours', permissions: { create_models: true } } })).status).toBe(200)
  const { body: directories } = await server.request('GET /core/directories?q=Entra')
  expect(directories).toMatchObject([{ name: 'Entra ID', user_count: 1, group_count: 1, base_url: expect.stringMatching(/\/api\/v1\/core\/scim\/v2$/) }])
  expect((await server.request(`GET /core/users/${ann.id}`)).body.directory_id).toBe(directories[0].id)
  await server.request(`DELETE /core/directories/${directories[0].id}`)
  expect((await server.open(`GET /core/scim/v2/Users`)).status).toBe(403)
  expect(await tries()).toEqual([200, 201, 200])
})

test('a group made by hand is not deleted by a directory, one it has taken over is', async () => {
  const { body: hand } = await server.request('POST /core/groups', { body: { name: 'By hand' } })
  expect((await scim(`DELETE /Groups/${hand.id}`)).status).toBe(403)
  await scim(`PATCH /Groups/${hand.id}`, patchOf({ op: 'add', path: 'members', value: [{ value: people[0] }] }))
  expect((await scim(`DELETE /Groups/${hand.id}`)).status).toBe(204)
  expect((await scim(`GET /Groups/${hand.id}`)).status).toBe(404)
})
