import { Mail, MailListQuery, MailPageQuery } from '#domain/mail/mail-shape.ts'
import { getMail, listMails, retryMail, sendTestMail } from '#domain/mail/mails.ts'
import { Unsubscribed, UnsubscribeQuery, unsubscribe } from '#domain/mail/unsubscribe.ts'
import { json } from '#http/reply.ts'
import { listRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, reply, route } from '#http/router.ts'

const access = { who: 'admin' } as const
const params = idParam('mail_id', 'mal')

export const mails = listRoutes(createRouter(), {
  path: '/mails',
  item: Mail,
  list: {
    of: 'mails',
    answers: 'What waits, was sent or was given up, newest first; never what it says',
    access,
    query: MailListQuery,
    page: MailPageQuery,
    run: listMails,
  },
})
  .openapi(
    route({
      method: 'post',
      path: '/mails/test',
      operationId: 'sendTestMail',
      summary: 'Send oneself a mail, to try the mail server out',
      access,
      responses: { 202: reply(Mail, 'The mail, on its way: read it again to see how it fared') },
      fails: ['mail_not_configured'],
    }),
    async (c) => {
      const mail = await sendTestMail(c.var.ctx)
      c.var.ctx.defer(() => c.env.platform.nudge())
      return json(c, mail, 202)
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/mails/unsubscribe',
      operationId: 'unsubscribe',
      summary: 'Have no more mails of a job',
      description: 'By the token of a link in such a mail, without signing in. Mail programs post here by themselves (RFC 8058); what they send is not read.',
      access: { who: 'anyone', rawBody: true },
      request: { query: UnsubscribeQuery },
      responses: { 200: reply(Unsubscribed, 'No more mails of this job go to the reader; again it changes nothing') },
      fails: ['not_found'],
    }),
    async (c) => json(c, await unsubscribe(c.var.ctx, c.req.valid('query')), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/mails/{mail_id}',
      operationId: 'getMail',
      summary: 'Read how a mail fared',
      access,
      request: { params },
      responses: { 200: reply(Mail, 'The mail and its tries') },
    }),
    async (c) => json(c, await getMail(c.var.ctx, c.req.valid('param').mail_id), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/mails/{mail_id}/retry',
      operationId: 'retryMail',
      summary: 'Try a mail that was given up once more',
      access,
      request: { params },
      responses: { 202: reply(Mail, 'The mail, on its way again') },
      fails: ['conflict', 'mail_not_configured'],
    }),
    async (c) => {
      const mail = await retryMail(c.var.ctx, c.req.valid('param').mail_id)
      c.var.ctx.defer(() => c.env.platform.nudge())
      return json(c, mail, 202)
    },
  )
