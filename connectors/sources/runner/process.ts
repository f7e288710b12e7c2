import module from 'node:module'
import { Worker } from 'node:worker_threads'
import { Failure } from '#domain/failure.ts'
import { createEngines } from './engines.ts'
import type { Reply, Request, RunnerSettings, SentFailure } from './jobs.ts'
import { openPour } from './row-pipe.ts'

const settings = JSON.parse(process.argv[2] ?? '{}') as RunnerSettings
const end = () => process.kill(process.pid, 'SIGKILL')

new Worker(new URL('./lifeline.ts', import.meta.url)).unref()
process.on('disconnect', end)
// Ctrl-C reaches every process of the terminal; the parent lets queries end and then kills this one.
process.on('SIGINT', () => {})

const engines = createEngines(settings)

process.on('message', async (request: Request) => {
  send({ id: request.id, started: true })
  let exhausted = false
  const { id, job } = request
  const pour = job.kind === 'query' && job.pour ? openPour(job.pour, (columns) => send({ id, columns })) : undefined
  try {
    const answer = await engines.run(job, pour)
    send({ id, answer, poured: pour?.poured() ?? 0 })
  } catch (error) {
    const failure = sentFailure(error)
    exhausted = failure.code === 'query_memory_exceeded'
    send({ id, failure, poured: pour?.poured() ?? 0 })
    if (!(error instanceof Failure)) console.error(error)
  }
  keepCompiled()
  // What an allocator once took it may keep: a process at its limit would refuse every later job too.
  if (exhausted || engines.broken()) end()
})

send({ ready: true })
keepCompiled()

function send(reply: Reply): void {
  process.send?.(reply)
}

/** This process is ended without notice, when compiled code would not be written. */
function keepCompiled(): void {
  module.flushCompileCache?.()
}

function sentFailure(error: unknown): SentFailure {
  if (!(error instanceof Failure)) {
    const memory = error instanceof RangeError || /out of memory|bad_alloc|cannot allocate/i.test(String(error))
    return memory
      ? { code: 'query_memory_exceeded', message: 'the query needs more memory than it may use' }
      : { code: 'query_failed', message: 'the query failed while it ran' }
  }
  const { param, hint, details } = error.details
  return { code: error.code, message: error.message, param, hint, details }
}
