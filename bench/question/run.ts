import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { writeAnswer } from '#domain/analyst/answers/answer.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { layerOf } from '../analyst/layers.ts'
import { startOurs } from '../llm/service.ts'
import { measured } from '../processes.ts'
import { endTimed, given, sized } from '../smoke.ts'

const GOAL_MS = 40
const QUESTIONS = [
  'What is the total revenue per country?',
  'Top 5 artists by number of tracks?',
  'What was the revenue by year?',
  'How many tracks are there in each genre?',
  'How many customers are there in each country?',
]
const asked = Number(given[0] ?? sized(200, 2))
const runtime = process.argv.includes('--bun') ? 'bun' : 'node'

const ours = await startOurs(runtime)
const made = await ours.call('core', 'POST /models', { body: { name: 'music', base_model_id: 'builtin', datasource_ids: [ours.datasourceId] } })
if (made.status !== 201) throw new Error(made.text)

/** Where a question's time goes, by what its stream tells and when. */
const STAGES = [
  'HTTP, credential, model, session stored',
  'question read',
  'layer loaded, query compiled, guarded and run',
  'chart chosen',
  'answer worded',
  'answer, chart and session stored, last byte',
] as const
type Asked = { total: number; stages: number[]; engine: number }

async function ask(question: string): Promise<Asked> {
  const at: number[] = []
  const began = performance.now()
  const now = () => performance.now() - began
  const reply = await fetch(`${ours.url}/api/v1/llm/session/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ours.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'music', stream: true, messages: [{ role: 'user', content: question }] }),
  })
  const decoder = new TextDecoder()
  let rest = ''
  let engine = Number.NaN
  let charts = 0
  let spoke = false
  let ended = false
  for await (const bytes of reply.body ?? []) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      if (event === 'data: [DONE]') ended = true
      if (!event.startsWith('data: {')) continue
      const { choices, event: told, error } = JSON.parse(event.slice(6))
      if (error) throw new Error(`${question}: ${error.message}`)
      if (choices[0]?.delta.role) at[0] = now()
      if (told?.status === 'executing_query') at[1] = now()
      if (told?.attachment?.type === 'query') {
        at[2] = now()
        engine = told.attachment.provenance.duration_ms
      }
      if (told?.attachment?.type === 'chart') {
        at[3] = now()
        if (told.attachment.chart_id) charts += 1
      }
      if (choices[0]?.delta.content) {
        at[4] = now()
        spoke = true
      }
    }
  }
  if (!ended || !spoke || charts !== 1) throw new Error(`${question}: ended ${ended}, said something ${spoke}, charts ${charts}`)
  const total = now()
  at[5] = total
  return { total, stages: at.map((time, index) => time - (at[index - 1] ?? 0)), engine }
}

for (let index = 0; index < sized(40, 1); index++) await ask(QUESTIONS[index % QUESTIONS.length] as string)
const results: Asked[] = []
const { cpu, foreignPercent } = await measured(ours.server.pid, async () => {
  for (let index = 0; index < asked; index++) results.push(await ask(QUESTIONS[index % QUESTIONS.length] as string))
})
const empty: number[] = []
for (let index = 0; index < sized(50, 3); index++) {
  const began = performance.now()
  await ours.call('core', 'GET /auths')
  empty.push(performance.now() - began)
}
await ours.server.stop()

const share = (values: number[], part: number) => values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(part * values.length) - 1)] ?? Number.NaN
const line = (name: string, values: number[]) => console.log(`| ${name} | ${share(values, 0.5).toFixed(2)} | ${share(values, 0.95).toFixed(2)} |`)
console.log(`${asked} questions on ${runtime}, one after the other, foreign CPU ${foreignPercent} %\n\n| | p50 ms | p95 ms |\n|---|---|---|`)
for (const [index, name] of STAGES.entries())
  line(
    name,
    results.map(({ stages }) => stages[index] ?? 0),
  )
line(
  'of these: the engine itself',
  results.map(({ engine }) => engine),
)
line('of these: an authenticated call that does nothing', empty)
for (const [name, values] of Object.entries(await inProcess())) line(`of these: ${name}`, values)
const totals = results.map(({ total }) => total)
line('whole question', totals)
const p50 = share(totals, 0.5)
console.log(`CPU a question: ${((cpu * 1000) / asked).toFixed(1)} ms of all its processes`)
console.log(`question: p50 ${p50.toFixed(1)} ms (goal ${GOAL_MS}), p95 ${share(totals, 0.95).toFixed(1)} ms`)
endTimed(p50 <= GOAL_MS)

/** What reading, compiling and wording take alone, in this process on the same layer. */
async function inProcess(): Promise<Record<string, number[]>> {
  const layer = await layerOf('examples/chinook.sqlite', null)
  const cache: LexiconCache = new Map()
  const clock = { now: new Date(), timeZone: 'UTC' }
  const taken: Record<string, number[]> = { 'reading the question': [], 'compiling the query': [], 'wording the answer': [] }
  const timed = <T>(name: string, work: () => T): T => {
    const began = performance.now()
    const value = work()
    taken[name]?.push(performance.now() - began)
    return value
  }
  for (let index = 0; index < sized(240, 50); index++) {
    if (index === 40) for (const values of Object.values(taken)) values.length = 0
    const question = QUESTIONS[index % QUESTIONS.length] as string
    const analysis = timed('reading the question', () => analyseQuestion({ question, layer, previous: null, clock, cache }))
    if (analysis.kind !== 'query') throw new Error(`${question}: ${analysis.kind}`)
    const { query } = analysis
    const compiled = timed('compiling the query', () => compileQuery(layer, query))
    const row: JsonValue[] = compiled.columns.map(({ role }) => (role === 'measure' ? 1234.5 : 'Germany'))
    const result = { columns: [], rows: Array.from({ length: 24 }, () => row), truncated: false, durationMs: 0 }
    timed('wording the answer', () => writeAnswer({ question, layer, query, compiled, result, clock, cache }))
  }
  return taken
}
