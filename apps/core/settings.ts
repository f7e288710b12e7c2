import { getPublicSettings, getSettings, updateSettings } from '#domain/deployment/settings.ts'
import { DeploymentSettings, DeploymentSettingsChange, MailTrial, MailTried, PublicSettings } from '#domain/deployment/settings-shape.ts'
import { tryMail } from '#domain/deployment/try-mail.ts'
import { json, resource } from '#http/reply.ts'
import { body, createRouter, reply, route } from '#http/router.ts'

/** Whoever names the mail server reads the links that are mailed. */
const changing = { who: 'admin', scope: '*' } as const

export const settings = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/settings',
      operationId: 'getSettings',
      summary: 'How this deployment is set up',
      description:
        'What is in force, and who said so: the environment wins (`env`, `locked`), then what is stored here, then the default. Secrets are never read back.',
      access: { who: 'admin' },
      responses: { 200: reply(DeploymentSettings, 'What is in force') },
    }),
    async (c) => resource(c, await getSettings(c.var.ctx), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/settings/public',
      operationId: 'getPublicSettings',
      summary: 'Name and theme of this deployment',
      description: 'For the sign-in page and for whoever draws charts in its colours; no credential is needed.',
      access: { who: 'anyone' },
      responses: { 200: reply(PublicSettings, 'Name and theme') },
    }),
    async (c) => json(c, await getPublicSettings(c.var.ctx), 200, { 'cache-control': 'no-cache' }),
  )
  .openapi(
    route({
      method: 'patch',
      path: '/settings',
      operationId: 'updateSettings',
      summary: 'Change how this deployment is set up',
      description: 'Holds within seconds in every process of the deployment, without a restart. What the environment sets is refused with 409.',
      access: changing,
      request: { body: body(DeploymentSettingsChange) },
      responses: { 200: reply(DeploymentSettings, 'What is in force now') },
      fails: ['conflict'],
    }),
    async (c) => resource(c, await updateSettings(c.var.ctx, c.req.valid('json')), 200),
  )
  .openapi(
    route({
      method: 'post',
      path: '/settings/mail/test',
      operationId: 'tryMailServer',
      summary: 'Send oneself a mail by a mail server, before it is saved',
      description: 'Once, at once, to your own address; the reply says what the server said. Without a server the one in use is tried.',
      access: changing,
      request: { body: body(MailTrial) },
      responses: { 200: reply(MailTried, 'What came of it') },
      fails: ['conflict', 'mail_not_configured'],
    }),
    async (c) => json(c, await tryMail(c.var.ctx, c.req.valid('json')), 200),
  )
