import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'
import { users } from './identity.ts'

/** What an MCP client was asked within a call and has not told yet, or whose reply the call has not read: it may have reached another process. */
export const elicitations = sqliteTable(
  'elicitations',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reply: text({ mode: 'json' }).$type<unknown>(),
    expires_at: instant().notNull(),
  },
  (t) => [index('elicitations_expires').on(t.expires_at), index('elicitations_user').on(t.user_id)],
)
