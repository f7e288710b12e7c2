import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, resource } from './columns.ts'
import { groups, users } from './identity.ts'

/** Directories, such as Okta or Entra ID, that keep people and groups here as they are there, by SCIM. Each has its own token. */
export const directories = sqliteTable('directories', {
  ...resource(),
  name: text().notNull().unique(),
  /** The twelve characters of the token that are looked up. */
  lookup: text().notNull().unique(),
  secret_hmac: text().notNull(),
  last4: text().notNull(),
  /** Of the accounts it makes. */
  default_role: text({ enum: ['user', 'pending'] }).notNull(),
  created_by: text().notNull(),
  last_used_at: instant(),
})

/** What a directory says of an account. It outlives the directory, so that another that takes its place finds the same people. */
export const directoryUsers = sqliteTable(
  'directory_users',
  {
    user_id: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    directory_id: text().notNull(),
    external_id: text(),
    user_name: text().notNull(),
    /** A User of RFC 7643 §4.1 without what stands elsewhere: id, externalId, userName, active, groups and meta. */
    profile: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  },
  (t) => [uniqueIndex('directory_users_name').on(sql`${t.user_name} collate nocase`), index('directory_users_external').on(t.external_id)],
)

/** Groups whose name and members a directory sets. */
export const directoryGroups = sqliteTable(
  'directory_groups',
  {
    group_id: text()
      .primaryKey()
      .references(() => groups.id, { onDelete: 'cascade' }),
    directory_id: text().notNull(),
    external_id: text(),
    /** Of the change that was made last: the statements of one change know by it that it was made. */
    change_id: text().notNull(),
  },
  (t) => [index('directory_groups_external').on(t.external_id)],
)
