import { anew, type Reply, type Signing } from './signing.ts'

/** Calls as a directory's client makes them: `scim('GET /Users/usr_…')`, below the base URL. */
export type Client = (line: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

export const TYPE = 'application/scim+json'
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** A client that sends this credential; none when `null`. */
export function clientOf({ at }: Signing, token: string | null): Client {
  return async (line, body, headers = {}) => {
    const [method = 'GET', path = ''] = line.split(/ (.*)/s)
    const response = await fetch(`${at('core')}/api/v1/core/scim/v2${path}`, {
      method,
      headers: {
        accept: TYPE,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': `${TYPE}; charset=utf-8` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
}

/** A directory of its own. */
export async function connected(signing: Signing): Promise<{ scim: Client; token: string }> {
  const { body } = await signing.call('POST /directories', { body: { name: anew() } })
  return { scim: clientOf(signing, body.token), token: body.token }
}

export const patchOf = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
export const filterOf = (filter: string): string => `filter=${encodeURIComponent(filter)}`
