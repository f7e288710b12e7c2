import { z } from 'zod'
import { webhooks } from '#db/schema/webhooks.ts'
import { wantedTypes } from '../feed/follow.ts'
import { exampleId } from '../identifiers.ts'
import { flagFilter } from '../list-filters.ts'
import { listQueries } from '../pagination.ts'
import { Instant, stored, strict } from '../strict.ts'

const Url = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((text) => !URL.canParse(text) || !(new URL(text).username || new URL(text).password), 'an address without user and password')

/** Takes the whole audit log, for administrators. */
export const AUDIT_EVENT = 'audit'

const isKnown = (event: string): boolean => {
  if (event === AUDIT_EVENT) return true
  try {
    return wantedTypes(event) !== null
  } catch {
    return false
  }
}

export const Webhook = z
  .object({
    ...stored,
    webhook_id: z.string(),
    name: z.string(),
    url: z.string().meta({ description: 'Where messages go; of a Slack address the host only', example: 'https://hooks.example.com/querent' }),
    format: z.enum(['standard', 'slack']),
    events: z.array(z.string()),
    is_enabled: z.boolean(),
    stopped_reason: z.string().nullable().meta({ description: 'Why the platform disabled it' }),
    owner_id: z.string(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

const secret = z.string().meta({ description: 'What its messages are signed with. It is shown once.', example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })
export const CreatedWebhook = Webhook.extend({ secret }).meta({ id: 'CreatedWebhook' })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

const editable = {
  name: z.string().trim().min(1).max(200),
  url: Url.meta({ description: 'http or https; in production https only', example: 'https://hooks.example.com/querent' }),
  format: z.enum(['standard', 'slack']).meta({
    description: '`standard`: JSON, signed as Standard Webhooks says. `slack`: a text, as incoming webhooks of Slack and Mattermost take it',
  }),
  events: z
    .array(z.string().trim().max(100).refine(isKnown, 'a type of the change feed such as dashboard.updated, a kind such as dashboard, or audit'))
    .max(100)
    .meta({
      description:
        'Changes told of what its owner may see: whole types (dashboard.updated) or kinds (dashboard); of administrators also audit: every entry of the audit log. None: only jobs that name it',
      example: ['extraction.completed', 'dashboard.updated'],
    }),
  is_enabled: z.boolean(),
}
export const NewWebhook = strict({
  ...editable,
  format: editable.format.default('standard'),
  events: editable.events.default([]),
  is_enabled: editable.is_enabled.default(true),
}).meta({ id: 'NewWebhook', example: { name: 'Operations', url: 'https://hooks.example.com/querent', events: ['extraction.completed', 'dashboard.updated'] } })
export const WebhookChange = strict(editable)
  .partial()
  .meta({ id: 'WebhookChange', example: { events: ['job.run_failed'] } })

export const webhookSorts = { name: webhooks.name, updated_at: webhooks.updated_at }
export const webhookQueries = listQueries(webhookSorts, { is_enabled: flagFilter('Only webhooks in use, or only others') })

export const DeliveryStatus = z.enum(['queued', 'delivered', 'failed']).meta({ id: 'DeliveryStatus' })

export const Delivery = z
  .object({
    id: z.string().meta({ example: exampleId('dlv') }),
    delivery_id: z.string(),
    message_id: z.string().meta({ description: 'The `webhook-id` it bears; a replay bears that of the first' }),
    webhook_id: z.string().nullable(),
    event: z.string().meta({ example: 'dashboard.updated' }),
    status: DeliveryStatus,
    tries: z
      .array(z.object({ at: Instant, status: z.int().nullable(), duration_ms: z.int(), error: z.string().nullable() }))
      .meta({ description: 'The last 30' }),
    job_run_id: z.string().nullable(),
    replay_of: z.string().nullable(),
    body: z.string().meta({ description: 'What is sent; empty to a credential without the scope for what it tells', example: '{"type":"dashboard.updated"}' }),
    created_at: Instant,
    completed_at: Instant.nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

export const deliveryQueries = listQueries({}, { status: DeliveryStatus.optional().meta({ description: 'Those in this state' }) })
export const DeliveryListQuery = deliveryQueries.list.omit({ q: true, updated_from: true, updated_to: true })
