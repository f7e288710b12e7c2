import { createGuestToken, GuestToken, GuestTokenRequest } from '#domain/charts/guest-tokens.ts'
import { json } from '#http/reply.ts'
import { body, createRouter, onObject, reply, route } from '#http/router.ts'

export const guestTokens = createRouter().openapi(
  route({
    method: 'post',
    path: '/auth/guest-token',
    operationId: 'createGuestToken',
    summary: 'Make a token that opens one embedded dashboard',
    access: onObject('dashboard', 'edit', 'dashboard_id', 'body', { scope: 'analytics:embed' }),
    request: { body: body(GuestTokenRequest) },
    responses: { 200: reply(GuestToken, 'The token, for the host page to hand to the embedded one') },
    fails: ['resource_disabled'],
  }),
  async (c) => json(c, await createGuestToken(c.var.ctx, c.req.valid('json')), 200),
)
