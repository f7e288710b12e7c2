import type { Service } from '#domain/context.ts'
import { SERVICES } from '#runtime/compose.ts'
import type { TestServer } from '#test/harness.ts'
import { mergedDocument, type ServiceDocument } from './merged-document.ts'

/** The one document of what the services write now. */
export async function currentDocument(server: TestServer): Promise<ServiceDocument> {
  const pairs = SERVICES.map(async (service): Promise<[Service, ServiceDocument]> => {
    const response = await server.open(`GET /${service}/openapi.json`)
    return [service, (await response.json()) as ServiceDocument]
  })
  return mergedDocument(new Map(await Promise.all(pairs)))
}
