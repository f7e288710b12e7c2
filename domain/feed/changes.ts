import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { auditLogs } from '#db/schema/catalog.ts'
import { epochs, grants, withdrawals } from '#db/schema/identity.ts'
import type { UserActor } from '../access/actor.ts'
import { grantsScope } from '../access/scopes.ts'
import type { Level } from '../allow.ts'
import { KINDS, type Kind, told } from './kinds.ts'

/** A change, and who hears of it. */
export type Change = {
  position: number
  type: string
  resource: { type: string; id: string }
  revision: number | null
  at: string
  audience: ReadonlySet<string>
}

/** What was found of the changes after a position. */
export type Read = {
  changes: Change[]
  /** The position of the last entry looked at. */
  position: number
  /** Differs when an account, a membership or a credential changed. */
  identity: number
  isAll: boolean
}

const MOST = 500
const RANK: Record<Level, number> = { view: 1, edit: 2, own: 3 }

const identityEpoch = (db: Database) => db.select({ value: epochs.value }).from(epochs).where(eq(epochs.name, 'identity'))

/** The position of the newest entry, and what `Read.identity` is now. */
export async function newest(db: Database): Promise<{ position: number; identity: number }> {
  const [[row], [epoch]] = await db.batch([db.select({ position: sql<number | null>`max(${auditLogs.position})` }).from(auditLogs), identityEpoch(db)])
  return { position: row?.position ?? 0, identity: epoch?.value ?? 0 }
}

/** Up to 500 audit entries after `position`, as changes with those who may hear of them: two trips to the database, one when nothing changed. */
export async function readChanges(db: Database, position: number): Promise<Read> {
  const [entries, [epoch]] = await db.batch([
    db
      .select({
        position: auditLogs.position,
        type: auditLogs.type,
        at: auditLogs.at,
        outcome: auditLogs.outcome,
        resource_type: auditLogs.resource_type,
        resource_id: auditLogs.resource_id,
        details: auditLogs.details,
      })
      .from(auditLogs)
      .where(gt(auditLogs.position, position))
      .orderBy(asc(auditLogs.position))
      .limit(MOST),
    identityEpoch(db),
  ])
  const heard = entries.flatMap((entry) => {
    const what = told(entry)
    return what ? [{ ...what, position: entry.position, at: entry.at, details: entry.details }] : []
  })
  const changes = heard.length ? await withAudience(db, heard) : []
  return { changes, position: entries.at(-1)?.position ?? position, identity: epoch?.value ?? 0, isAll: entries.length < MOST }
}

type Heard = Pick<Change, 'position' | 'type' | 'resource' | 'at'> & { details: Record<string, unknown> }
type Found = { id: string; revision: number; owner: string | null; parent: string | null }

const nothing = sql<null>`null`

async function withAudience(db: Database, heard: Heard[]): Promise<Change[]> {
  const wanted = Map.groupBy(heard, ({ resource }) => resource.type)
  const rowsOf = (kind: Kind, ids: string[]) =>
    db
      .select({ id: kind.table.id, revision: kind.table.revision, owner: kind.owner ?? nothing, parent: kind.parent?.column ?? nothing })
      .from(kind.table)
      .where(inArray(kind.table.id, ids)) as unknown as Promise<Found[]>
  const objects = await Promise.all(
    [...wanted].map(async ([type, changes]) => {
      const ids = [...new Set(changes.map(({ resource }) => resource.id))]
      const kind = KINDS[type]
      const rows = kind ? await rowsOf(kind, ids) : []
      return rows.map((row): [string, Found] => [`${type} ${row.id}`, row])
    }),
  )
  const found = new Map(objects.flat())
  const parentOf = ({ resource, details }: Heard): string | null => {
    const parent = KINDS[resource.type]?.parent
    const named = parent ? (found.get(`${resource.type} ${resource.id}`)?.parent ?? details[parent.detail]) : null
    return typeof named === 'string' ? named : null
  }
  const sources = [...new Set(heard.map(parentOf).filter((id) => id !== null))]
  const datasource = KINDS.datasource
  if (sources.length && datasource) for (const row of await rowsOf(datasource, sources)) found.set(`datasource ${row.id}`, row)

  const ids = [...new Set([...heard.map(({ resource }) => resource.id), ...sources])]
  const [held, gone] = await db.batch([
    db
      .select({ type: grants.resource_type, id: grants.resource_id, principal: grants.principal_type, who: grants.principal_id, level: grants.level })
      .from(grants)
      .where(and(inArray(grants.resource_id, ids), inArray(grants.principal_type, ['user', 'group', 'everyone']))),
    db.select().from(withdrawals).where(inArray(withdrawals.resource_id, ids)),
  ])
  const grantsOn = Map.groupBy(held, ({ type, id }) => `${type} ${id}`)
  const goneFrom = Map.groupBy(gone, ({ resource_type: type, resource_id: id }) => `${type} ${id}`)

  function audienceOf(type: string, id: string, least: Level): Set<string> {
    const key = `${type} ${id}`
    const owner = found.get(key)?.owner
    const granted = KINDS[type]?.grants ? (grantsOn.get(key) ?? []) : []
    return new Set([
      ...(owner ? [`user ${owner}`] : []),
      ...(KINDS[type]?.isForAll ? ['everyone'] : []),
      ...granted.filter(({ level }) => RANK[level] >= RANK[least]).map(({ principal, who }) => (principal === 'everyone' ? 'everyone' : `${principal} ${who}`)),
    ])
  }

  return heard.map((change) => {
    const { position, type, resource, at } = change
    const kind = KINDS[resource.type]
    const parent = parentOf(change)
    const audience = kind?.parent ? audienceOf(kind.parent.kind, parent ?? '', kind.least ?? 'view') : audienceOf(resource.type, resource.id, 'view')
    // Those who lost it are told that they did.
    if (isLoss(type)) for (const lost of goneFrom.get(`${resource.type} ${resource.id}`) ?? []) audience.add(lost.principal)
    return { position, type, resource, at, revision: found.get(`${resource.type} ${resource.id}`)?.revision ?? null, audience }
  })
}

const isLoss = (type: string): boolean => /\.(deleted|unshared|unbound|member_removed|revoked)$/.test(type)

/** Whether this user hears of a change: he may see the object, and his credential may read its service. */
export function hears(actor: UserActor, { audience, resource }: Change): boolean {
  const kind = KINDS[resource.type]
  if (!kind || !grantsScope(actor.scopes, `${kind.service}:read`)) return false
  if (actor.role === 'admin' || audience.has('everyone') || audience.has(`user ${actor.userId}`)) return true
  return actor.groupIds.some((id) => audience.has(`group ${id}`))
}
