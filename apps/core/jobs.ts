import { z } from 'zod'
import { Job, JobChange, JobRun, jobQueries, NewJob, RunListQuery, RunPageQuery } from '#domain/jobs/job-shape.ts'
import { createJob, deleteJob, getJob, listJobs, switchJob, updateJob } from '#domain/jobs/jobs.ts'
import { cancelRun, foretellRuns, getRun, listRuns, NextRuns, NextRunsQuery, readRunFile, startRun, watchRun } from '#domain/jobs/runs.ts'
import { TABLE_TYPES } from '#domain/query/table-file.ts'
import { headersFor, json, list, resource } from '#http/reply.ts'
import { listRoutes, resourceRoutes } from '#http/resource-routes.ts'
import { createRouter, eventContent, idParam, onObject, reply, route } from '#http/router.ts'
import { eventStream, type ServerEvent } from '#http/stream.ts'
import { textStream } from '#http/text-stream.ts'

const params = idParam('job_id', 'job')
const runParams = idParam('run_id', 'run')
const edit = onObject('job', 'edit', 'job_id')
const viewRun = onObject('job', 'view', 'run_id')

/** The kinds of file a run writes. */
const FILES = {
  ...Object.fromEntries([...Object.values(TABLE_TYPES), 'image/png'].map((type) => [type.split(';')[0], { schema: z.string().meta({ format: 'binary' }) }])),
  'application/json': { schema: z.array(z.record(z.string(), z.unknown())) },
}

const schedules = createRouter().openapi(
  route({
    method: 'get',
    path: '/jobs/next-runs',
    operationId: 'foretellJobRuns',
    summary: 'When a schedule runs next',
    description: 'Daylight saving time is kept: a time the spring night skips runs right after it, one the autumn night has twice runs once. Saves nothing.',
    access: { who: 'user' },
    request: { query: NextRunsQuery },
    responses: { 200: reply(NextRuns, 'The next times') },
  }),
  (c) => json(c, foretellRuns(c.var.ctx, c.req.valid('query')), 200),
)

/** The runs of all jobs; their fixed paths stand before the ids of jobs. */
const runs = listRoutes(schedules, {
  path: '/jobs/runs',
  item: JobRun,
  list: {
    of: 'runs of jobs',
    answers: 'Runs of the jobs the caller may see',
    query: RunListQuery,
    page: RunPageQuery,
    run: (ctx, query) => listRuns(ctx, null, query),
  },
})
  .openapi(
    route({
      method: 'get',
      path: '/jobs/runs/{run_id}',
      operationId: 'getJobRun',
      summary: 'Read how far a run is',
      access: viewRun,
      request: { params: runParams },
      responses: { 200: reply(JobRun, 'The run') },
    }),
    async (c) => resource(c, await getRun(c.var.ctx, c.req.valid('param').run_id), 200),
  )
  .openapi(
    route({
      method: 'get',
      path: '/jobs/runs/{run_id}/log',
      operationId: 'readJobRunLog',
      summary: 'What a run said, as text',
      access: viewRun,
      request: { params: runParams },
      responses: { 200: { description: 'One line each: moment, level, message', content: { 'text/plain': { schema: z.string() } } } },
    }),
    async (c) => {
      const { id, log } = await getRun(c.var.ctx, c.req.valid('param').run_id)
      const lines = log.map(({ at, level, message }) => `${at} ${level} ${message.replace(/\s+/g, ' ')}\n`)
      return textStream(c, fromLines(lines), 'text/plain; charset=utf-8', `${id}.log`) as never
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/jobs/runs/{run_id}/files/{file_name}',
      operationId: 'readJobRunFile',
      summary: 'Save a file that a run wrote',
      description: 'For its owner and administrators, while they may still see what it was made of.',
      access: onObject('job', 'own', 'run_id'),
      request: { params: runParams.extend({ file_name: z.string().min(1).max(200).meta({ description: 'The name of the file', example: 'Revenue.csv' }) }) },
      responses: { 200: { description: 'The file', content: FILES } },
    }),
    async (c) => {
      const { run_id, file_name } = c.req.valid('param')
      const { name, type, bytes } = await readRunFile(c.var.ctx, run_id, file_name)
      const headers = { 'content-type': type, 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }
      return new Response(bytes.slice(), { status: 200, headers: headersFor(c.env.trace, headers) }) as never
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/jobs/runs/{run_id}/events',
      operationId: 'watchJobRun',
      summary: 'Follow a run as server-sent events',
      description: 'An event "progress" with the run each time it changed, and "done" with its end; then the stream ends.',
      access: viewRun,
      request: { params: runParams },
      responses: { 200: { description: 'Events', content: eventContent('A JobRun each time it changed') } },
    }),
    async (c) => {
      const { ctx } = c.var
      const { id } = await getRun(ctx, c.req.valid('param').run_id)
      const gone = new AbortController()
      return eventStream(c, toEvents(watchRun(ctx, id, AbortSignal.any([ctx.signal, gone.signal]))), () => gone.abort())
    },
  )
  .openapi(
    route({
      method: 'post',
      path: '/jobs/runs/{run_id}/cancel',
      operationId: 'cancelJobRun',
      summary: 'End a run',
      access: onObject('job', 'edit', 'run_id'),
      request: { params: runParams },
      responses: { 200: reply(JobRun, 'The run; one under way ends at its next step') },
      fails: ['conflict'],
    }),
    async (c) => resource(c, await cancelRun(c.var.ctx, c.req.valid('param').run_id), 200),
  )

