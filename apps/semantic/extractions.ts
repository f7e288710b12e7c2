import {
  cancelExtraction,
  Extraction,
  ExtractionListQuery,
  ExtractionPageQuery,
  getExtraction,
  listExtractions,
  NewExtraction,
  startExtraction,
  watchExtraction,
} from '#domain/semantics/extraction/extractions.ts'
import { resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { body, createRouter, eventContent, idParam, onObject, reply, route } from '#http/router.ts'
import { eventStream, type ServerEvent } from '#http/stream.ts'

const params = idParam('extraction_id', 'ext')

export const extractions = resourceRoutes(createRouter(), {
  path: '/semanticextractions',
  id: ['extraction_id', 'ext'],
  item: Extraction,
  list: {
    of: 'semantic extractions',
    answers: 'Extractions of the data sources the caller may see',
    query: ExtractionListQuery,
    page: ExtractionPageQuery,
    run: listExtractions,
  },
  read: { summary: 'Read how far an extraction is', access: onObject('datasource', 'view', 'extraction_id'), run: getExtraction },
})
  .openapi(
    route({
      method: 'post',
      path: '/semanticextractions',
      operationId: 'startExtraction',
      summary: 'Read the schema of a data source and describe it',
      description: 'Answers at once; the record tells how far it is. One at a time per data source. Text a person wrote is never overwritten.',
      access: onObject('datasource', 'edit', 'datasource_id', 'body'),
      request: { body: body(NewExtraction) },
      responses: { 202: reply(Extraction, 'The extraction, queued') },
      fails: ['extraction_running', 'resource_disabled'],
    }),
    async (c) => {
      const extraction = await startExtraction(c.var.ctx, c.req.valid('json'))
      return resource(c, extraction, 202, { location: `${c.req.path}/${extraction.id}` })
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/semanticextractions/{extraction_id}/events',
      operationId: 'watchExtraction',
      summary: 'Follow an extraction as server-sent events',
      description: 'An event "progress" with the extraction each time it changed, and "done" with its end; then the stream ends.',
      access: onObject('datasource', 'view', 'extraction_id'),
      request: { params },
      responses: { 200: { description: 'Events', content: eventContent('`progress` with the Extraction each time it changed, last `done`') } },
    }),
    async (c) => {
      const { ctx } = c.var
      const { id } = await getExtraction(ctx, c.req.valid('param').extraction_id)
      const gone = new AbortController()
      const events = watchExtraction(ctx, id, AbortSignal.any([ctx.signal, gone.signal]))
      return eventStream(c, toEvents(events), () => gone.abort())
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/semanticextractions/{extraction_id}/cancel',
      operationId: 'cancelExtraction',
      summary: 'End an extraction; what it found is dropped',
      access: onObject('datasource', 'edit', 'extraction_id'),
      request: { params },
      responses: { 200: reply(Extraction, 'The extraction; one under way ends at its next step') },
      fails: ['conflict'],
    }),
    async (c) => resource(c, await cancelExtraction(c.var.ctx, c.req.valid('param').extraction_id), 200),
  )

async function* toEvents(extractions: AsyncIterable<Extraction>): AsyncGenerator<ServerEvent> {
  for await (const extraction of extractions) {
    yield { event: extraction.completed_at === null ? 'progress' : 'done', data: JSON.stringify(extraction) }
  }
}
