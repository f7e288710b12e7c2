import { and, eq, sql } from 'drizzle-orm'
import { models, providers } from '#db/schema/catalog.ts'
import { grants } from '#db/schema/identity.ts'
import { auditStatement } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'

const NAME = 'builtin'
const OWNER = 'system'

/**
 * Makes the built-in provider and its model, granted to everyone, unless they exist; what an administrator did to them since stays.
 * One batch: of several processes starting together one makes them.
 */
export async function seedBuiltin(ctx: Context): Promise<void> {
  const { db } = ctx
  const [known] = await db
    .select({ id: models.id })
    .from(models)
    .innerJoin(providers, eq(providers.id, models.provider_id))
    .where(and(eq(providers.kind, NAME), eq(models.type, 'provider')))
    .limit(1)
  if (known) return
  const at = instantOf(ctx)
  const id = ctx.newId('mdl')
  const noProvider = sql`not exists (select 1 from ${providers} where ${providers.kind} = ${NAME})`
  const noModel = sql`not exists (select 1 from ${models} m where m.provider_id = p.id and m.type = 'provider')`
  const capabilities = JSON.stringify({ tools: true, vision: false, transcription: false })
  const madeNow = sql`exists (select 1 from ${models} where ${models.id} = ${id})`
  await db.batch([
    db
      .insert(providers)
      .select(sql`select ${ctx.newId('prv')}, 1, ${at}, ${at}, ${NAME}, ${NAME}, null, null, null, '{}', '["builtin"]', 1 where ${noProvider}`),
    db.insert(models).select(
      sql`select ${id}, 1, ${at}, ${at}, ${NAME}, 'Answers from the semantic layer in this process: no provider, no key', 'provider', p.id, ${NAME}, null, null, null, '{}', null, ${capabilities}, 1, ${OWNER}
          from ${providers} p where p.kind = ${NAME} and ${noModel}`,
    ),
    auditStatement(ctx, { type: 'model.created', resource: { type: 'model', id }, details: { name: NAME, first_start: true } }, true),
    db.insert(grants).select(sql`select ${ctx.newId('shr')}, 'model', ${id}, 'everyone', '*', 'view', ${OWNER}, ${at} where ${madeNow}`),
  ])
}
