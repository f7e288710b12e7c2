import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DESCRIBE_TABLE_PROMPT_VERSION } from '#domain/semantics/describe/prompts/describe-table.ts'
import { type Installed, MODEL } from '#test/local-model.ts'
import type { Description } from '#web/api/semantic.gen.ts'
import { type Ours, startOurs } from '../llm/service.ts'
import { type LlamaServer, startLlamaServer } from '../model/llama-server.ts'

/** What a model wrote of one table or column. */
export type Words = Pick<Description, 'table_name' | 'column_name' | 'label' | 'description' | 'synonyms'>
/** What came of one database: the words, and what they cost. `problem` names tables the model could not describe. */
export type Written = { words: Words[]; problem: string | null; tokens: number; seconds: number }

/** Has the installed model describe databases as an extraction does; what it wrote is kept in a temporary folder by content, model and prompt. */
export class Describer {
  private readonly folder = join(tmpdir(), 'querent-bench-descriptions')
  private started: { ours: Ours; llama: LlamaServer } | null = null
  private readonly installed: Installed
  private readonly threads: number

  constructor(installed: Installed, threads: number) {
    this.installed = installed
    this.threads = threads
  }

  async describe(file: string): Promise<Written> {
    const key = createHash('sha256').update(MODEL.sha256).update(DESCRIBE_TABLE_PROMPT_VERSION).update(readFileSync(file)).digest('hex').slice(0, 32)
    const path = join(this.folder, `${key}.json`)
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Written
    const written = await this.write(file)
    mkdirSync(this.folder, { recursive: true })
    writeFileSync(path, JSON.stringify(written))
    return written
  }

  async stop(): Promise<void> {
    await this.started?.ours.server.stop()
    await this.started?.llama.stop()
  }

  private async services(): Promise<Ours> {
    if (this.started) return this.started.ours
    const llama = await startLlamaServer(this.installed, { threads: this.threads, context: 8_192 })
    const folder = mkdtempSync(join(tmpdir(), 'querent-bench-describe-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const patience = { MODEL_FIRST_TOKEN_MS: '600000', MODEL_BETWEEN_TOKENS_MS: '600000', DESCRIBE_CALL_MS: '600000', MODEL_RETRIES: '0' }
    const ours = await startOurs('node', { ...patience, DATASOURCE_FILE_ROOT: folder, FIND_LOCAL_MODELS: 'false' }, null)
    this.started = { ours, llama }
    const provider = await made(ours, 'core', 'POST /providers', { name: 'Local', kind: 'openai-compatible', base_url: llama.baseUrl })
    await made(ours, 'core', 'POST /models', {
      name: MODEL.name,
      provider_id: provider.id,
      upstream: MODEL.name,
      params: { temperature: 0, max_tokens: 3_000 },
    })
    return ours
  }

  private async write(file: string): Promise<Written> {
    const ours = await this.services()
    const form = new FormData()
    form.append('file', await openAsBlob(file), basename(file))
    const uploaded = await ours.call('semantic', 'POST /files', { form })
    const name = basename(file, '.sqlite')
    const { datasource_id } = await made(ours, 'semantic', 'POST /datasources', { name, type: 'sqlite', connection: { file_id: uploaded.body.id } })
    const began = performance.now()
    const begun = await made(ours, 'semantic', 'POST /semanticextractions', { datasource_id, model: MODEL.name, include_samples: true })
    for (;;) {
      const { body } = await ours.call('semantic', `GET /semanticextractions/${begun.id}`)
      if (body.status === 'failed') throw new Error(`${name} cannot be described: ${body.error}`)
      if (body.status !== 'completed') {
        await new Promise((resolve) => setTimeout(resolve, 250))
        continue
      }
      const { body: rows } = await ours.call('semantic', `GET /descriptions?datasource_id=${datasource_id}`)
      const words = (rows as Description[]).map(({ table_name, column_name, label, description, synonyms }) => ({
        ...{ table_name, column_name, label, description, synonyms },
      }))
      return { words, problem: body.error, tokens: body.usage.total_tokens, seconds: (performance.now() - began) / 1000 }
    }
  }
}

async function made(ours: Ours, service: 'core' | 'semantic', line: string, body: object): Promise<any> {
  const reply = await ours.call(service, line, { body })
  if (reply.status >= 300) throw new Error(`${line}: ${reply.text}`)
  return reply.body
}
