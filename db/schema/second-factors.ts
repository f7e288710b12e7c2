import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Sealed } from './catalog.ts'
import { instant } from './columns.ts'
import { users } from './identity.ts'

const ofUser = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The authenticator app of an account: asked for after the password once it was confirmed. */
export const secondFactors = sqliteTable('second_factors', {
  user_id: ofUser().primaryKey(),
  secret: text({ mode: 'json' }).$type<Sealed>().notNull(),
  created_at: instant().notNull(),
  confirmed_at: instant(),
  /** The time step of the last code that was taken: none is taken twice. */
  last_step: integer().notNull().default(0),
})

/** What signs in once in place of a code. A code that was used is gone. */
export const recoveryCodes = sqliteTable('recovery_codes', { code_hmac: text().primaryKey(), user_id: ofUser(), created_at: instant().notNull() }, (t) => [
  index('recovery_codes_user').on(t.user_id),
])

/** Half-signed-in: the password was right, the second factor is to come. It opens nothing else. */
export const signinTickets = sqliteTable(
  'signin_tickets',
  {
    token_hmac: text().primaryKey(),
    user_id: ofUser(),
    purpose: text({ enum: ['verify', 'enrol'] }).notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [index('signin_tickets_user').on(t.user_id), index('signin_tickets_expires').on(t.expires_at)],
)
