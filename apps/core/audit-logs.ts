import { z } from 'zod'
import { AuditVerification, verifyAudit } from '#domain/catalog/audit-chain.ts'
import { AuditExportQuery, AuditListQuery, AuditLog, AuditPageQuery, exportAuditLogs, getAuditLog, listAuditLogs } from '#domain/catalog/audit-logs.ts'
import { AuditCheckpoint, listAuditCheckpoints } from '#domain/catalog/audit-retention.ts'
import { PlainListQuery } from '#domain/pagination.ts'
import { json, list } from '#http/reply.ts'
import { listRoutes } from '#http/resource-routes.ts'
import { createRouter, idParam, reply, route } from '#http/router.ts'
import { textStream } from '#http/text-stream.ts'

const access = { who: 'admin' } as const

export const auditLogs = listRoutes(createRouter(), {
  path: '/audit-logs',
  item: AuditLog,
  list: { of: 'audit log entries', answers: 'Entries, newest first', access, query: AuditListQuery, page: AuditPageQuery, run: listAuditLogs },
})
  .openapi(
    route({
      method: 'get',
      path: '/audit-logs/export',
      operationId: 'exportAuditLogs',
      summary: 'Save audit log entries',
      access,
      request: { query: AuditExportQuery },
      responses: {
        200: { description: 'Entries, oldest first', content: { 'application/x-ndjson': { schema: z.string() }, 'text/csv': { schema: z.string() } } },
      },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const chunks = await exportAuditLogs(c.var.ctx, query)
      const type = query.format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson'
      return textStream(c, chunks, type, `audit-logs.${query.format}`)
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/audit-logs/verify',
      operationId: 'verifyAuditLogs',
      summary: 'Prove that no audit log entry was changed',
      access,
      responses: { 200: reply(AuditVerification, 'Whether the chain holds, and where it does not') },
    }),
    async (c) => json(c, await verifyAudit(c.var.ctx), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/audit-logs/checkpoints',
      operationId: 'listAuditCheckpoints',
      summary: 'What stands for audit log entries that were forgotten',
      description: 'Entries older than they are kept leave a sealed checkpoint, from which the chain goes on: kept elsewhere, it proves what was there.',
      access,
      request: { query: PlainListQuery },
      responses: { 200: reply(z.array(AuditCheckpoint), 'Checkpoints, newest first') },
    }),
    async (c) => list(c, await listAuditCheckpoints(c.var.ctx, c.req.valid('query'))),
  )
  .openapi(
    route({
      method: 'get',
      path: '/audit-logs/{audit_log_id}',
      operationId: 'getAuditLog',
      summary: 'Read an audit log entry',
      access,
      request: { params: idParam('audit_log_id', 'aud') },
      responses: { 200: reply(AuditLog, 'The entry') },
    }),
    async (c) => json(c, await getAuditLog(c.var.ctx, c.req.valid('param').audit_log_id), 200),
  )
