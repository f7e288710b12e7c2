import { argon2EdgePasswords } from '#connectors/passwords/argon2-edge.ts'
import { argon2Modules } from '#connectors/passwords/argon2-modules.ts'
import { createWebhookSender } from '#connectors/webhooks/sender.ts'
import { webhookNetsOf } from '../env.ts'
import { type EdgePorts, edgeNetwork } from './means.ts'

/** Passwords, and messages to programs. */
export const accountPorts: EdgePorts = ({ environment }) => ({
  passwords: argon2EdgePasswords(argon2Modules),
  webhooks: createWebhookSender(edgeNetwork(environment, webhookNetsOf(environment))),
})
