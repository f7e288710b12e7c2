import { createResultCache } from '#connectors/charts/result-cache.ts'
import { readConditions } from '#connectors/expressions/postgres-conditions.ts'
import { readArithmetic } from '#connectors/expressions/postgres-grammar.ts'
import { createRemoteSources } from '#connectors/sources/remote.ts'
import { routeByType } from '#connectors/sources/route-by-type.ts'
import { shareFairly } from '../fair-shares.ts'
import { noSources } from '../no-sources.ts'
import { type EdgePorts, edgeNetwork } from './means.ts'

/** Data sources, and the grammars their expressions are read by. */
export const dataPorts: EdgePorts = ({ environment, runner }) => {
  const network = edgeNetwork(environment, environment.DATASOURCE_ALLOWED_NETS)
  const elsewhere = runner ? createRemoteSources(runner) : noSources
  const routed = routeByType({ network, pooled: false, connections: environment.QUERIES_PER_SOURCE }, elsewhere)
  return {
    sources: shareFairly(routed, environment, { isCutOff: true }).sources,
    arithmetic: readArithmetic,
    conditions: readConditions,
    results: createResultCache(16_000_000, { joins: false }),
  }
}
