import assert from 'node:assert/strict'
import { Failure } from '#domain/failure.ts'
import type { SourceQuery, SourceTable } from '#domain/semantics/sources/source.ts'
import type { RunningEngine, Trait } from './engine-row.ts'
export type Check = { name: string; needs: Trait[]; run(engine: RunningEngine): Promise<void> }

export const never = new AbortController().signal
export const oddTableOf = ({ oddTable = 'Größe & Maß' }: RunningEngine) => oddTable

export const servedBy = (engine: RunningEngine) => [
  'customers',
  'orders',
  oddTableOf(engine),
  'empty_table',
  'codes',
  ...(engine.lacks.views ? [] : ['parisians']),
]

export const query = ({ sources, spec }: RunningEngine, sql: string, more: Partial<SourceQuery> = {}, signal = never) =>
  sources.query(spec, { sql, rowLimit: 100, timeoutMs: 20_000, origin: 'compiler', ...more }, signal)

export const outsider = (engine: RunningEngine, sql: string, more: Partial<SourceQuery> = {}) =>
  query(engine, sql, { origin: 'untrusted', tables: servedBy(engine), ...more })

export const failure = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (reason) => reason,
  )
  assert.ok(error instanceof Failure, `no Failure: ${error}`)
  return error
}

export async function tableOf({ sources, spec }: RunningEngine, name: string): Promise<SourceTable> {
  const found = (await sources.introspect(spec, never)).tables.find((table) => table.name === name)
  assert.ok(found, `no table ${name}`)
  return found
}

/** The member of a connection that tells its address, at another one. */
export function addressed({ connection }: RunningEngine['spec'], host: string, port: number): object {
  const member = ['url', 'endpoint'].find((name) => name in (connection ?? {}))
  return member === undefined ? { host, port } : { [member]: `http://${host}:${port}` }
}

/** No word of a driver, a stack or a secret. */
export const DRIVER_WORDS = /ECONN|ENOTFOUND|errno|at Object|node_modules|SQLSTATE|sqlState|Exception:|wrong-password|reading/i
