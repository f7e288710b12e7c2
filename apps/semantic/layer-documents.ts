import { z } from 'zod'
import { Failure } from '#domain/failure.ts'
import { importLayer, LayerImport } from '#domain/query/import-layer.ts'
import { exportLayer, LayerFormat } from '#domain/semantics/interchange/export-layer.ts'
import { Loss } from '#domain/semantics/interchange/layer-document.ts'
import { strict } from '#domain/strict.ts'
import { json } from '#http/reply.ts'
import { body, createRouter, onObject, reply, route } from '#http/router.ts'
import { datasourceParams } from './datasources.ts'

const access = onObject('datasource', 'edit', 'datasource_id')

const LayerExport = z
  .object({
    format: LayerFormat,
    content: z.string().meta({ description: 'The document, as YAML; a large one as JSON, which is YAML too', example: 'querent: 1\nname: Shop\n' }),
    losses: z.array(Loss).meta({ description: 'What the format cannot say' }),
  })
  .meta({ id: 'LayerExport' })

const NewLayerImport = strict({
  content: z.string().min(1).max(8_000_000).meta({ description: 'A document of either format, as YAML (at most 300,000 characters) or JSON' }),
  dry_run: z.boolean().default(false).meta({ description: 'Only says what would change' }),
}).meta({ id: 'NewLayerImport', example: { content: 'querent: 1\ntables:\n  - name: Customer\n    description: Who buys\n', dry_run: true } })

/** A semantic layer as a file, out and in. */
export const layerDocuments = createRouter()
  .openapi(
    route({
      method: 'get',
      path: '/datasources/{datasource_id}/export',
      operationId: 'exportLayer',
      summary: 'Write a semantic layer as a file',
      description: 'Descriptions, joins, drill-down paths, measures and verified queries. Row filters are no part of it.',
      access,
      request: { params: datasourceParams, query: z.object({ format: LayerFormat.default('yaml') }) },
      responses: { 200: reply(LayerExport, 'The document') },
    }),
    async (c) => {
      const { format, document, losses } = await exportLayer(c.var.ctx, c.req.valid('param').datasource_id, c.req.valid('query').format)
      return json(c, { format, content: await written(document), losses }, 200)
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/datasources/{datasource_id}/import',
      operationId: 'importLayer',
      summary: 'Read a semantic layer from a file',
      description: 'Changes what differs and makes what is new, in one step; deletes nothing. What the source does not have is skipped, with the reason.',
      access,
      request: { params: datasourceParams, body: body(NewLayerImport) },
      responses: { 200: reply(LayerImport, 'What became of each object') },
      fails: ['extraction_required', 'precondition_failed'],
    }),
    async (c) => {
      const { content, dry_run: dryRun } = c.req.valid('json')
      return json(c, await importLayer(c.var.ctx, c.req.valid('param').datasource_id, await parsed(content), dryRun), 200)
    },
  )

/** YAML is slow to read and to write, and nothing else runs meanwhile; JSON is YAML too. */
const MOST_YAML = 300_000
const DEEPEST = 64

async function written(document: unknown): Promise<string> {
  const text = JSON.stringify(document)
  if (text.length > MOST_YAML) return text
  const { stringify } = await import('yaml')
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}

/** No alias is followed, so that a short text cannot stand for a huge one. */
async function parsed(content: string): Promise<unknown> {
  if (/\0|\\0|\\x00|\\u0000/.test(content)) throw new Failure('invalid', 'the content holds the character U+0000, which no text may', { param: 'content' })
  const document = await (content.trimStart().startsWith('{') ? jsonOrYaml(content) : yaml(content))
  if (isDeep(document)) throw new Failure('invalid', `the document is nested deeper than ${DEEPEST} levels`, { param: 'content' })
  return document
}

async function jsonOrYaml(content: string): Promise<unknown> {
  try {
    return JSON.parse(content)
  } catch {
    return yaml(content)
  }
}

async function yaml(content: string): Promise<unknown> {
  if (content.length > MOST_YAML)
    throw new Failure('invalid', `YAML of more than ${MOST_YAML} characters is not read: send the same document as JSON`, { param: 'content' })
  const { parse } = await import('yaml')
  try {
    return parse(content, { maxAliasCount: 0, schema: 'core', merge: false, uniqueKeys: true, logLevel: 'error' })
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    throw new Failure('invalid', `the content is not YAML: ${message}`.slice(0, 300), { param: 'content' })
  }
}

/** Checking a recursive shape takes stack for every level. */
function isDeep(document: unknown): boolean {
  let level: unknown[] = [document]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}
