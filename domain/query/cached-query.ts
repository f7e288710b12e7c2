import { notFound } from '../allow.ts'
import type { Context } from '../context.ts'
import { effectiveFilterKey, loadLayer } from '../semantics/layer/load-layer.ts'
import type { FilterCondition } from '../semantics/semantic-query.ts'
import { findDatasource, requireDatasource } from '../semantics/sources/datasources.ts'
import type { QueryOutcome } from './query-outcome.ts'
import { type Authority, type DataQuery, noteOutcome, runDataQuery } from './run-query.ts'

/** An outcome and the moment from which its rows were read. */
export type DatedOutcome = { outcome: QueryOutcome; asOf: number }

/** Keeps outcomes for a while. Several who ask for one at a time wait for the same reading. */
export type ResultCache = {
  /**
   * What is kept under `key`, no older than `seconds` and begun no earlier than `notBefore`, or what is being read under it since then; else what `read`
   * answers, kept from then on where `keeps` says so. Times are milliseconds. A reading ended by its own caller is begun again by the next of those who wait.
   */
  take(key: string, age: { seconds: number; now: number; notBefore?: number; keeps: boolean }, read: () => Promise<DatedOutcome>): Promise<DatedOutcome>
}

/** Where nothing is kept, those who ask within so many milliseconds after a reading was begun, and while it lasts, wait for it too. */
const JOINED_MS = 1_000

/** `isAnew` reads whatever is kept, and keeps what was read; `notBefore` takes nothing that was read before that moment, in milliseconds. */
type CachedOptions = { authority: Authority; narrowed?: readonly FilterCondition[]; cacheSeconds: number; isAnew?: boolean; notBefore?: number }

/**
 * Runs a query as `runDataQuery` does, or answers what it answered within the last `cacheSeconds` to somebody whose rows the same filters cut. However short
 * that is, many who ask at once cost one reading.
 * A change of the source, its layer or a row filter starts anew.
 */
export async function runCachedQuery(
  ctx: Context,
  datasourceId: string,
  query: DataQuery,
  { authority, narrowed = [], cacheSeconds, isAnew = false, notBefore }: CachedOptions,
): Promise<DatedOutcome> {
  const read = async () => {
    const asOf = ctx.now().getTime()
    return { outcome: await runDataQuery(ctx, datasourceId, query, { authority, narrowed }), asOf }
  }
  const source = authority === 'caller' ? await requireDatasource(ctx, datasourceId, 'view') : await findDatasource(ctx, datasourceId)
  if (!source) throw notFound('datasource')
  if (source.status === 'disabled') return read()
  const layer = await loadLayer(ctx, source, authority === 'caller' ? [] : authority.lenders)
  // What a token's filters leave of a query hangs on how they name their columns too.
  const token = ctx.actor.type === 'guest' ? ctx.actor.claims.filters : []
  const key = JSON.stringify([source.id, source.revision, effectiveFilterKey(layer), token, query, narrowed, ctx.settings.queryRowLimit])
  const now = ctx.now().getTime()
  const earliest = Math.max(notBefore ?? -Infinity, cacheSeconds === 0 ? now - JOINED_MS : -Infinity)
  const taken = await ctx.ports.results.take(key, { seconds: isAnew ? 0 : cacheSeconds, now, notBefore: earliest, keeps: cacheSeconds > 0 }, read)
  // Who read it himself is on record already.
  await noteOutcome(ctx, datasourceId, query, taken.outcome, true)
  return taken
}
