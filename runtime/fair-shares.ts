import { createFairSources } from '#connectors/sources/fair/fair-sources.ts'
import { createTurns, type Turns } from '#connectors/sources/fair/turns.ts'
import { networkEngines } from '#connectors/sources/network-engines.ts'
import type { Sources } from '#domain/semantics/sources/source.ts'
import type { Environment } from './env.ts'

/**
 * Sources whose database servers are used in turns; files are by the query runners, which have turns of their own. `isCutOff`: whether the runtime ends
 * requests with all they hold, as Workers do: see `leases` of `FairSourcesOptions` and `looks` of `TurnsOptions`. `counts` are the turns under way and waited for.
 */
export function shareFairly(sources: Sources, environment: Environment, { isCutOff }: { isCutOff: boolean }): { sources: Sources; counts: Turns['counts'] } {
  const { QUERIES_PER_SOURCE: places, QUERIES_PER_USER: perAsker, QUERY_WAIT_MS: waitMs } = environment
  const turns = createTurns({ places, of: 'source', perAsker, waitMs, looks: isCutOff })
  return { sources: createFairSources(sources, { turns, shares: (type) => Object.hasOwn(networkEngines, type), leases: isCutOff }), counts: turns.counts }
}
