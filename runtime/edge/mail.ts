import { createHttpMailer } from '#connectors/mail/http-mailer.ts'
import { createHttpMailServers } from '#connectors/mail/mail-servers.ts'
import { mailNetsOf } from '../env.ts'
import { type EdgePorts, edgeNetwork } from './means.ts'

/** The ways to mailboxes. */
export const mailPorts: EdgePorts = ({ environment }) => {
  const { MAIL_HTTP_URL: url, MAIL_HTTP_KEY: key, MAIL_HTTP_FORMAT: format, MAIL_FROM: from } = environment
  const network = edgeNetwork(environment, mailNetsOf(environment))
  const mailer = url && key && from ? createHttpMailer({ url, key, format, from, fetch: network.fetch }) : null
  return { mailer, mailServers: createHttpMailServers(network) }
}
