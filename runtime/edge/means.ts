import { checkedFetch } from '#connectors/models/checked-address.ts'
import type { Network } from '#connectors/sources/network.ts'
import { createEdgeNetwork } from '#connectors/sources/safe-connect-edge.ts'
import type { Ports } from '#domain/context.ts'
import { type Environment, modelNetsOf, ownEndpointsOf } from '../env.ts'

/** What the ports of an isolate are made with. */
export type Means = {
  environment: Environment
  /** The AI binding of the Worker, where there is one. */
  ai: unknown
  /** The machine that runs queries and makes PNGs; `null` without one. */
  runner: { url: string; secret: string } | null
}

/** Makes the ports that one thing done by a service needs. */
export type EdgePorts = (means: Means) => Partial<Ports>

export const edgeNetwork = (environment: Environment, allowedNets: string[]): Network =>
  createEdgeNetwork({ allowedNets, ownEndpoints: ownEndpointsOf(environment) })

/** `fetch` to model servers and speech engines. */
export const modelFetch = ({ environment }: Means): typeof globalThis.fetch =>
  checkedFetch((input, init) => globalThis.fetch(input, init), edgeNetwork(environment, modelNetsOf(environment)).resolve)