const resources = resourceRoutes(runs, {
  path: '/jobs',
  id: ['job_id', 'job'],
  item: Job,
  list: { of: 'jobs', answers: 'The jobs the caller owns or was given', query: jobQueries.list, page: jobQueries.page, run: listJobs },
  create: {
    summary: 'Define a job',
    description:
      'It runs by the rights its owner has at that moment, cut down by the scopes of the key it was made with, and is disabled when he has lost them.',
    access: { who: 'user' },
    body: NewJob,
    fails: ['not_found'],
    run: createJob,
  },
  read: { summary: 'Read a job', access: onObject('job', 'view', 'job_id'), run: getJob },
  change: { summary: 'Change a job', access: edit, body: JobChange, run: updateJob },
  remove: { summary: 'Delete a job and its runs', access: onObject('job', 'own', 'job_id'), run: deleteJob },
})

const switched = (operation: 'enable' | 'disable', summary: string) =>
  route({
    method: 'post',
    path: `/jobs/{job_id}/${operation}`,
    operationId: `${operation}Job`,
    summary,
    access: edit,
    request: { params },
    responses: { 200: reply(Job, 'The job') },
    fails: ['precondition_failed'],
  })

export const jobs = resources
  .openapi(
    route({
      method: 'post',
      path: '/jobs/{job_id}/run',
      operationId: 'startJobRun',
      summary: 'Run a job now',
      description: 'Answers at once; the run tells how far it is. While another run of it waits and the job coalesces, that one is answered.',
      access: edit,
      request: { params },
      responses: { 202: reply(JobRun, 'The run, queued') },
      fails: ['resource_disabled'],
    }),
    async (c) => {
      const run = await startRun(c.var.ctx, c.req.valid('param').job_id)
      c.var.ctx.defer(() => c.env.platform.nudge())
      return resource(c, run, 202, { location: `/api/v1/core/jobs/runs/${run.id}` })
    },
  )
  .openapi(
    route({
      method: 'get',
      path: '/jobs/{job_id}/runs',
      operationId: 'listRunsOfJob',
      summary: 'List the runs of a job',
      access: onObject('job', 'view', 'job_id'),
      request: { params, query: RunListQuery },
      responses: { 200: reply(z.array(JobRun), 'Its runs, newest first') },
    }),
    async (c) => list(c, await listRuns(c.var.ctx, c.req.valid('param').job_id, c.req.valid('query'))),
  )
  .openapi(
    switched('enable', 'Let a job run by its schedule'),
    async (c) => resource(c, await switchJob(c.var.ctx, c.req.valid('param').job_id, true), 200) as never,
  )
  .openapi(
    switched('disable', 'Keep a job from running'),
    async (c) => resource(c, await switchJob(c.var.ctx, c.req.valid('param').job_id, false), 200) as never,
  )

async function* toEvents(runs: AsyncIterable<JobRun>): AsyncGenerator<ServerEvent> {
  for await (const run of runs) yield { event: run.completed_at === null ? 'progress' : 'done', data: JSON.stringify(run) }
}

async function* fromLines(lines: string[]): AsyncGenerator<string> {
  yield* lines
}
