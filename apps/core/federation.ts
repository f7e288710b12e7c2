import { z } from 'zod'
import { beginFederation } from '#domain/access/federation/begin.ts'
import { finishFederation } from '#domain/access/federation/finish.ts'
import { endByProvider } from '#domain/access/federation/logout.ts'
import type { Refusal } from '#domain/access/federation/refusals.ts'
import { Failure } from '#domain/failure.ts'
import { counted } from '#http/body.ts'
import { federationOf, sendOn } from '#http/page-session.ts'
import { noContent } from '#http/reply.ts'
import { createRouter, idParam, route } from '#http/router.ts'

const params = idParam('identity_provider_id', 'idp')
const MOST_BYTES = 64_000
const FORM = 'application/x-www-form-urlencoded'

/** Not read by a validator: the route counts its bytes. */
const tokenForm: { type: 'object'; required: string[]; properties: Record<string, { type: 'string'; example: string }> } = {
  type: 'object',
  required: ['logout_token'],
  properties: { logout_token: { type: 'string', example: 'eyJhbGciOi…' } },
}

/** Pages of a browser, not calls of a program: what goes wrong is told on the sign-in page. */
const sentOn = { 303: { description: 'The browser is sent on' } }

/** The page that says why nobody was signed in, and where they wanted to go. */
function refusedAt(linksTo: string, reason: Refusal, returnTo: string): string {
  const query = new URLSearchParams({ sso: reason, ...(returnTo === '/' ? {} : { next: returnTo }) })
  return `${linksTo}/signin?${query}`
}

export const federation = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/auths/oidc/{identity_provider_id}/start',
      operationId: 'startSingleSignOn',
      summary: 'Send a browser to an identity provider',
      description: 'A link of the sign-in page. It sets a cookie, which the way back needs: only the browser that began comes back, once, within ten minutes.',
      access: { who: 'anyone' },
      request: {
        params,
        query: z.object({
          return_to: z
            .string()
            .max(500)
            .optional()
            .meta({ description: 'A path of the workspace to come back to; anything else is its start page', example: '/dashboards' }),
        }),
      },
      responses: sentOn,
    }),
    async (c) => {
      const { ctx } = c.var
      const { return_to: returnTo } = c.req.valid('query')
      const begun = await beginFederation(ctx, c.req.valid('param').identity_provider_id, { browser: federationOf(c), returnTo })
      if ('refused' in begun) return sendOn(c, refusedAt(ctx.settings.mail.linksTo, begun.refused, '/'), {})
      return sendOn(c, begun.url, { federation: { value: begun.browser, seconds: begun.seconds } })
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/auths/oidc/{identity_provider_id}/callback',
      operationId: 'finishSingleSignOn',
      summary: 'Where an identity provider sends the browser back to',
      description: 'Sets the cookie of a sign-in, as after a password, and sends the browser into the workspace; else to the sign-in page, which says why.',
      access: { who: 'anyone' },
      anyQuery: true,
      request: { params },
      responses: sentOn,
    }),
    async (c) => {
      const { ctx } = c.var
      const { linksTo } = ctx.settings.mail
      const browser = federationOf(c)
      const finished = await finishFederation(ctx, c.req.valid('param').identity_provider_id, browser, new URL(c.req.url).searchParams)
      // Tabs that began together share the cookie: it lasts as long as it was given for.
      const kept = browser === undefined ? {} : { federation: { value: browser, seconds: 600 } }
      if ('refused' in finished) return sendOn(c, refusedAt(linksTo, finished.refused, finished.returnTo), kept)
      return sendOn(c, `${linksTo}${finished.returnTo}`, { ...kept, renewal: finished.issued.renewal })
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/oidc/{identity_provider_id}/backchannel-logout',
      operationId: 'receiveBackchannelLogout',
      summary: 'Where an identity provider tells that a session ended',
      description: 'OpenID Connect Back-Channel Logout 1.0: a form with a signed `logout_token`.',
      access: { who: 'anyone', rawBody: true },
      request: { params, body: { required: true, content: { [FORM]: { schema: tokenForm } } } },
      responses: { 204: { description: 'Its sign-ins have ended' } },
    }),
    async (c) => {
      await endByProvider(c.var.ctx, c.req.valid('param').identity_provider_id, await logoutTokenOf(c.req.raw))
      return noContent(c)
    },
  )

async function logoutTokenOf(request: Request): Promise<string> {
  if (!request.headers.get('content-type')?.toLowerCase().startsWith(FORM)) throw new Failure('unsupported_media_type', `send ${FORM}`)
  const decoder = new TextDecoder()
  let text = ''
  if (request.body) for await (const piece of counted(request.body, MOST_BYTES)) text += decoder.decode(piece, { stream: true })
  const token = new URLSearchParams(text).get('logout_token')
  if (!token) throw new Failure('malformed_request', 'logout_token is missing')
  return token
}
