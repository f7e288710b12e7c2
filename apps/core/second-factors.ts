import { Enrolment } from '#domain/access/second-factor/enrolment.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  EnrolmentRequest,
  FactorCode,
  getSecondFactor,
  RecoveryCodes,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  SecondFactor,
} from '#domain/access/second-factor/own.ts'
import { confirmByTicket, EnrolledSignIn, enrolByTicket, finishSignIn, SecondStep, TicketOnly } from '#domain/access/second-factor/second-step.ts'
import { SignIn } from '#domain/access/signins/issue.ts'
import { fromOwnPage, renewalHeaders } from '#http/page-session.ts'
import { json, noContent } from '#http/reply.ts'
import { body, createRouter, idParam, reply, route } from '#http/router.ts'

const own = { who: 'user', scope: '*', pending: true } as const

export const secondFactors = createRouter()
  .openapi(
    route({
      method: 'post',
      path: '/auths/signin/second-factor',
      operationId: 'finishSignIn',
      summary: 'The second step of a sign-in',
      description:
        'With the ticket that `POST /auths/signin` answered by 202. A code counts once; ten wrong ones close the account’s second step for fifteen minutes.',
      access: { who: 'anyone' },
      request: { body: body(SecondStep) },
      responses: { 200: reply(SignIn, 'As after a password alone') },
      fails: ['unauthenticated', 'rate_limited'],
    }),
    async (c) => {
      const { body, renewal } = await finishSignIn(c.var.ctx, c.req.valid('json'), { renewable: fromOwnPage(c) })
      return json(c, body, 200, renewalHeaders(c, renewal))
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/signin/enrol',
      operationId: 'enrolAtSignIn',
      summary: 'Set a second factor up where the sign-in needs one',
      access: { who: 'anyone' },
      request: { body: body(TicketOnly) },
      responses: { 200: reply(Enrolment, 'For the authenticator app') },
      fails: ['unauthenticated', 'conflict'],
    }),
    async (c) => json(c, await enrolByTicket(c.var.ctx, c.req.valid('json')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/signin/enrol/confirm',
      operationId: 'confirmAtSignIn',
      summary: 'Confirm it by a code, and sign in',
      access: { who: 'anyone' },
      request: { body: body(SecondStep) },
      responses: { 200: reply(EnrolledSignIn, 'As after a password alone, with the recovery codes') },
      fails: ['unauthenticated', 'conflict', 'rate_limited', 'precondition_failed'],
    }),
    async (c) => {
      const { body, renewal } = await confirmByTicket(c.var.ctx, c.req.valid('json'), { renewable: fromOwnPage(c) })
      return json(c, body, 200, renewalHeaders(c, renewal))
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/auths/second-factor',
      operationId: 'getSecondFactor',
      summary: 'One’s second factor',
      access: { who: 'user', scope: 'none', pending: true },
      responses: { 200: reply(SecondFactor, 'Whether there is one, and whether it is required') },
    }),
    async (c) => json(c, await getSecondFactor(c.var.ctx), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/second-factor',
      operationId: 'beginSecondFactor',
      summary: 'Begin to set a second factor up',
      access: own,
      request: { body: body(EnrolmentRequest) },
      responses: { 200: reply(Enrolment, 'For the authenticator app; each call begins anew') },
      fails: ['conflict'],
    }),
    async (c) => json(c, await beginSecondFactor(c.var.ctx, c.req.valid('json')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/second-factor/confirm',
      operationId: 'confirmSecondFactor',
      summary: 'Confirm a second factor by its first code',
      access: own,
      request: { body: body(FactorCode) },
      responses: { 200: reply(RecoveryCodes, 'From now on sign-ins by password ask for it') },
      fails: ['conflict', 'precondition_failed'],
    }),
    async (c) => json(c, await confirmSecondFactor(c.var.ctx, c.req.valid('json')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/second-factor/recovery-codes',
      operationId: 'renewRecoveryCodes',
      summary: 'Have new recovery codes',
      description: 'By a code of the app. Those before are gone.',
      access: own,
      request: { body: body(FactorCode) },
      responses: { 200: reply(RecoveryCodes, 'Ten new ones') },
      fails: ['conflict', 'precondition_failed'],
    }),
    async (c) => json(c, await renewRecoveryCodes(c.var.ctx, c.req.valid('json')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/auths/second-factor/remove',
      operationId: 'removeSecondFactor',
      summary: 'Remove one’s second factor',
      access: own,
      request: { body: body(FactorCode) },
      responses: { 204: { description: 'The password alone signs in' } },
      fails: ['conflict', 'precondition_failed'],
    }),
    async (c) => {
      await removeSecondFactor(c.var.ctx, c.req.valid('json'))
      return noContent(c)
    },
  )
  .openapi(
    route({
      method: 'delete',
      path: '/users/{user_id}/second-factor',
      operationId: 'resetSecondFactor',
      summary: 'Reset the second factor of a user who lost it',
      description: 'Ends the user’s sign-ins.',
      access: { who: 'admin', scope: '*' },
      request: { params: idParam('user_id', 'usr') },
      responses: { 204: { description: 'There is none any more' } },
    }),
    async (c) => {
      await resetSecondFactor(c.var.ctx, c.req.valid('param').user_id)
      return noContent(c)
    },
  )
