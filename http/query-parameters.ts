import { z } from 'zod'
import { Failure } from '#domain/failure.ts'

/** The query parameters a route knows, by its schema; `null` where any may be sent. */
export type KnownParameters = ReadonlySet<string> | null

/** The names in the schema of a route's query. Fails where a route is declared, not where it is called. */
export function parametersOf(query: unknown): ReadonlySet<string> {
  if (query === undefined) return new Set()
  if (!(query instanceof z.ZodObject)) throw new Error('a route declares its query parameters as one z.object')
  return new Set(Object.keys(query.shape))
}

/** Refuses a query parameter the route does not know, which would otherwise be dropped in silence: `invalid`, naming it and the known ones. */
export function refuseUnknownParameters(url: string, known: KnownParameters): void {
  const start = url.indexOf('?')
  if (start < 0 || !known) return
  const unknown = [...new Set(new URLSearchParams(url.slice(start)).keys())].filter((name) => !known.has(name)).slice(0, 20)
  const [first] = unknown
  if (first === undefined) return
  const names = unknown.map((name) => JSON.stringify(name.slice(0, 64))).join(', ')
  const rest = known.size ? `known parameters: ${[...known].join(', ')}` : 'this route takes none'
  throw new Failure('invalid', `unknown query parameter ${names}; ${rest}`, {
    param: first.slice(0, 64),
    details: unknown.map((name) => ({ path: name.slice(0, 64), message: 'unknown query parameter' })),
  })
}
