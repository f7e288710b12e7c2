import { z } from 'zod'
import { SignIn } from '#domain/access/signins/issue.ts'
import { LinkedSignIn, LinkToken, signInByLink } from '#domain/access/signins/links.ts'
import { renewSignin } from '#domain/access/signins/renew.ts'
import { endOtherSignins, endSignin, listSignins, SignInRecord } from '#domain/access/signins/signins.ts'
import { fromOwnPage, renewalHeaders, renewalOf, requireOwnPage } from '#http/page-session.ts'
import { json, noContent } from '#http/reply.ts'
import { body, createRouter, idParam, reply, route } from '#http/router.ts'

const params = idParam('signin_id', 'sgn')

export const signins = createRouter()
  .openapi(
    route({
      method: 'post',
      path: '/auths/refresh',
      operationId: 'renewSignIn',
      summary: 'Renew a page’s sign-in',
      description:
        'For pages of the workspace’s origin: they keep the renewal in an HttpOnly cookie that only this path is sent. Each call takes the cookie’s place with another; one used again later than ten seconds after that ends the sign-in.',
      access: { who: 'anyone' },
      responses: { 200: reply(SignIn, 'A token for an hour, and the next cookie'), 204: { description: 'This browser holds no cookie: nobody is signed in' } },
      fails: ['unauthenticated', 'forbidden'],
    }),
    async (c) => {
      requireOwnPage(c)
      const token = renewalOf(c)
      if (!token) return noContent(c)
      const { body, renewal } = await renewSignin(c.var.ctx, token)
      return json(c, body, 200, renewalHeaders(c, renewal))
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/link',
      operationId: 'signInByLink',
      summary: 'Sign in by a one-time link',
      description: 'The token is what follows `/link#` in the address that the first start, the quickstart or `npm run signin-link` printed.',
      access: { who: 'anyone' },
      request: { body: body(LinkToken) },
      responses: { 200: reply(LinkedSignIn, 'As after a sign-in by password') },
      fails: ['not_found'],
    }),
    async (c) => {
      const { body, renewal } = await signInByLink(c.var.ctx, c.req.valid('json'), { renewable: fromOwnPage(c) })
      return json(c, body, 200, renewalHeaders(c, renewal))
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/auths/signins',
      operationId: 'listSignIns',
      summary: 'List one’s sign-ins',
      access: { who: 'user', pending: true },
      responses: { 200: reply(z.array(SignInRecord), 'Those that hold, the one seen last first') },
    }),
    async (c) => json(c, await listSignins(c.var.ctx), 200),
  )
  .openapi(
    route({
      method: 'delete',
      path: '/auths/signins',
      operationId: 'endOtherSignIns',
      summary: 'End all sign-ins but this one',
      access: { who: 'user', pending: true },
      responses: { 204: { description: 'Ended' } },
    }),
    async (c) => {
      await endOtherSignins(c.var.ctx)
      return noContent(c)
    },
  )
  .openapi(
    route({
      method: 'delete',
      path: '/auths/signins/{signin_id}',
      operationId: 'endSignIn',
      summary: 'End a sign-in',
      access: { who: 'user', pending: true },
      request: { params },
      responses: { 204: { description: 'Ended: its tabs are refused from the next request on' } },
    }),
    async (c) => {
      await endSignin(c.var.ctx, c.req.valid('param').signin_id)
      return noContent(c)
    },
  )
