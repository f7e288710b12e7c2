import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { Service } from '#domain/context.ts'

type Named = Record<string, unknown>
/** An OpenAPI document as far as it is put together here. */
export type ServiceDocument = {
  openapi: string
  info: Named
  servers?: unknown[]
  security?: unknown[]
  tags?: { name: string }[]
  paths: Record<string, Record<string, unknown>>
  components: Record<string, Named>
}

const { version, description } = createRequire(import.meta.url)('../../package.json') as { version: string; description: string }

/**
 * One document of the five, for clients of one origin that answers every prefix. A path or component that two of them name is the same in both: anything
 * else fails, as no client could hold both.
 */
export function mergedDocument(documents: ReadonlyMap<Service, ServiceDocument>): ServiceDocument {
  const [first] = documents.values()
  if (!first) throw new Error('there are no documents')
  const merged: ServiceDocument = {
    ...first,
    info: { title: 'Querent', version, description, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    tags: [],
    paths: {},
    components: {},
  }
  for (const [service, { paths, components, tags = [] }] of documents) {
    put(merged.paths, paths, service)
    for (const [kind, named] of Object.entries(components)) {
      const known = merged.components[kind] ?? {}
      put(known, named, service)
      merged.components[kind] = known
    }
    merged.tags?.push(...tags.filter(({ name }) => !merged.tags?.some((known) => known.name === name)))
  }
  return merged
}

function put(into: Record<string, unknown>, named: Record<string, unknown>, service: string): void {
  for (const [name, value] of Object.entries(named)) {
    if (name in into && !isDeepStrictEqual(into[name], value)) throw new Error(`${name} of ${service} is another than that of a service before`)
    into[name] = value
  }
}
