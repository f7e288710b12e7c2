import { and, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '#db/schema/identity.ts'
import { isToBeFound } from '../access/grants.ts'
import { requireUser } from '../allow.ts'
import type { Context } from '../context.ts'
import { ListQuery, matches, type Page, readPage } from '../pagination.ts'

export const Person = z
  .object({ id: z.string(), user_id: z.string(), name: z.string().meta({ example: 'Ann Smith' }) })
  .meta({ id: 'Person', description: 'Somebody to share with' })
export type Person = z.infer<typeof Person>

export const PeopleQuery = ListQuery

/** Active users by a part of their name or address, for who wants to share something: no more than names, to any user but those still pending. */
export function listPeople(ctx: Context, query: z.infer<typeof PeopleQuery>): Promise<Page<Person>> {
  requireUser(ctx)
  return readPage<Person>(ctx, {
    table: users,
    columns: { id: users.id, user_id: sql<string>`${users.id}`.as('user_id'), name: users.name },
    where: and(isToBeFound, matches(query.q, users.name, users.email)),
    query,
  })
}
