import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Sealed } from './catalog.ts'
import { resource } from './columns.ts'

/** What administrators set for the whole deployment; one row, made by the first change. */
export const deploymentSettings = sqliteTable('deployment_settings', {
  ...resource(),
  /** By the name of the setting; what is absent has its default. */
  stored: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  /** The password of the mail server, or the provider's key. */
  mail_secret: text({ mode: 'json' }).$type<Sealed>(),
})
