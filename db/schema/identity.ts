import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, resource } from './columns.ts'

export const users = sqliteTable('users', {
  ...resource(),
  email: text().notNull().unique(),
  name: text().notNull(),
  role: text({ enum: ['admin', 'user', 'pending'] }).notNull(),
  status: text({ enum: ['active', 'invited', 'disabled'] }).notNull(),
  attributes: text({ mode: 'json' }).$type<Record<string, string | number | boolean | string[]>>().notNull(),
  password_hash: text(),
  last_active_at: instant(),
})

export const groups = sqliteTable(
  'groups',
  {
    ...resource(),
    name: text().notNull(),
    description: text().notNull(),
    permissions: text({ mode: 'json' }).$type<Record<string, boolean>>().notNull(),
  },
  (t) => [uniqueIndex('groups_name').on(sql`${t.name} collate nocase`)],
)

/** Who may do what with which object. Shares, assignments, memberships and bindings are all rows of this table. */
export const grants = sqliteTable(
  'grants',
  {
    id: text().primaryKey(),
    resource_type: text().notNull(),
    resource_id: text().notNull(),
    principal_type: text({ enum: ['user', 'group', 'everyone', 'model'] }).notNull(),
    principal_id: text().notNull(),
    level: text({ enum: ['view', 'edit', 'own'] }).notNull(),
    created_by: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('grants_pair').on(t.resource_type, t.resource_id, t.principal_type, t.principal_id),
    index('grants_principal').on(t.principal_type, t.principal_id, t.resource_type, t.resource_id),
  ],
)

export const apiKeys = sqliteTable(
  'api_keys',
  {
    ...resource(),
    /** The twelve characters of the key that are looked up. */
    lookup: text().notNull().unique(),
    secret_hmac: text().notNull(),
    last4: text().notNull(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
    expires_at: instant(),
    revoked_at: instant(),
    last_used_at: instant(),
  },
  (t) => [index('api_keys_user').on(t.user_id)],
)

/** Sign-ins, by password, invitation or link. Their tokens are signed and not stored. */
export const signins = sqliteTable(
  'signins',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    /** How often a page renewed it: the renewal of this number is the one that holds. */
    generation: integer().notNull().default(0),
    rotated_at: instant(),
    last_seen_at: instant(),
    ip: text(),
    user_agent: text(),
  },
  (t) => [index('signins_user').on(t.user_id)],
)

/** One-time links that sign their reader in. */
export const signinLinks = sqliteTable('signin_links', {
  id: text().primaryKey(),
  token_hmac: text().notNull().unique(),
  user_id: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  created_at: instant().notNull(),
  expires_at: instant().notNull(),
})

export const invitations = sqliteTable('invitations', {
  id: text().primaryKey(),
  token_hmac: text().notNull().unique(),
  user_id: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  created_at: instant().notNull(),
  expires_at: instant().notNull(),
})

/** Failed sign-ins of the last minutes, by account and by address: the counter behind the sign-in limit. */
export const signinFailures = sqliteTable('signin_failures', { id: text().primaryKey(), subject: text().notNull(), at: instant().notNull() }, (t) => [
  index('signin_failures_subject').on(t.subject, t.at),
  index('signin_failures_at').on(t.at),
])

/** Who lost what: rows are written by triggers when a grant or an object goes, so that the change feed can tell those who saw it. Kept for a day. */
export const withdrawals = sqliteTable(
  'withdrawals',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    resource_type: text().notNull(),
    resource_id: text().notNull(),
    /** `user <id>`, `group <id>` or `everyone` */
    principal: text().notNull(),
    at: text().notNull().default(sql`(strftime('%Y-%m-%dT%H:%M:%fZ'))`),
  },
  (t) => [index('withdrawals_resource').on(t.resource_id), index('withdrawals_at').on(t.at)],
)

/** One row per named counter; `identity` grows whenever a credential, user, group or grant changes (by triggers). */
export const epochs = sqliteTable('epochs', { name: text().primaryKey(), value: integer().notNull() })

/** Facts about the deployment itself, such as the check value of the master key. */
export const deployment = sqliteTable('deployment', { name: text().primaryKey(), value: text().notNull() })
