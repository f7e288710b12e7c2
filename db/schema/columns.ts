import { integer, text } from 'drizzle-orm/sqlite-core'

/** RFC 3339 UTC with milliseconds, kept as text: it sorts, and a row is already in its wire form. */
export const instant = () => text()

/** The columns every editable resource has. `revision` grows by one with each change and is the resource's `ETag`. */
export const resource = () => ({
  id: text().primaryKey(),
  revision: integer().notNull().default(1),
  created_at: instant().notNull(),
  updated_at: instant().notNull(),
})
