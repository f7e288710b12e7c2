import { eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { z } from 'zod'

/** A query parameter that names an object by its id. */
export const idFilter = (description: string) => z.string().min(1).max(64).optional().meta({ description })

/** A query parameter that names a table or column. */
export const nameFilter = (description: string) => z.string().min(1).max(256).optional().meta({ description })

/** A query parameter that is yes, no, or absent: both. */
export const flagFilter = (description: string) => z.enum(['true', 'false']).optional().meta({ description })

/** The condition of one filter; none when it is absent. */
export const equalTo = (column: SQLiteColumn, value: string | undefined): SQL | undefined => (value === undefined ? undefined : eq(column, value))

/** The condition of a `flagFilter`; none when it is absent. */
export const flagged = (column: SQLiteColumn, value: 'true' | 'false' | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value === 'true')
