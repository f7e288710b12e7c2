import { createFile, deleteFile, File, fileQueries, getFile, listFiles, requireFileStore } from '#domain/semantics/sources/files.ts'
import { readUpload } from '#http/multipart.ts'
import { resource } from '#http/reply.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, onObject, reply, route } from '#http/router.ts'

/** Described only: the body is read as it streams, which no validator can do. */
const upload = {
  required: true as const,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        properties: { file: { type: 'string' as const, format: 'binary', description: 'CSV, TSV, JSON, NDJSON, Parquet, XLSX or SQLite' } },
        required: ['file'],
      },
    },
  },
}

export const files = resourceRoutes(createRouter(), {
  path: '/files',
  id: ['file_id', 'fil'],
  item: File,
  list: { of: 'uploaded files', answers: 'Files the caller may see', query: fileQueries.list, page: fileQueries.page, run: listFiles },
  read: { summary: 'Read what an uploaded file holds', access: onObject('file', 'view', 'file_id'), run: getFile },
  remove: { summary: 'Delete an uploaded file that no data source uses', access: onObject('file', 'own', 'file_id'), fails: ['conflict'], run: deleteFile },
}).openapi(
  route({
    method: 'post',
    path: '/files',
    operationId: 'uploadFile',
    summary: 'Upload a file',
    description: 'Needs the permission "create_datasources". The format is told by the content; what does not fit is counted in rejected_lines.',
    access: { who: 'user', permission: 'create_datasources', rawBody: true },
    request: { body: upload },
    responses: { 201: reply(File, 'The file and the tables it holds') },
    fails: ['source_unavailable_here', 'query_failed', 'query_timeout', 'query_memory_exceeded'],
  }),
  async (c) => {
    const { ctx } = c.var
    const store = await requireFileStore(ctx)
    const limits = { maxBytes: ctx.settings.maxUploadBytes }
    const { received } = await readUpload(c.req.raw, 'file', limits, (file) => createFile(ctx, store, file))
    return resource(c, received, 201)
  },
)
