import type { Database } from '#db/client.ts'
import { actingAs } from '../access/acting-as.ts'
import { auditActor } from '../access/actor.ts'
import { recordAudit } from '../commit.ts'
import type { Context } from '../context.ts'

/** The same rows read again by the same reader within this time are the same read. */
const SAME_MS = 3_600_000
/** Entries in a minute that one process writes at most; what is beyond is counted. */
const MOST_A_MINUTE = 300
const MINUTE_MS = 60_000
const KNOWN = 20_000

type Noted = { at: Map<string, number>; minute: number; written: number; leftOut: number }

/** One for each database of this process. */
const noted = new WeakMap<Database, Noted>()

const notedOf = ({ db }: Context): Noted => {
  const known = noted.get(db) ?? { at: new Map(), minute: 0, written: 0, leftOut: 0 }
  noted.set(db, known)
  return known
}

export type DataRead = {
  datasourceId: string
  /** What was asked, as its reader asked it. */
  query: unknown
  tables: readonly string[]
  rows: number
  isFiltered: boolean
  /** Kept rows, which another had read. */
  isKept?: boolean
}

/** SHA-256 of what was asked: of the SQL itself, or of a semantic query as JSON. */
async function hashOf(query: unknown): Promise<string> {
  const asked = query as { sql?: unknown }
  const text = typeof asked.sql === 'string' ? asked.sql : JSON.stringify(query)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Where the deployment says so, records who read which source's rows, by which query, before he has them. Never what the rows hold. The volume is bounded:
 * the same query of the same reader is one entry an hour, and what is beyond 300 a minute is counted in one entry that says so.
 */
export async function noteDataRead(ctx: Context, { datasourceId, query, tables, rows, isFiltered, isKept = false }: DataRead): Promise<void> {
  if (!ctx.settings.audit.reads || ctx.actor.type === 'system') return
  const query_hash = await hashOf(query)
  const known = notedOf(ctx)
  const now = ctx.now().getTime()
  const guest = ctx.actor.type === 'guest' ? ctx.actor.claims : null
  const key = JSON.stringify([guest ? guest.tokenId : auditActor(ctx.actor), datasourceId, query_hash])
  const last = known.at.get(key)
  if (last !== undefined && now - last < SAME_MS) return
  if (known.at.size >= KNOWN) known.at.clear()
  known.at.set(key, now)
  await tellLeftOut(ctx, known, Math.floor(now / MINUTE_MS))
  if (known.written >= MOST_A_MINUTE) {
    known.leftOut += 1
    return
  }
  known.written += 1
  const by = guest ? { guest_token_id: guest.tokenId, dashboard_id: guest.dashboardId } : {}
  const details = { query_hash, tables: tables.slice(0, 20), rows, row_filters_applied: isFiltered, ...(isKept ? { kept: true } : {}), ...by }
  await recordAudit(ctx, { type: 'data.read', resource: { type: 'datasource', id: datasourceId }, details })
}

/** Begins the count of a minute, and tells of the one before what it left out. */
async function tellLeftOut(ctx: Context, known: Noted, minute: number): Promise<void> {
  if (minute === known.minute) return
  const { leftOut } = known
  Object.assign(known, { minute, written: 0, leftOut: 0 })
  if (leftOut === 0) return
  const system = actingAs(ctx, { type: 'system' })
  await recordAudit(system, { type: 'data.reads_left_out', resource: { type: 'deployment', id: null }, details: { reads: leftOut } })
}
