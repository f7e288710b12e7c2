import { type ChildProcess, spawn } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newApiKey } from '#domain/access/api-key.ts'
import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'

export type CrashOutcome = { kills: number; acknowledged: number; lost: string[]; extractions: number; unended: string[]; integrity: string }

/** A write the server has confirmed: where it can be read, and what the reading must show. */
type Acknowledged = { what: string; path: string; shows?: (body: any) => boolean }

const sample = join(import.meta.dirname, '../../examples/chinook.sqlite')

/**
 * Kills the whole process tree's head with SIGKILL `kills` times while uploads, extractions, questions and small writes are under way,
 * starts it again on the same data each time, and in the end looks for every write that had been acknowledged.
 */
export async function crash(kills: number, random: () => number = Math.random, report: (line: string) => void = () => {}): Promise<CrashOutcome> {
  const folder = temporaryFolder()
  const { key } = newApiKey('dev')
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}/api/v1`
  const ledger: Acknowledged[] = []
  const extractions: string[] = []
  const environment = {
    ...process.env,
    PORT: String(port),
    WORKSPACE_PORT: 'off',
    DATA_DIR: folder,
    QUERENT_ADMIN_API_KEY: key,
    LOG: 'off',
    QUERY_RUNNERS: '1',
  }

  const call = async (path: string, init: RequestInit = {}): Promise<{ status: number; body: any }> => {
    const response = await fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } })
    return { status: response.status, body: await response.json() }
  }
  const post = (path: string, body: unknown) => call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

  async function start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['runtime/node.ts'], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
    const deadline = Date.now() + 60_000
    for (;;) {
      const up = await fetch(`http://127.0.0.1:${port}/health`, { headers: { authorization: `Bearer ${key}` } }).then(
        (r) => r.ok,
        () => false,
      )
      if (up) return child
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the server did not come up (exit code ${child.exitCode})`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  let serial = 0
  let datasource: string | null = null

  async function upload(): Promise<void> {
    const form = new FormData()
    form.append('file', await openAsBlob(sample), 'chinook.sqlite')
    const { status, body } = await call('/semantic/files', { method: 'POST', body: form })
    if (status !== 201) return
    ledger.push({ what: 'file', path: `/semantic/files/${body.id}` })
    const source = await post('/semantic/datasources', { name: `Shop ${serial++}`, type: 'sqlite', connection: { file_id: body.id } })
    if (source.status !== 201) return
    ledger.push({ what: 'data source', path: `/semantic/datasources/${source.body.id}` })
    ledger.push({ what: 'stored bytes', path: `/semantic/datasources/${source.body.id}/tables`, shows: (tables) => tables.length > 5 })
    const extraction = await post('/semantic/semanticextractions', { datasource_id: source.body.id })
    if (extraction.status !== 202) return
    extractions.push(extraction.body.id)
    ledger.push({ what: 'extraction', path: `/semantic/semanticextractions/${extraction.body.id}` })
    datasource = source.body.id
  }

  async function ask(): Promise<void> {
    const { status, body } = await post('/llm/session/completions', {
      model: 'builtin',
      messages: [{ role: 'user', content: `How many customers are there? ${serial++}` }],
    })
    if (status !== 200) return
    const text = body.choices[0].message.content
    ledger.push({
      what: 'answer',
      path: `/llm/sessions/${body.session_id}/messages`,
      shows: (messages) => messages.some((message: any) => message.content === text),
    })
  }

  async function write(): Promise<void> {
    const { status, body } = await post('/core/groups', { name: `Group ${serial++}` })
    if (status === 201) ledger.push({ what: 'group', path: `/core/groups/${body.id}` })
  }

  async function busy(until: () => boolean): Promise<void> {
    const loop = async (work: () => Promise<void>) => {
      while (!until()) await work().catch(() => new Promise((resolve) => setTimeout(resolve, 5)))
    }
    await Promise.all([loop(upload), loop(ask), loop(ask), loop(write)])
  }

  for (let kill = 0; kill < kills; kill++) {
    const child = await start()
    let dead = false
    const working = busy(() => dead)
    await new Promise((resolve) => setTimeout(resolve, 200 + random() * 2800))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    dead = true
    await working
    report(`kill ${kill + 1} of ${kills}: ${ledger.length} writes acknowledged, ${extractions.length} extractions started`)
  }

  const child = await start()
  const lost: string[] = []
  for (const { what, path, shows } of ledger) {
    const { status, body } = await call(path)
    if (status !== 200 || (shows && !shows(body))) lost.push(`${what} ${path}: ${status}`)
  }
  const unended = new Set(extractions)
  const deadline = Date.now() + 300_000
  while (unended.size && Date.now() < deadline) {
    for (const id of unended) {
      const { body } = await call(`/semantic/semanticextractions/${id}`)
      if (['completed', 'failed', 'cancelled'].includes(body.status)) unended.delete(id)
    }
    if (unended.size) await new Promise((resolve) => setTimeout(resolve, 500))
  }
  if (datasource) report(`last data source: ${(await call(`/semantic/datasources/${datasource}`)).body.extraction_status}`)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  const database = new DatabaseSync(join(folder, 'querent.db'), { readOnly: true })
  const integrity = String(Object.values(database.prepare('pragma integrity_check').get() ?? {})[0])
  database.close()
  return { kills, acknowledged: ledger.length, lost, extractions: extractions.length, unended: [...unended], integrity }
}
