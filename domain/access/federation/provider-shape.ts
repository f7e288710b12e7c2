import { z } from 'zod'
import { identityProviders } from '#db/schema/identity-providers.ts'
import { exampleId } from '../../identifiers.ts'
import { flagFilter } from '../../list-filters.ts'
import { listQueries } from '../../pagination.ts'
import { stored, strict } from '../../strict.ts'

const Issuer = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((text) => {
    if (!URL.canParse(text)) return true
    const { username, password, search, hash } = new URL(text)
    return !(username || password || search || hash)
  }, 'the issuer as the provider names it: an address without user, query and fragment')

const ClaimName = z.string().trim().min(1).max(200)
const ClaimValue = z.string().trim().min(1).max(300)
const DomainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, 'a domain such as example.com')

const claims = {
  email: ClaimName.meta({ example: 'email' }),
  name: ClaimName.meta({ example: 'name' }),
  groups: ClaimName.nullable().meta({ description: 'A list or a text; null: no groups are taken over', example: 'groups' }),
  external_id: ClaimName.nullable().meta({
    description:
      'The id under which a directory (SCIM) keeps the person, as its `externalId`: who is found by it signs in to that account, whatever the address. `sub` for Okta, `oid` for Entra ID; null: not looked at',
    example: 'sub',
  }),
  role: ClaimName.nullable().meta({ description: 'A list or a text; null: the role is set here', example: 'realm_access.roles' }),
}
const usual = { email: 'email', name: 'name', external_id: null, groups: null, role: null }

const editable = {
  name: z.string().trim().min(1).max(60).meta({ description: 'What the button says', example: 'Example SSO' }),
  issuer: Issuer.meta({ description: 'Its metadata is read from `/.well-known/openid-configuration` below it', example: 'https://login.example.com' }),
  client_id: z.string().trim().min(1).max(300).meta({ example: 'querent' }),
  client_secret: z.string().trim().min(1).max(2000).nullable().meta({ description: 'Never shown again; null removes it' }),
  client_auth: z
    .enum(['client_secret_basic', 'client_secret_post', 'none'])
    .meta({ description: 'How the client proves who it is; `none` for a public client, which PKCE alone protects' }),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'a scope without spaces'))
    .max(20)
    .meta({ description: '`openid` is always among them', example: ['openid', 'email', 'profile'] }),
  group_mappings: z
    .array(strict({ value: ClaimValue, group_id: z.string().min(1).max(64) }).meta({ id: 'GroupMapping' }))
    .max(500)
    .meta({
      description: 'Who has the value in the claim for groups is a member, anybody else of this provider is not: looked at with each sign-in',
      example: [{ value: 'sales', group_id: exampleId('grp') }],
    }),
  role_mappings: z
    .array(strict({ value: ClaimValue, role: z.enum(['admin', 'user', 'pending']) }).meta({ id: 'RoleMapping' }))
    .max(100)
    .meta({
      description: 'The highest role that a value of the claim for roles gives, else `default_role`: looked at with each sign-in',
      example: [{ value: 'querent-admins', role: 'admin' }],
    }),
  default_role: z.enum(['user', 'pending']).meta({ description: 'Of accounts made by it; `pending` awaits approval' }),
  allowed_groups: z
    .array(ClaimValue)
    .max(500)
    .meta({ description: 'Only who has one of these values in the claim for groups or roles signs in; who lost it loses the sign-ins too. Empty: everybody' }),
  allowed_domains: z
    .array(DomainName)
    .max(200)
    .meta({ description: 'Only e-mail addresses of these domains, not of domains below them; empty: all', example: ['example.com'] }),
  creates_accounts: z.boolean().meta({ description: 'Whoever signs in and has no account is given one' }),
  links_by_email: z.boolean().meta({
    description:
      'Whoever has an account or invitation under the same verified address signs in to it. Only for a provider that gives nobody the address of another',
  }),
  trusts_email: z.boolean().meta({
    description: 'An address counts as verified where the provider says nothing of that. Never where people may choose it themselves',
  }),
  single_logout: z.boolean().meta({ description: 'Signing out here leads to the provider’s own sign-out' }),
  session_hours: z.int().min(1).max(720).meta({ description: 'After so long the provider is asked again, whatever the browser does', example: 12 }),
  is_enabled: z.boolean(),
}

const Claims = strict(claims).meta({
  id: 'ClaimNames',
  description: 'Names of claims; a dot leads into an object (`realm_access.roles`) where no claim has the whole name',
})

export const IdentityProvider = z
  .object({
    ...stored,
    ...editable,
    identity_provider_id: z.string(),
    claims: Claims,
    has_client_secret: z.boolean(),
    redirect_uri: z
      .string()
      .meta({ description: 'Register it with the provider', example: 'https://querent.example.com/api/v1/core/auths/oidc/idp_x/callback' }),
    backchannel_logout_uri: z.string().meta({ description: 'Register it where the provider offers back-channel logout' }),
    post_logout_redirect_uri: z.string().meta({ description: 'Register it where the provider asks for it' }),
  })
  .omit({ client_secret: true })
  .meta({ id: 'IdentityProvider' })
export type IdentityProvider = z.infer<typeof IdentityProvider>

export const NewIdentityProvider = strict({
  name: editable.name,
  issuer: editable.issuer,
  client_id: editable.client_id,
  client_secret: editable.client_secret.default(null),
  client_auth: editable.client_auth.optional().meta({ description: 'Without it: `client_secret_basic` where there is a secret, else `none`' }),
  scopes: editable.scopes.default(['openid', 'email', 'profile']),
  claims: Claims.partial().default(usual),
  group_mappings: editable.group_mappings.default([]),
  role_mappings: editable.role_mappings.default([]),
  default_role: editable.default_role.default('user'),
  allowed_groups: editable.allowed_groups.default([]),
  allowed_domains: editable.allowed_domains.default([]),
  creates_accounts: editable.creates_accounts.default(false),
  links_by_email: editable.links_by_email.default(false),
  trusts_email: editable.trusts_email.default(false),
  single_logout: editable.single_logout.default(true),
  session_hours: editable.session_hours.default(12),
  is_enabled: editable.is_enabled.default(true),
}).meta({
  id: 'NewIdentityProvider',
  example: {
    name: 'Example SSO',
    issuer: 'https://login.example.com',
    client_id: 'querent',
    client_secret: 'from the provider',
    allowed_domains: ['example.com'],
  },
})

export const IdentityProviderChange = strict({ ...editable, claims: Claims.partial() })
  .partial()
  .meta({
    id: 'IdentityProviderChange',
    description: 'Lists are replaced whole, of `claims` the named members. An issuer changed without a new client_secret removes the stored one',
    example: { creates_accounts: true, allowed_domains: ['example.com'] },
  })

export const identityProviderSorts = { name: identityProviders.name, updated_at: identityProviders.updated_at }
export const identityProviderQueries = listQueries(identityProviderSorts, { is_enabled: flagFilter('Only those in use, or only others') })

export const IdentityProviderCheck = z
  .object({
    ok: z.boolean(),
    latency_ms: z.int(),
    message: z.string().meta({ description: 'What is wrong, if anything', example: 'the provider cannot be reached' }),
    authorization_endpoint: z.string().nullable(),
    end_session_endpoint: z.string().nullable(),
    backchannel_logout: z.boolean().meta({ description: 'It tells of sign-outs elsewhere' }),
    keys: z.int().meta({ description: 'Keys that could sign a token' }),
  })
  .meta({ id: 'IdentityProviderCheck' })

export const usualClaims = usual
