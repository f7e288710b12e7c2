import { SERVICES } from '#runtime/compose.ts'
import type { TestServer } from '#test/harness.ts'
import { type Document, typesOf } from './workspace-types.ts'

/** What `web/api/*.gen.ts` must hold, by path: the types of the documents the services write now. */
export async function currentTypes(server: TestServer): Promise<Record<string, string>> {
  const files = await Promise.all(
    SERVICES.map(async (service) => {
      const document = (await (await server.open(`GET /${service}/openapi.json`)).json()) as Document
      return [`web/api/${service}.gen.ts`, typesOf(service, document)] as const
    }),
  )
  return Object.fromEntries(files)
}
