import { readFileSync } from 'node:fs'
import type { HostileRecording } from '#test/fixtures/hostile-recordings.ts'
import { freePort } from '#test/free-port.ts'
import { smallModel, speechFolder } from '#test/speech-engine.ts'
import { startServer, treeOf } from '../processes.ts'

type Reply = { text: string; raw_text?: string; error?: { code: string; message: string } }
export type SpeechService = Awaited<ReturnType<typeof openService>>

/** The services in a process of their own, over the embedded engine with its smallest model; `folder` is theirs. */
export async function openService(folder: string, settings: Record<string, string> = {}) {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/api/v1`
  const server = await startServer(
    process.execPath,
    ['runtime/node.ts'],
    {
      ...{ DATA_DIR: folder, PORT: String(port), WORKSPACE_PORT: 'off', LOG: 'off', APP_ENV: 'development', FIND_LOCAL_MODELS: 'false' },
      ...{ SPEECH_ENGINE: 'whisper', SPEECH_DIR: speechFolder, SPEECH_MODEL: process.env.SPEECH_MODEL ?? smallModel, ...settings },
    },
    (output) => /qk_dev_\w+/.test(output) && /^ready$/m.test(output),
  )
  const key = /qk_dev_\w+/.exec(server.output())?.[0] ?? ''

  async function call(method: string, path: string, body?: FormData | object): Promise<{ status: number; body: any }> {
    const isForm = body instanceof FormData
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(900_000),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
  }

  async function done(method: string, path: string, body?: FormData | object): Promise<any> {
    const reply = await call(method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  const fileOf = (audio: Uint8Array<ArrayBuffer>, fields: Record<string, string>): FormData => {
    const form = new FormData()
    form.append('file', new File([audio], 'recording'))
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return form
  }

  /** Megabytes all processes of the service hold. */
  const heldMb = (): number =>
    treeOf(server.pid).reduce((sum, pid) => {
      try {
        return sum + Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
      } catch {
        return sum
      }
    }, 0)

  return {
    pid: server.pid,
    call,
    heldMb,
    stop: () => server.stop(),
    transcribe: (audio: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): Promise<Reply> =>
      done('POST', '/audio/transcriptions', fileOf(audio, fields)),

    /** A data source of some files, extracted. */
    async connect(name: string, files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<string> {
      const ids: string[] = []
      for (const [file, bytes] of Object.entries(files)) {
        const form = new FormData()
        form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], file))
        ids.push((await done('POST', '/semantic/files', form)).id)
      }
      const type = Object.keys(files)[0]?.endsWith('.sqlite')
        ? { type: 'sqlite', connection: { file_id: ids[0] } }
        : { type: 'file', connection: { file_ids: ids } }
      const source = await done('POST', '/semantic/datasources', { name, ...type })
      const extraction = await done('POST', '/semantic/semanticextractions', { datasource_id: source.id })
      for (;;) {
        const { status } = await done('GET', `/semantic/semanticextractions/${extraction.id}`)
        if (status === 'completed') return source.id
        if (status === 'failed') throw new Error(`the extraction of ${name} failed`)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    },

    /** Sends hostile recordings: each is to be answered as it says, in time, and within so much memory over what a plain recording took. */
    async tryHostile(recordings: readonly HostileRecording[], { memoryMb, seconds }: { memoryMb: number; seconds: number }) {
      // What a recording as large as can be costs once is not a hostile one's doing.
      for (const { bytes } of recordings.filter(({ answers }) => answers.length === 1 && answers[0] === 200).toReversed())
        await call('POST', '/audio/transcriptions', fileOf(bytes(), {}))
      const base = heldMb()
      let most = base
      const watch = setInterval(() => {
        most = Math.max(most, heldMb())
      }, 20)
      let grewMb = 0
      const lines: string[] = []
      for (const { name, bytes, answers } of recordings) {
        const audio = bytes()
        const began = performance.now()
        most = heldMb()
        const { status, body } = await call('POST', '/audio/transcriptions', fileOf(audio, {}))
        const [took, grew] = [(performance.now() - began) / 1000, most - base]
        const isRefused = answers.includes(status) && (status === 200 || typeof body.error?.message === 'string')
        const fault = !isRefused
          ? `answered ${status} ${JSON.stringify(body).slice(0, 120)}`
          : took > seconds
            ? `took ${took.toFixed(1)} s`
            : grew > memoryMb
              ? `took ${Math.round(grew)} MB`
              : ''
        grewMb = Math.max(grewMb, grew)
        if (fault) lines.push(`${name}: ${fault}`)
      }
      clearInterval(watch)
      return { tried: recordings.length, lines, grewMb }
    },
  }
}
