import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installedModel, MODEL } from '#test/local-model.ts'
import { startOurs } from '../llm/service.ts'
import { clinic } from '../model/clinic.ts'
import { connectWorld } from '../model/connect-world.ts'
import { type Answer, figuresWithoutCell, judgeAnswer, type Outcome, showsRawCall } from '../model/judge-answer.ts'
import { ForeignEngine, startLlamaServer } from '../model/llama-server.ts'
import { music } from '../model/music.ts'
import { recordCalls } from '../model/recorder.ts'
import { wholesale } from '../model/wholesale.ts'
import { isSmoke, leaveOut, sized } from '../smoke.ts'

/**
 * A real, small model on the processor answers forty questions over three sources, with the small profile: how many are right, what it was sent, and
 * whether anything was shown that should not be.
 */
const GOAL_RIGHT = 0.45
const GOAL_TOKENS = 4_500
const GOAL_SHARED = 0.9
const { values } = parseArgs({
  options: {
    threads: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    log: { type: 'string' },
    smoke: { type: 'boolean' },
  },
})

const installed = installedModel()
if (process.env.ASK_MODEL !== 'true') leaveOut('a real model is asked for minutes: ASK_MODEL=true has it asked')
if (!installed) {
  leaveOut('no model is installed; npm run get:model brings one')
  console.error('no model is installed: npm run get:model')
  process.exit(2)
}

type Asked = {
  world: string
  question: string
  outcome: Outcome
  answer: Answer
  tokens: number
  shared: number | null
  seconds: number
  /** What was answered for no tokens, where the built-in analyst comes first. */
  surely: { label: string; outcome: Outcome } | null
}

const folder = mkdtempSync(join(tmpdir(), 'querent-prove-model-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const llama = await startLlamaServer(installed, { threads: Number(values.threads), context: 8_192 }).catch((error: unknown) => {
  if (!(error instanceof ForeignEngine)) throw error
  leaveOut(error.message)
  console.error(error.message)
  process.exit(2)
})
const recorder = await recordCalls(llama.baseUrl)
const patience = { MODEL_FIRST_TOKEN_MS: '600000', MODEL_BETWEEN_TOKENS_MS: '600000', QUESTION_SECONDS: '900', MODEL_RETRIES: '0' }
const ours = await startOurs('node', { ...patience, DATASOURCE_FILE_ROOT: folder, DATASOURCE_ALLOWED_NETS: '127.0.0.1/32', FIND_LOCAL_MODELS: 'false' }, null)

