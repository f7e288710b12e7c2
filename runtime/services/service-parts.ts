import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Service } from '#domain/context.ts'
import type { createJobRuns } from '#domain/jobs/job-run.ts'
import type { Works } from '#domain/jobs/task.ts'
import type { Env } from '#http/inbound.ts'

/** What one service brings to a process: its app, and the work no request waits for, which a process without this service leaves to one that has it. */
export type ServiceParts = {
  app(): OpenAPIHono<Env>
  /** The kinds of jobs it works on. */
  works?(): Partial<Works>
  /** Its own queues. */
  runs?: readonly ReturnType<typeof createJobRuns>[]
  /** Sends webhooks and mail. */
  sends?: boolean
}

/** The services of a process by name. */
export type ServicesParts<Served extends Service = Service> = Record<Served, ServiceParts>
