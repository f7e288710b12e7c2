import {
  IdentityProvider,
  IdentityProviderChange,
  IdentityProviderCheck,
  identityProviderQueries,
  NewIdentityProvider,
} from '#domain/access/federation/provider-shape.ts'
import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  testIdentityProvider,
  updateIdentityProvider,
} from '#domain/access/federation/providers.ts'
import { getSignInPolicy, SignInPolicy, SignInPolicyChange, updateSignInPolicy } from '#domain/access/policy/signin-policy.ts'
import { json } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, idParam, reply, route } from '#http/router.ts'

const params = idParam('identity_provider_id', 'idp')
const access = { who: 'admin' } as const
/** Whoever decides who may sign in could sign in as anybody. */
const changing = { who: 'admin', scope: '*' } as const

export const identityProviders = resourceRoutes(createRouter(), {
  path: '/identity-providers',
  id: ['identity_provider_id', 'idp'],
  item: IdentityProvider,
  list: {
    of: 'identity providers',
    answers: 'All of them, without their secrets',
    access,
    query: identityProviderQueries.list,
    page: identityProviderQueries.page,
    run: listIdentityProviders,
  },
  create: {
    summary: 'Add an identity provider',
    description: 'People sign in by it (OpenID Connect, authorization code with PKCE). Register the `redirect_uri` of the reply with the provider.',
    access: changing,
    body: NewIdentityProvider,
    fails: ['already_exists'],
    run: createIdentityProvider,
  },
  read: { summary: 'Read an identity provider', access, run: getIdentityProvider },
  change: {
    summary: 'Change an identity provider',
    description: 'Disabling it, and another issuer or client, end the sign-ins it vouched for.',
    access: changing,
    body: IdentityProviderChange,
    fails: ['already_exists', 'conflict'],
    run: updateIdentityProvider,
  },
  remove: { summary: 'Delete an identity provider; its sign-ins end, the accounts stay', access: changing, fails: ['conflict'], run: deleteIdentityProvider },
})
  .openapi(
    route({
      method: 'post',
      path: '/identity-providers/{identity_provider_id}/test',
      operationId: 'testIdentityProvider',
      summary: 'Read what an identity provider says of itself',
      access,
      request: { params },
      responses: { 200: reply(IdentityProviderCheck, 'What came of it') },
    }),
    async (c) => json(c, await testIdentityProvider(c.var.ctx, c.req.valid('param').identity_provider_id), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/auths/policy',
      operationId: 'getSignInPolicy',
      summary: 'How people may sign in',
      access,
      responses: { 200: reply(SignInPolicy, 'The policy in force') },
    }),
    async (c) => {
      const policy = await getSignInPolicy(c.var.ctx)
      return json(c, policy, 200, { etag: `"${policy.revision}"` })
    },
  )
  .openapi(
    route({
      method: 'put',
      path: '/auths/policy',
      operationId: 'updateSignInPolicy',
      summary: 'Set how people may sign in',
      description: 'The operator’s way back in is `PASSWORD_SIGNIN=on`, or a link of `npm run signin-link`.',
      access: changing,
      request: { body: body(SignInPolicyChange) },
      responses: { 200: reply(SignInPolicy, 'The policy in force') },
      fails: ['conflict'],
    }),
    async (c) => {
      const policy = await updateSignInPolicy(c.var.ctx, c.req.valid('json'))
      return json(c, policy, 200, { etag: `"${policy.revision}"` })
    },
  )
