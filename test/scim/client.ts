import type { TestServer } from '#test/harness.ts'

export type ScimReply = { status: number; headers: Headers; body: any }
/** `scim('PATCH /Users/usr_…', body)`: below the base URL, as a directory. */
export type Scim = (line: string, body?: unknown, headers?: Record<string, string>) => Promise<ScimReply>

/** A directory of its own on a server in this process. */
export async function scimOf(server: TestServer, name = 'Okta'): Promise<Scim> {
  const { body } = await server.request('POST /core/directories', { body: { name } })
  return async (line, sent, headers = {}) => {
    const [method = 'GET', ...rest] = line.split(' ')
    const reply = await server.request(`${method} /core/scim/v2${rest.join(' ')}`, {
      as: body.token,
      headers: { ...(sent === undefined ? {} : { 'content-type': 'application/scim+json' }), ...headers },
      ...(sent === undefined ? {} : { raw: JSON.stringify(sent) }),
    })
    return { status: reply.status, headers: reply.headers, body: reply.text === '' ? undefined : JSON.parse(reply.text) }
  }
}
