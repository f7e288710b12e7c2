import { Worker } from 'node:worker_threads'
import { Failure } from '#domain/failure.ts'
import { openBinding } from './binding.ts'
import type { EngineReply, EngineRequest, EngineSettings } from './jobs.ts'
import { type Heard, recognise } from './recognise.ts'

const settings = JSON.parse(process.argv[2] ?? '{}') as EngineSettings
const send = (reply: EngineReply): void => void process.send?.(reply)

// This process is deaf while it recognises: a thread of its own ends it with its parent.
new Worker(new URL('../../sources/runner/lifeline.ts', import.meta.url)).unref()
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('SIGINT', () => {})

const binding = openBinding(settings.engine)
const model = binding.load(settings.model)

process.on('message', async ({ id, job }: EngineRequest) => {
  try {
    const tell = { opened: () => send({ id, opened: true }), heard: (heard: Heard) => send({ id, heard }) }
    send({ id, answer: await recognise(model, binding.decodeFile, job, tell) })
  } catch (error) {
    if (!(error instanceof Failure)) console.error(error)
    const failure = error instanceof Failure ? error : new Failure('unsupported_media_type', 'the recording cannot be decoded', { param: 'file' })
    send({ id, failure: { code: failure.code, message: failure.message, param: failure.details.param } })
  }
})

send({ ready: true, multilingual: model.multilingual })
