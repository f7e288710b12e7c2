import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Sealed } from './catalog.ts'
import { instant, resource } from './columns.ts'
import { signins, users } from './identity.ts'

/** OpenID providers that people sign in by. */
export const identityProviders = sqliteTable('identity_providers', {
  ...resource(),
  name: text().notNull().unique(),
  issuer: text().notNull(),
  client_id: text().notNull(),
  client_secret: text({ mode: 'json' }).$type<Sealed>(),
  client_auth: text({ enum: ['client_secret_basic', 'client_secret_post', 'none'] }).notNull(),
  scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
  /** Which claims hold what. */
  claims: text({ mode: 'json' }).$type<{ email: string; name: string; groups: string | null; role: string | null; external_id?: string | null }>().notNull(),
  group_mappings: text({ mode: 'json' }).$type<{ value: string; group_id: string }[]>().notNull(),
  role_mappings: text({ mode: 'json' }).$type<{ value: string; role: 'admin' | 'user' | 'pending' }[]>().notNull(),
  default_role: text({ enum: ['user', 'pending'] }).notNull(),
  allowed_groups: text({ mode: 'json' }).$type<string[]>().notNull(),
  allowed_domains: text({ mode: 'json' }).$type<string[]>().notNull(),
  creates_accounts: integer({ mode: 'boolean' }).notNull(),
  links_by_email: integer({ mode: 'boolean' }).notNull(),
  trusts_email: integer({ mode: 'boolean' }).notNull(),
  single_logout: integer({ mode: 'boolean' }).notNull(),
  session_hours: integer().notNull(),
  is_enabled: integer({ mode: 'boolean' }).notNull(),
})

/** Which account a subject of a provider is. */
export const identities = sqliteTable(
  'identities',
  {
    id: text().primaryKey(),
    provider_id: text()
      .notNull()
      .references(() => identityProviders.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
    last_used_at: instant(),
  },
  (t) => [uniqueIndex('identities_subject').on(t.provider_id, t.subject), index('identities_user').on(t.user_id)],
)

/** What is known of a sign-in that a provider vouched for. */
export const federatedSignins = sqliteTable(
  'federated_signins',
  {
    signin_id: text()
      .primaryKey()
      .references(() => signins.id, { onDelete: 'cascade' }),
    provider_id: text().notNull(),
    subject: text().notNull(),
    /** The provider's own name for the session (`sid`). */
    session: text(),
    /** The ID token and the address it is told to when the sign-in ends there too. */
    logout: text({ mode: 'json' }).$type<Sealed>(),
    /** No renewal reaches beyond it. */
    ends_at: instant().notNull(),
  },
  (t) => [index('federated_signins_subject').on(t.provider_id, t.subject)],
)

/** Ways to a provider that were begun: what comes back is held against them, once. */
export const federationAttempts = sqliteTable(
  'federation_attempts',
  {
    state_hmac: text().primaryKey(),
    /** Of what the browser holds in its cookie. */
    browser_hmac: text().notNull(),
    provider_id: text()
      .notNull()
      .references(() => identityProviders.id, { onDelete: 'cascade' }),
    return_to: text().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('federation_attempts_expires').on(t.expires_at)],
)

/** How people may sign in; one row, made by the first change. */
export const signinPolicies = sqliteTable('signin_policies', {
  ...resource(),
  password: text({ enum: ['on', 'off'] }).notNull(),
  second_factor: text({ enum: ['optional', 'administrators', 'everyone'] }).notNull(),
})
