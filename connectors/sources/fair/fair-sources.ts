import type { SourceSpec, Sources, SourceType } from '#domain/semantics/sources/source.ts'
import { poolKey } from '../engine.ts'
import type { Turns } from './turns.ts'

export type FairSourcesOptions = {
  turns: Turns
  /** Types whose uses take turns here; those of others do where they run. */
  shares: (type: SourceType) => boolean
  /** Whether a use that outlives its deadline by far is taken for one the runtime cut off, which gives nothing back. */
  leases: boolean
}

const LEASE_SLACK_MS = 30_000
/** What the other calls take at most. */
const CALL_MS = 180_000

/** The same sources, every use of which waits for its turn: a query that is poured holds its place until its last row is taken. */
export function createFairSources(sources: Sources, { turns, shares, leases }: FairSourcesOptions): Sources {
  async function inTurn<Result>(spec: SourceSpec, ms: number, signal: AbortSignal, use: () => Promise<Result>): Promise<Result> {
    if (!shares(spec.type)) return use()
    const leave = await turns.take({ asker: spec.asker, source: poolKey(spec), ...(leases && { leaseMs: ms + LEASE_SLACK_MS }) }, signal)
    try {
      return await use()
    } finally {
      leave()
    }
  }
  return {
    serves: (type) => sources.serves(type),
    validate: (spec, signal) => inTurn(spec, CALL_MS, signal, () => sources.validate(spec, signal)),
    introspect: (spec, signal) => inTurn(spec, CALL_MS, signal, () => sources.introspect(spec, signal)),
    profile: (spec, table, signal) => inTurn(spec, CALL_MS, signal, () => sources.profile(spec, table, signal)),
    query: (spec, query, signal, sink) => inTurn(spec, query.timeoutMs, signal, () => sources.query(spec, query, signal, sink)),
  }
}
