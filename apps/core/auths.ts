import { acceptInvitation, InvitationAcceptance } from '#domain/access/accept-invitation.ts'
import { askPasswordReset, PasswordResetAsked, PasswordResetRequest, SignInWays, signInWays } from '#domain/access/password-reset.ts'
import { SecondFactorNeeded } from '#domain/access/second-factor/tickets.ts'
import { Credentials, changePassword, PasswordChange, SignedOut, signIn, signOut, WhoAmI, whoAmI } from '#domain/access/signin.ts'
import { SignIn } from '#domain/access/signins/issue.ts'
import { fromOwnPage, noRenewal, renewalHeaders } from '#http/page-session.ts'
import { headersFor, json, noContent } from '#http/reply.ts'
import { body, createRouter, reply, route } from '#http/router.ts'

export const auths = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/auths',
      operationId: 'whoAmI',
      summary: 'Who is calling',
      access: { who: 'user', scope: 'none', pending: true },
      responses: { 200: reply(WhoAmI, 'The caller, by which credential, with which scopes') },
    }),
    (c) => json(c, whoAmI(c.var.ctx), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/signin',
      operationId: 'signIn',
      summary: 'Sign in with a password',
      description: 'A page of the workspace’s origin is given a cookie too, with which `POST /auths/refresh` renews the token.',
      access: { who: 'anyone' },
      request: { body: body(Credentials) },
      responses: {
        200: reply(SignIn, 'A token for twelve hours; a page’s for one, which it renews'),
        202: reply(SecondFactorNeeded, 'The password is right; a second step is to come'),
      },
      fails: ['unauthenticated', 'rate_limited', 'resource_disabled'],
    }),
    async (c) => {
      const outcome = await signIn(c.var.ctx, c.req.valid('json'), { renewable: fromOwnPage(c) })
      if ('half' in outcome) return json(c, outcome.half, 202)
      return json(c, outcome.body, 200, renewalHeaders(c, outcome.renewal))
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/signout',
      operationId: 'signOut',
      summary: 'End the sign-in this is called with',
      access: { who: 'user', scope: 'none', pending: true },
      responses: {
        200: reply(SignedOut, 'Signed out here; the browser signs out with the identity provider at the address'),
        204: { description: 'Signed out' },
      },
      fails: ['conflict'],
    }),
    async (c) => {
      const next = await signOut(c.var.ctx)
      if (next !== null) return json(c, { sign_out_url: next }, 200, noRenewal(c))
      return new Response(null, { status: 204, headers: headersFor(c.env.trace, noRenewal(c)) })
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/password',
      operationId: 'changePassword',
      summary: 'Change one’s password',
      description: 'Ends all other sign-ins of the account. An API key needs the scope `*` for it.',
      access: { who: 'user', scope: '*', pending: true },
      request: { body: body(PasswordChange) },
      responses: { 204: { description: 'Changed' } },
      fails: ['precondition_failed'],
    }),
    async (c) => {
      await changePassword(c.var.ctx, c.req.valid('json'))
      return noContent(c)
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/invitations/accept',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      access: { who: 'anyone' },
      request: { body: body(InvitationAcceptance) },
      responses: {
        200: reply(SignIn, 'The account is active and signed in'),
        202: reply(SecondFactorNeeded, 'The password is set; the account needs its second step'),
      },
      fails: ['not_found', 'resource_disabled'],
    }),
    async (c) => {
      const outcome = await acceptInvitation(c.var.ctx, c.req.valid('json'), { renewable: fromOwnPage(c) })
      if ('half' in outcome) return json(c, outcome.half, 202)
      return json(c, outcome.body, 200, renewalHeaders(c, outcome.renewal))
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/auths/ways',
      operationId: 'listSignInWays',
      summary: 'What there is to sign in by',
      access: { who: 'anyone' },
      responses: { 200: reply(SignInWays, 'What a sign-in page offers') },
    }),
    async (c) => json(c, await signInWays(c.var.ctx), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/password-reset',
      operationId: 'askPasswordReset',
      summary: 'Have a link mailed by which a forgotten password is replaced',
      description:
        'The answer is the same whether or not an account has this address. An account is sent five such links a day at most; each works once, with `POST /auths/invitations/accept`.',
      access: { who: 'anyone' },
      request: { body: body(PasswordResetRequest) },
      responses: { 202: reply(PasswordResetAsked, 'If there is such an account, a link is on its way to it') },
      fails: ['mail_not_configured', 'rate_limited', 'resource_disabled'],
    }),
    async (c) => {
      const asked = await askPasswordReset(c.var.ctx, c.req.valid('json'))
      c.var.ctx.defer(() => c.env.platform.nudge())
      return json(c, asked, 202)
    },
  )
