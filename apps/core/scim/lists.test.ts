import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { type Scim, scimOf } from '#test/scim/client.ts'

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

let server: TestServer
let scim: Scim
beforeAll(async () => {
  server = await testServer()
  scim = await scimOf(server)
  const ids: string[] = []
  for (const person of [
    {
      userName: 'ann@example.com',
      displayName: 'Ann',
      title: 'Buyer',
      emails: [{ value: 'ann@example.com', type: 'work', primary: true }],
      [ENTERPRISE]: { department: 'Sales' },
    },
    {
      userName: 'Bea@example.com',
      displayName: 'Bea "B" \\ %',
      emails: [
        { value: 'bea@home.org', type: 'home' },
        { value: 'bea@example.com', type: 'work' },
      ],
    },
    { userName: 'cy@example.org', externalId: 'X1', active: false, name: { familyName: 'Cyrus' }, photos: [{ value: 'https://a.b/c.png', type: 'photo' }] },
  ])
    ids.push((await scim('POST /Users', person)).body.id)
  await scim('POST /Groups', { displayName: 'Sales', members: [{ value: ids[0] }] })
})
afterAll(() => server.close())

const namesOf = (body: any): string[] => body.Resources.map(({ userName }: { userName: string }) => userName.split('@')[0])

test.each<[filter: string, names: string[]]>([
  ['userName eq "ANN@EXAMPLE.COM"', ['ann']],
  ['userName ne "ann@example.com"', ['Bea', 'admin', 'cy']],
  ['userName co "ea@"', ['Bea']],
  ['userName sw "B"', ['Bea']],
  ['userName ew ".ORG"', ['cy']],
  ['title pr', ['ann']],
  ['not (title pr)', ['Bea', 'admin', 'cy']],
  ['title eq null', ['Bea', 'admin', 'cy']],
  ['active eq false', ['cy']],
  ['active eq "True" and userName sw "a"', ['admin', 'ann']],
  ['userName gt "b" and userName lt "c"', ['Bea']],
  ['userName ge "bea@example.com" and userName le "bea@example.com"', ['Bea']],
  ['externalId eq "X1"', ['cy']],
  ['externalId eq "x1"', []],
  ['emails[type eq "home" and value co "home.org"]', ['Bea']],
  ['emails[type eq "home" and value co "example"]', []],
  ['emails.value eq "bea@example.com"', ['Bea']],
  ['emails co "home.org"', ['Bea']],
  ['name.familyName eq "cyrus"', ['cy']],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "cy@example.org"', ['cy']],
  [`${ENTERPRISE}:department eq "sales"`, ['ann']],
  ['groups.display eq "Sales"', ['ann']],
  ['photos[value eq "https://a.b/c.png"]', ['cy']],
  ['displayName eq "Bea \\"B\\" \\\\ %"', ['Bea']],
  ['userName co "%"', []],
  ['title pr or name pr', ['ann', 'cy']],
  ['title pr or name pr and active eq true', ['ann']],
  ['(title pr or name pr) and active eq false', ['cy']],
  ['meta.lastModified ge "2026-11-21T10:30:00+01:00" and not (userName sw "admin")', ['Bea', 'ann', 'cy']],
  ['meta.created lt "2026-11-21T09:30:00Z"', []],
  ['id eq "usr_nobody"', []],
])('the filter %s', async (filter, names) => {
  const { status, body } = await scim(`GET /Users?filter=${encodeURIComponent(filter)}`)
  expect([status, body.totalResults, namesOf(body).toSorted()]).toEqual([200, names.length, names])
})

test('order, pages and the attributes that are asked for', async () => {
  const sorted = await scim('GET /Users?sortBy=userName&sortOrder=descending&attributes=userName')
  expect(namesOf(sorted.body)).toEqual(['cy', 'Bea', 'ann', 'admin'])
  expect(Object.keys(sorted.body.Resources[0]).toSorted()).toEqual(['id', 'schemas', 'userName'])
  const page = await scim('GET /Users?sortBy=userName&startIndex=2&count=2')
  expect([page.body.totalResults, page.body.startIndex, page.body.itemsPerPage, namesOf(page.body)]).toEqual([4, 2, 2, ['ann', 'Bea']])
  const parts = await scim(`GET /Users?filter=${encodeURIComponent('userName sw "bea"')}&attributes=emails.type,${ENTERPRISE}:department,name`)
  expect(parts.body.Resources[0].emails).toEqual([{ type: 'home' }, { type: 'work' }])
  const rest = await scim(`GET /Users?filter=${encodeURIComponent('userName sw "bea"')}&excludedAttributes=emails,meta,id,displayName`)
  expect(Object.keys(rest.body.Resources[0]).toSorted()).toEqual(['active', 'id', 'schemas', 'userName'])
  const wrong = await Promise.all(['sortBy=emails', 'sortBy=nothing', 'sortOrder=sideways', 'count=x'].map((query) => scim(`GET /Users?${query}`)))
  expect(wrong.map(({ status, body }) => [status, body.scimType])).toEqual(Array(4).fill([400, 'invalidValue']))
})

test('a search in the body finds the same, and users before groups', async () => {
  const found = await scim('POST /Users/.search', { schemas: [SEARCH], filter: 'title pr', attributes: ['userName'] })
  expect([found.status, found.body.Resources]).toMatchObject([200, [{ userName: 'ann@example.com' }]])
  const all = await scim('POST /.search', { schemas: [SEARCH], startIndex: 4, count: 2 })
  expect([all.body.totalResults, all.body.Resources.map(({ meta }: any) => meta.resourceType)]).toEqual([5, ['User', 'Group']])
  const groups = await scim('POST /.search', { schemas: [SEARCH], filter: 'displayName eq "sales" and meta.resourceType eq "Group"' })
  expect(groups.body.Resources).toMatchObject([{ displayName: 'Sales' }])
  const refused = await scim('POST /.search', { schemas: [SEARCH], filter: 'shoeSize eq "43"' })
  expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidFilter'])
})

test.each([
  ['userName eq "a\\x"', 'backslash'],
  ['(((((((((((((((((((((((((((((((((((((((((active eq true)))))))))))))))))))))))))))))))))))))))))', 'nested'],
  [Array.from({ length: 101 }, () => 'title pr').join(' or '), 'comparisons'],
  [`userName eq "${'x'.repeat(8_000)}"`, 'characters'],
  ['userName eq', 'not valid'],
  ['shoeSize eq "43"', 'no attribute'],
  ['userName eq 43', 'text'],
  ['userName[type eq "x"]', 'several values'],
  ['emails[type eq "x"', 'not valid'],
  ['name eq "x"', 'parts'],
  ['active gt true', 'eq and ne'],
  ['active eq "perhaps"', 'true or false'],
  ['title gt null', 'null'],
  ['meta.created gt "yesterday"', 'moment'],
])('the filter %s is refused, and told why', async (filter, why) => {
  const { status, body } = await scim(`GET /Users?filter=${encodeURIComponent(filter)}`)
  expect([status, body.scimType, body.detail]).toEqual([400, 'invalidFilter', expect.stringContaining(why)])
})
