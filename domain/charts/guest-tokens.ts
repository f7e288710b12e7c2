import { z } from 'zod'
import { guestTokenKeys } from '../access/guest-access.ts'
import { GuestFilter, GuestPermissions, signGuestToken } from '../access/guest-token.ts'
import { requireUser } from '../allow.ts'
import { resolveModel } from '../catalog/models.ts'
import { recordAudit } from '../commit.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { exampleId } from '../identifiers.ts'
import { UNNAMED_GUEST } from '../semantics/sources/asker.ts'
import { Instant, strict } from '../strict.ts'
import { requireDashboard } from './dashboards.ts'
import { guestRules, RuleReach, reachOf } from './guest-filters.ts'
import { chartIdsOf } from './layout/tile.ts'
import { unpublishable } from './publishing.ts'
import { refuseDisabled } from './switches.ts'

const name = z.string().max(256)

/** Either our own form, or that of Superset's `POST /api/v1/security/guest_token/`. */
export const GuestTokenRequest = strict({
  dashboard_id: z.string().min(1).max(64).optional(),
  user: z
    .looseObject({ id: z.union([name.min(1), z.int()]).optional(), username: name.min(1).optional(), first_name: name.optional(), last_name: name.optional() })
    .optional()
    .meta({ description: 'Who the host application shows it to; `id`, else `username`, names him in the token' }),
  resources: z
    .array(strict({ type: z.literal('dashboard'), id: z.string().min(1).max(64) }))
    .max(10)
    .optional()
    .meta({ description: "Superset's way to name the dashboard; exactly one" }),
  filters: z.array(GuestFilter).max(100).default([]).meta({
    description:
      'Row filters of this token, beside those of the data source: `member` is `table.column`, or `*.column` for every table that has it; values are bound. They hold in every query of the dashboard.',
  }),
  rls: z
    .array(strict({ clause: z.string().min(1).max(10_000), dataset: z.union([name.min(1), z.int()]).optional() }))
    .max(100)
    .default([])
    .meta({
      description:
        "Superset's row rules: comparisons of columns with values, joined by AND, read by the grammar of SQL into typed conditions and never run as text. A bare column is that of every table that has it, and a query that reads no such table has no rows. `dataset` is the id of a data source.",
    }),
  permissions: GuestPermissions.partial().default({}),
  chat_model: z.string().min(1).max(200).optional().meta({
    description: 'With `can_chat`: the model that answers, by name or id, one its maker may use; the built-in one when absent. It counts on his budget',
  }),
  chat_questions_per_day: z.int().min(1).max(10_000).optional().meta({
    description:
      'With `can_chat`: how many questions the guest may ask within 24 hours, with this token and others of the same `user.id`; an unnamed guest with this token',
  }),
  expires_in: z.int().min(1).max(3600).default(300).meta({ description: 'Seconds' }),
}).meta({ id: 'GuestTokenRequest', example: { dashboard_id: exampleId('dsh') } })

export const GuestToken = z
  .object({
    token: z.string(),
    token_type: z.literal('guest'),
    expires_at: Instant,
    reach: z.array(RuleReach).meta({ description: 'Which tiles each rule cuts' }),
  })
  .meta({ id: 'GuestToken' })
export type GuestToken = z.infer<typeof GuestToken>

/**
 * Signs a token that lets its holder look at one dashboard, for a host application to embed it: at what its maker sees, under the token's filters too.
 * Needs `edit` on the dashboard, and on each of its charts and their data sources.
 * Fails with `not_found`, `forbidden`, `resource_disabled` when the dashboard or its embedding is off, and `invalid`
 * for a filter that names no column of the dashboard's data sources: a filter that cuts nothing is a mistake that shows everything.
 */
export async function createGuestToken(ctx: Context, input: z.infer<typeof GuestTokenRequest>): Promise<GuestToken> {
  const { userId } = requireUser(ctx)
  const { id, param } = dashboardOf(input)
  const dashboard = await requireDashboard(ctx, id, 'edit', param)
  refuseDisabled('dashboard', dashboard)
  if (!dashboard.embedded.enabled) {
    throw new Failure('resource_disabled', "the dashboard's embedding is disabled", { hint: 'set embedded.enabled on the dashboard' })
  }
  const model = await chatModelOf(ctx, input)
  const closed = await unpublishable(ctx, userId, chartIdsOf(dashboard.layout))
  if (closed.length > 0) {
    throw new Failure('forbidden', 'a guest token needs the level "edit" on every chart of the dashboard and on its data source', {
      details: closed.map((chartId) => ({ path: 'dashboard_id', message: `you may look at ${chartId}, not publish it` })),
    })
  }
  const rules = await guestRules(ctx, dashboard, input)
  const filters = rules.flatMap((rule) => rule.filters)
  const { claims, token } = await signGuestToken(
    await guestTokenKeys(ctx.ports.vault, ctx.settings),
    {
      subject: String(input.user?.id ?? input.user?.username ?? UNNAMED_GUEST),
      dashboardId: dashboard.id,
      minterId: userId,
      filters,
      permissions: { can_export: false, can_chat: false, ...input.permissions },
      epoch: dashboard.embed_epoch,
      ...(model === undefined ? {} : { model }),
      ...(input.chat_questions_per_day === undefined ? {} : { questionsPerDay: input.chat_questions_per_day }),
    },
    { now: ctx.now(), tokenId: crypto.randomUUID(), expiresIn: input.expires_in },
  )
  const expiresAt = new Date(claims.expiresAt * 1000).toISOString()
  const details = {
    token_id: claims.tokenId,
    expires_at: expiresAt,
    permissions: claims.permissions,
    filters: filters.map(({ member, operator }) => `${member} ${operator}`),
  }
  await recordAudit(ctx, { type: 'guest_token.created', resource: { type: 'dashboard', id: dashboard.id }, details })
  return { token, token_type: 'guest', expires_at: expiresAt, reach: await reachOf(ctx, dashboard, rules) }
}

/** The id of the model that answers a guest. Fails with `not_found` for one the caller may not use, and with `invalid` for one that cannot query. */
async function chatModelOf(ctx: Context, { chat_model: named }: z.infer<typeof GuestTokenRequest>): Promise<string | undefined> {
  if (named === undefined) return undefined
  const { model } = await resolveModel(ctx, named).catch((error) => {
    throw error instanceof Failure && error.code === 'not_found' ? new Failure('not_found', error.message, { param: 'chat_model' }) : error
  })
  if (!model.capabilities.tools) throw new Failure('invalid', 'a model that takes no tools cannot query', { param: 'chat_model' })
  return model.id
}

function dashboardOf({ dashboard_id, resources }: z.infer<typeof GuestTokenRequest>): { id: string; param: string } {
  const named = [...new Set([...(dashboard_id === undefined ? [] : [dashboard_id]), ...(resources ?? []).map(({ id }) => id)])]
  const [id] = named
  if (id !== undefined && named.length === 1) return { id, param: dashboard_id === undefined ? 'resources.0.id' : 'dashboard_id' }
  const message = id === undefined ? 'dashboard_id: required' : 'a guest token opens exactly one dashboard'
  throw new Failure('invalid', message, { param: 'dashboard_id', details: [{ path: 'dashboard_id', message }] })
}
