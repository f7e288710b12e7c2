import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { users } from './identity.ts'

/** Apps that registered themselves (RFC 7591). Those known by a metadata document of their own have no row. */
export const oauthClients = sqliteTable(
  'oauth_clients',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    uri: text(),
    redirect_uris: text({ mode: 'json' }).$type<string[]>().notNull(),
    created_at: instant().notNull(),
    /** When somebody last connected it; null = never. */
    last_used_at: instant(),
  },
  (t) => [index('oauth_clients_used').on(t.last_used_at, t.created_at)],
)

/** Authorization codes (RFC 6749 §4.1). A used one stays until it is forgotten, so that a second use is known as such. */
export const oauthCodes = sqliteTable(
  'oauth_codes',
  {
    id: text().primaryKey(),
    code_hmac: text().notNull().unique(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    client_id: text().notNull(),
    client_name: text().notNull(),
    client_uri: text(),
    redirect_uri: text().notNull(),
    code_challenge: text().notNull(),
    scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
    resource: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    /** What it was exchanged for. */
    connection_id: text(),
  },
  (t) => [index('oauth_codes_expires').on(t.expires_at), index('oauth_codes_user').on(t.user_id)],
)

/** Apps that act for somebody: one row for each time he agreed, which is the family of all tokens given on that. They are signed and not stored. */
export const oauthConnections = sqliteTable(
  'oauth_connections',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    client_id: text().notNull(),
    client_name: text().notNull(),
    client_uri: text(),
    redirect_uri: text().notNull(),
    scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** The resource indicator (RFC 8707) the tokens are for. */
    resource: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    /** How often it was renewed: the refresh token of this number is the one that holds. */
    generation: integer().notNull().default(0),
    rotated_at: instant(),
    last_used_at: instant(),
  },
  (t) => [index('oauth_connections_user').on(t.user_id), index('oauth_connections_expires').on(t.expires_at)],
)
