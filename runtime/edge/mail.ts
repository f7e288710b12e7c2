import { createHttpMailer } from '#connectors/mail/http-mailer.ts'
import { mailNetsOf } from '../env.ts'
import { type EdgePorts, edgeNetwork } from './means.ts'

/** The way to mailboxes, which also says whether a mail may be queued at all. */
export const mailPorts: EdgePorts = ({ environment }) => {
  const { MAIL_HTTP_URL: url, MAIL_HTTP_KEY: key, MAIL_HTTP_FORMAT: format, MAIL_FROM: from } = environment
  if (!url || !key || !from) return { mailer: null }
  return { mailer: createHttpMailer({ url, key, format, from, fetch: edgeNetwork(environment, mailNetsOf(environment)).fetch }) }
}