async function made(line: string, body: object): Promise<any> {
  const reply = await ours.call('core', line, { body })
  if (reply.status !== 201) throw new Error(`${line}: ${reply.text}`)
  return reply.body
}
const provider = await made('POST /providers', { name: 'Local', kind: 'openai-compatible', base_url: recorder.baseUrl })
const base = await made('POST /models', { name: MODEL.name, provider_id: provider.id, upstream: MODEL.name })
// Nobody answers there: what the built-in analyst leaves to the model was answered before.
const nobody = await made('POST /providers', { name: 'Nobody', kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' })
const absent = await made('POST /models', { name: 'absent', provider_id: nobody.id, upstream: 'absent' })

const all: Asked[] = []
for (const world of [music, wholesale, clinic].filter(({ name }) => name.toLowerCase().startsWith(values.only)).slice(0, sized(3, 1))) {
  const { datasourceId, database, stop } = await connectWorld(ours, world, folder)
  const params = { temperature: 0, max_tokens: 400, prompt_profile: 'small' }
  const model = await made('POST /models', { name: world.name, base_model_id: base.model_id, datasource_ids: [datasourceId], params })
  const firstParams = { ...params, builtin_first: true }
  const first = await made('POST /models', {
    name: `${world.name}, builtin first`,
    base_model_id: absent.model_id,
    datasource_ids: [datasourceId],
    params: firstParams,
  })
  let before: number[] | null = null
  for (const gold of world.questions.slice(0, sized(world.questions.length, 1))) {
    const calls = recorder.calls.length
    const began = performance.now()
    const answer = await ask(model.name, gold.question)
    const seconds = (performance.now() - began) / 1000
    const sent = recorder.calls[calls]?.request
    const prompt = sent ? await llama.tokensOf(sent) : []
    const shared: number | null = before && prompt.length ? equalBeginning(before, prompt) / prompt.length : null
    if (prompt.length) before = prompt
    const without = await ask(first.name, gold.question)
    const surely = without.status === 'completed' ? { label: labelOf(without), outcome: judgeAnswer(without, gold, database) } : null
    const asked: Asked = {
      surely,
      world: world.name,
      question: gold.question,
      outcome: judgeAnswer(answer, gold, database),
      answer,
      tokens: prompt.length,
      shared,
      seconds,
    }
    all.push(asked)
    tell(asked, recorder.calls.slice(calls))
  }
  await stop()
}
await ours.server.stop()
await recorder.stop()
await llama.stop()

async function ask(model: string, question: string): Promise<Answer> {
  const { status, text } = await unhurried(`${ours.url}/api/v1/llm/session/completions`, { model, messages: [{ role: 'user', content: question }] })
  const completion = JSON.parse(text)
  const message = completion.choices?.[0]?.message
  return {
    status: status === 200 ? 'completed' : `${completion.error?.code}: ${completion.error?.message}`,
    content: message?.content ?? '',
    attachments: message?.attachments ?? [],
    tokens: completion.usage?.total_tokens ?? 0,
  }
}

/** `fetch` gives up where no head comes within five minutes; a busy processor may read a prompt for longer. */
function unhurried(url: string, body: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${ours.key}`, 'content-type': 'application/json' }
    const asked = request(url, { method: 'POST', headers }, async (reply) => {
      let text = ''
      for await (const part of reply.setEncoding('utf8')) text += part
      resolve({ status: reply.statusCode ?? 0, text })
    })
    asked.on('error', reject).end(JSON.stringify(body))
  })
}

function labelOf({ attachments }: Answer): string {
  const query = attachments.findLast(({ type }) => type === 'query')
  if (!query) return 'no data asked'
  const { basis, without_model } = query.provenance
  return without_model ? `${basis}, without a model` : basis
}

function equalBeginning(a: number[], b: number[]): number {
  const at = b.findIndex((token, index) => token !== a[index])
  return at < 0 ? b.length : at
}

function tell({ world, question, outcome, answer, tokens, seconds }: Asked, calls: { request: any; reply: string }[]): void {
  console.log(
    `${outcome.padEnd(10)} ${world}: ${question} | ${answer.status === 'completed' ? answer.content.slice(0, 160).replaceAll('\n', ' ') : answer.status} (${tokens} tokens, ${seconds.toFixed(0)} s)`,
  )
  if (values.log) appendFileSync(values.log, `${JSON.stringify({ world, question, outcome, answer, calls })}\n`)
}

const right = all.filter(({ outcome }) => outcome === 'right').length
const raw = all.filter(({ answer }) => showsRawCall(answer))
const unfounded = all.filter(({ answer, question }) => figuresWithoutCell(answer, question).length > 0)
for (const { question, answer } of raw) console.log(`shows a raw call: ${question}: ${answer.content}`)
for (const { question, answer } of unfounded)
  console.log(`figures without a cell: ${question}: ${figuresWithoutCell(answer, question).join(', ')} in ${answer.content}`)
const counts = Map.groupBy(all, ({ outcome }) => outcome)
console.log([...counts].map(([outcome, some]) => `${outcome} ${some.length}`).join(', '))
const longest = Math.max(...all.map(({ tokens }) => tokens))
const shares = all.flatMap(({ shared }) => (shared === null ? [] : [shared]))
const least = Math.min(...shares)
console.log(
  `prompt: ${longest} tokens at most (goal ${GOAL_TOKENS}), ${(100 * least).toFixed(0)} % of it at least equal to the question's before (goal ${100 * GOAL_SHARED} %)`,
)
console.log(
  `model: ${right} of ${all.length} right, ${((100 * right) / all.length).toFixed(0)} % (goal ${100 * GOAL_RIGHT} %), raw calls shown ${raw.length}, answers with figures without a cell ${unfounded.length}`,
)
console.log('with the built-in analyst first:')
const labels = Map.groupBy(all, ({ surely, answer }) => surely?.label ?? labelOf(answer))
for (const [label, some] of labels) {
  const fit = some.filter(({ surely, outcome }) => (surely?.outcome ?? outcome) === 'right').length
  console.log(`  ${label}: ${some.length}, of which right ${fit} (${((100 * fit) / some.length).toFixed(0)} %)`)
}
const free = all.filter(({ surely }) => surely).length
console.log(
  `  ${free} of ${all.length} for no tokens (${((100 * free) / all.length).toFixed(0)} %), ${all.filter(({ surely, outcome }) => (surely?.outcome ?? outcome) === 'right').length} right in all`,
)
const isMet = right / all.length >= GOAL_RIGHT && longest <= GOAL_TOKENS && least >= GOAL_SHARED && raw.length + unfounded.length === 0
process.exit(isMet || isSmoke ? 0 : 1)
