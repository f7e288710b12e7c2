import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { freePort } from '#test/free-port.ts'
import { type Installed, MODEL } from '#test/local-model.ts'

const STARTS_WITHIN_MS = 180_000

/** A model served on loopback: OpenAI's chat completions, and how it reads a prompt. */
export type LlamaServer = {
  baseUrl: string
  /** The tokens a request of chat completions comes to by the model's own template and vocabulary. */
  tokensOf(request: object): Promise<number[]>
  stop(): Promise<void>
}

/** The engine that was fetched holds instructions this processor has not. */
export class ForeignEngine extends Error {}

/** Starts llama.cpp's server on the processor, with `threads` threads and a window of `context` tokens, one question at a time: the one of `LLAMA_SERVER`, or the one that was fetched. */
export async function startLlamaServer({ model, engine }: Installed, { threads, context }: { threads: number; context: number }): Promise<LlamaServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = { '-m': model, '--host': '127.0.0.1', '--port': port, '-c': context, '-np': 1, '-t': threads, '--alias': MODEL.name, '-ngl': 0 }
  const args = [...Object.entries(settings).flatMap(([name, value]) => [name, String(value)]), '--jinja', '--no-ui', '-fa', 'on']
  const program = process.env.LLAMA_SERVER ?? engine
  const child = spawn(program, args, { env: { ...process.env, LD_LIBRARY_PATH: dirname(program) }, stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  child.stderr.on('data', (bytes) => {
    told = (told + bytes).slice(-4_000)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const until = Date.now() + STARTS_WITHIN_MS
  while (
    !(await fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.signalCode === 'SIGILL') throw new ForeignEngine(`${program} is built for another processor: build llama.cpp here and name it in LLAMA_SERVER`)
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) throw new Error(`the model's server did not start: ${told}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const post = async (path: string, body: object): Promise<any> =>
    (await fetch(`${origin}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()
  return {
    baseUrl: `${origin}/v1`,
    async tokensOf(request) {
      const { prompt } = await post('/apply-template', request)
      return (await post('/tokenize', { content: prompt })).tokens
    },
    async stop() {
      process.off('exit', kill)
      child.kill('SIGTERM')
      await ended
    },
  }
}
