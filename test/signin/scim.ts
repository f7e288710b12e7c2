import { clientOf, connected, ENTERPRISE, filterOf, GROUP, patchOf, TYPE, USER } from './scim-calls.ts'
import { anew, expectEqual, type SigninCase } from './signing.ts'

const okta = 'SCIM as Okta calls it'
const entra = 'SCIM as Entra ID calls it'

/** What both clients do from their first call to their last, as their makers publish it, with what each call has to answer. */
export const scimCases: SigninCase[] = [
  {
    flow: okta,
    fault: 'none: users',
    // https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
    async run(signing) {
      const { scim } = await connected(signing)
      const userName = `${anew()}@okta.local`
      const asked = await scim(`GET /Users?${filterOf(`userName eq "${userName}"`)}&startIndex=1&count=100`)
      expectEqual('nobody yet', [asked.status, asked.body.totalResults, asked.body.Resources], [200, 0, []])
      const person = {
        schemas: [USER],
        userName,
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: userName, type: 'work' }],
        displayName: 'Test User',
        locale: 'en-US',
        externalId: anew(),
        groups: [],
        password: '1mz050nq',
        active: true,
      }
      const made = await scim('POST /Users', person)
      expectEqual('made', [made.status, made.headers.get('content-type'), made.body.active], [201, TYPE, true])
      const again = await scim('POST /Users', person)
      expectEqual('made twice', [again.status, again.body.scimType, again.body.status], [409, 'uniqueness', '409'])
      const read = await scim(`GET /Users/${made.body.id}`)
      expectEqual('read', [read.status, read.body.userName, read.body.externalId, read.body.password], [200, userName, person.externalId, undefined])
      const whole = await scim(`PUT /Users/${made.body.id}`, { ...read.body, name: { givenName: 'Another', familyName: 'User' }, displayName: 'Another User' })
      expectEqual('set whole', [whole.status, whole.body.name.givenName, whole.body.emails.length], [200, 'Another', 1])
      const off = await scim(`PATCH /Users/${made.body.id}`, patchOf({ op: 'replace', value: { active: false } }))
      expectEqual('deactivated', [off.status, off.body.active], [200, false])
      const account = await signing.call(`GET /users/${made.body.id}`)
      expectEqual('the account', [account.body.status, account.body.name], ['disabled', 'Another User'])
      const on = await scim(`PUT /Users/${made.body.id}`, { ...whole.body, active: true })
      expectEqual('activated', [on.status, on.body.active], [200, true])
    },
  },
  {
    flow: okta,
    fault: 'none: groups',
    async run(signing) {
      const { scim } = await connected(signing)
      const people = await Promise.all([1, 2].map(async () => (await scim('POST /Users', { schemas: [USER], userName: `${anew()}@okta.local` })).body.id))
      const name = anew()
      const listed = await scim('GET /Groups?startIndex=1&count=100')
      expectEqual('listed', [listed.status, Array.isArray(listed.body.Resources)], [200, true])
      const made = await scim('POST /Groups', { schemas: [GROUP], displayName: name, members: [{ value: people[0], display: 'a@okta.local' }] })
      expectEqual('made', [made.status, made.body.members.length], [201, 1])
      const found = await scim(`GET /Groups?${filterOf(`displayName eq "${name}"`)}`)
      expectEqual('found', [found.body.totalResults, found.body.Resources[0].id], [1, made.body.id])
      const path = `/Groups/${made.body.id}`
      const renamed = await scim(`PATCH ${path}`, patchOf({ op: 'replace', value: { id: made.body.id, displayName: `${name} new` } }))
      expectEqual('renamed', [renamed.status, renamed.body.displayName], [200, `${name} new`])
      const swapped = await scim(
        `PATCH ${path}`,
        patchOf(
          { op: 'remove', path: `members[value eq "${people[0]}"]` },
          { op: 'add', path: 'members', value: [{ value: people[1], display: 'b@okta.local' }] },
        ),
      )
      expectEqual('members', [swapped.status, swapped.body.members.map(({ value }: { value: string }) => value)], [200, [people[1]]])
      const user = await scim(`GET /Users/${people[1]}`)
      expectEqual('seen at the user', user.body.groups[0].display, `${name} new`)
      expectEqual('deleted', [(await scim(`DELETE ${path}`)).status, (await scim(`GET ${path}`)).status], [204, 404])
    },
  },
  {
    flow: entra,
    fault: 'none: users',
    // https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
    async run(signing) {
      const { scim } = await connected(signing)
      const test = await scim(`GET /Users?${filterOf(`userName eq "Test_User_${crypto.randomUUID()}"`)}`)
      expectEqual(
        'connection tried',
        [test.status, test.body.schemas, test.body.totalResults],
        [200, ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], 0],
      )
      const userName = `Test_User_${anew()}@testuser.com`
      const made = await scim('POST /Users', {
        schemas: [USER, ENTERPRISE],
        externalId: crypto.randomUUID(),
        userName,
        active: true,
        emails: [{ primary: true, type: 'work', value: userName }],
        meta: { resourceType: 'User' },
        name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
        roles: [],
      })
      expectEqual('made', [made.status, made.body.userName], [201, userName])
      const path = `/Users/${made.body.id}`
      const changed = await scim(
        `PATCH ${path}`,
        patchOf(
          { op: 'Replace', path: 'emails[type eq "work"].value', value: `new-${userName}` },
          { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
          { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Sales' },
          { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555' },
          { op: 'Add', path: 'addresses[type eq "work"].country', value: 'DE' },
        ),
      )
      expectEqual(
        'changed',
        [changed.status, changed.body.name.familyName, changed.body.emails],
        [200, 'updatedFamilyName', [{ primary: true, type: 'work', value: `new-${userName}` }]],
      )
      expectEqual(
        'and the rest',
        [changed.body[ENTERPRISE].department, changed.body.phoneNumbers[0].value, changed.body.addresses[0].country],
        ['Sales', '+1 555', 'DE'],
      )
      const renamed = await scim(`PATCH ${path}`, patchOf({ op: 'Replace', path: 'userName', value: `5b50642d-${userName}` }))
      expectEqual('renamed', [renamed.status, renamed.body.userName], [200, `5b50642d-${userName}`])
      const off = await scim(`PATCH ${path}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }))
      expectEqual('disabled', [off.status, off.body.active], [200, false])
      const flat = await scim(`PATCH ${path}`, patchOf({ op: 'Add', value: { 'name.givenName': 'flat', active: 'True' } }))
      expectEqual('names that are paths', [flat.body.name.givenName, flat.body.active], ['flat', true])
      const manager = await scim(`PATCH ${path}`, patchOf({ op: 'Add', path: `${ENTERPRISE}:manager`, value: made.body.id }))
      expectEqual('manager', manager.body[ENTERPRISE].manager, { value: made.body.id })
      expectEqual('deleted', [(await scim(`DELETE ${path}`)).status, (await scim(`GET ${path}`)).status], [204, 404])
      expectEqual('deleted again', (await scim(`DELETE ${path}`)).status, 404)
    },
  },
  {
    flow: entra,
    fault: 'none: groups',
    async run(signing) {
      const { scim } = await connected(signing)
      const { body: person } = await scim('POST /Users', { schemas: [USER], userName: `${anew()}@testuser.com` })
      const displayName = anew()
      const made = await scim('POST /Groups', {
        schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: crypto.randomUUID(),
        displayName,
        meta: { resourceType: 'Group' },
      })
      expectEqual('made', [made.status, made.body.displayName], [201, displayName])
      const path = `/Groups/${made.body.id}`
      const added = await scim(`PATCH ${path}`, patchOf({ op: 'Add', path: 'members', value: [{ $ref: null, value: person.id }] }))
      expectEqual('member added', [added.status, added.body.members[0].value], [200, person.id])
      const read = await scim(`GET ${path}?excludedAttributes=members`)
      expectEqual('read without members', [read.status, read.body.members], [200, undefined])
      const found = await scim(`GET /Groups?excludedAttributes=members&${filterOf(`displayName eq "${displayName}"`)}`)
      expectEqual(
        'found',
        found.body.Resources.map(({ id }: { id: string }) => id),
        [made.body.id],
      )
      const isIn = await scim(`GET /Groups?attributes=id&${filterOf(`id eq "${made.body.id}" and members eq "${person.id}"`)}`)
      expectEqual('asked for a member', isIn.body.totalResults, 1)
      const renamed = await scim(`PATCH ${path}`, patchOf({ op: 'Replace', path: 'displayName', value: `${displayName} 2` }))
      expectEqual('renamed', renamed.body.displayName, `${displayName} 2`)
      const removed = await scim(`PATCH ${path}`, patchOf({ op: 'Remove', path: 'members', value: [{ $ref: null, value: person.id }] }))
      expectEqual('member removed', [removed.status, removed.body.members], [200, undefined])
      const twice = await scim(`PATCH ${path}`, patchOf({ op: 'Remove', path: `members[value eq "${person.id}"]` }))
      expectEqual('removed twice', twice.status, 200)
      expectEqual('deleted', (await scim(`DELETE ${path}`)).status, 204)
    },
  },
  {
    flow: 'SCIM, what it says of itself',
    fault: 'none',
    async run(signing) {
      const { scim } = await connected(signing)
      const config = await scim('GET /ServiceProviderConfig')
      expectEqual(
        'config',
        [config.body.patch.supported, config.body.bulk.supported, config.body.filter.supported, config.body.etag.supported],
        [true, false, true, true],
      )
      const kinds = await scim('GET /ResourceTypes')
      expectEqual(
        'kinds',
        kinds.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint),
        ['/Users', '/Groups'],
      )
      const schemas = await scim('GET /Schemas')
      expectEqual(
        'schemas',
        schemas.body.Resources.map(({ id }: { id: string }) => id),
        [USER, ENTERPRISE, GROUP],
      )
      expectEqual('one schema', (await scim(`GET /Schemas/${GROUP}`)).body.name, 'Group')
      const plain = await scim('GET /Users?count=1', undefined, { accept: 'application/json' })
      expectEqual('plain JSON', [plain.status, plain.headers.get('content-type')], [200, 'application/json; charset=utf-8'])
      const bulk = await scim('POST /Bulk', { schemas: [], Operations: [] })
      expectEqual('bulk', [bulk.status, bulk.body.schemas], [404, ['urn:ietf:params:scim:api:messages:2.0:Error']])
      expectEqual('a key of an administrator', (await clientOf(signing, null)('GET /Users')).status, 401)
    },
  },
]
