import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { files } from '#db/schema/semantics.ts'
import { breach, type Contract, contractFor } from '#test/contracts.ts'
import { cannedModels } from '#test/fakes/canned-models.ts'
import { realSources, uploadOf } from '#test/ports.ts'
import { createWorld, type World } from '#test/security/world.ts'
import { awkwardText, broken, valuesOf } from './arbitraries.ts'

export type FuzzOutcome = { sent: number; statuses: Record<number, number>; wrong: string[] }

type Case = { contract: Contract; path: string; headers: Record<string, string>; body: string | undefined; who: 'admin' | 'owner' | 'viewer' | 'guest' }

/** Sends `count` requests generated from the declared contracts, valid and broken, and holds each reply against its contract. */
export async function fuzz(count: number, seed: number, world?: World): Promise<FuzzOutcome> {
  const { server, ids, credential } = world ?? (await realWorld())
  const known = knownIds(ids)
  const contracts = server.contracts.filter(({ path }) => path !== '/health')
  const cases = fc.sample(fc.oneof(...contracts.map((contract) => caseOf(contract, known))), { numRuns: count, seed })
  const outcome: FuzzOutcome = { sent: 0, statuses: {}, wrong: [] }
  for (const { contract, path, headers, body, who } of cases) {
    const url = URL.canParse(`http://querent.test${path}`) ? new URL(`http://querent.test${path}`) : null
    if (!url) continue
    const gone = new AbortController()
    const response = await server.open(`${contract.method} ${url.pathname}${url.search}`, {
      as: (credential(who) ?? '').replace('Bearer ', ''),
      headers,
      ...(body === undefined ? {} : { raw: body }),
      signal: gone.signal,
    })
    const type = response.headers.get('content-type')
    const streams = type?.startsWith('text/event-stream')
    if (streams) await response.body?.cancel()
    const text = streams ? '' : await response.text()
    gone.abort()
    const value = type?.startsWith('application/json') && text !== '' ? JSON.parse(text) : text
    outcome.sent += 1
    outcome.statuses[response.status] = (outcome.statuses[response.status] ?? 0) + 1
    const fault =
      response.status >= 500 ? `5xx ${text.slice(0, 300)}` : breach(contractFor(server.contracts, contract.method, url.pathname), response.status, type, value)
    if (fault)
      outcome.wrong.push(
        `${who} ${contract.method} ${url.pathname}${url.search} ${JSON.stringify(headers)} ${body?.slice(0, 600) ?? ''}\n  → ${response.status} ${fault}\n  log: ${JSON.stringify(server.log.at(-1))?.slice(0, 800)}`,
      )
    server.log.length = 0
  }
  if (!world) await server.close()
  return outcome
}

/** The seeded world over real query runners, with the file behind its data source really there, and a vendor and a speech engine that answer. */
async function realWorld(): Promise<World> {
  const world = await createWorld(
    { ...realSources(), models: cannedModels, speech: { open: () => ({ transcribe: async () => silence }), embedded: () => null } },
    { SPEECH_ENGINE: 'openai-compatible', SPEECH_BASE_URL: 'http://127.0.0.1:9/v1' },
  )
  const { server, ids } = world
  const upload = await server.request('POST /semantic/files', { raw: uploadOf('orders.csv', 'id,region\n1,EU\n2,US\n') })
  const [stored] = await server.db.select().from(files).where(eq(files.id, upload.body.id))
  if (!stored) throw new Error(upload.text)
  const { name, format, size, sha256, storage_key, tables } = stored
  await server.db
    .update(files)
    .set({ name, format, size, sha256, storage_key, tables })
    .where(eq(files.id, ids.file ?? ''))
  return world
}

const silence = { text: 'silence', language: 'en', durationSeconds: 1, segments: [], words: [], noSpeech: true }

const knownIds = (ids: Record<string, string>): Record<string, string[]> => ({
  ...Object.fromEntries(Object.entries(ids).map(([kind, id]) => [`${kind}_id`, [id]])),
  file_id: [ids.file, ids.spareFile] as string[],
  id: Object.values(ids),
  model: ['builtin'],
  user_id: [ids.user, ids.owner] as string[],
  table: ['orders'],
  table_name: ['orders'],
  column: ['region'],
  column_name: ['region'],
  from_table: ['orders'],
  to_table: ['orders'],
})

function caseOf(contract: Contract, known: Record<string, string[]>): fc.Arbitrary<Case> {
  const { request } = contract
  const params = [...contract.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '')
  const anyId = fc.constantFrom(...(known.id ?? []))
  const param = (name: string) =>
    fc.oneof(
      { weight: 5, arbitrary: known[name] ? fc.constantFrom(...known[name]) : anyId },
      { weight: 1, arbitrary: awkwardText.map((text) => encodeURIComponent(text.toWellFormed()) || 'x') },
    )
  const json = request.body?.content['application/json']?.schema
  const valid = json ? valuesOf(json, known) : fc.constant(undefined)
  const body = json
    ? fc.oneof(
        { weight: 6, arbitrary: valid.map((value) => JSON.stringify(value)) },
        { weight: 4, arbitrary: valid.chain(broken).map((value) => JSON.stringify(value) ?? 'null') },
        { weight: 1, arbitrary: fc.constantFrom('', '{', 'null', '[]', '"x"', '{"a":1,}', '\u0000', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`) },
      )
    : fc.option(fc.constantFrom('', 'x', '{}', '--b\r\n'), { nil: undefined, freq: 3 })
  const query = request.query ? valuesOf(request.query, known).map((value) => value as Record<string, unknown>) : fc.constant({} as Record<string, unknown>)
  const strayQuery = fc.oneof(
    { weight: 4, arbitrary: query },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('page', 'page_size', 'cursor', 'q', 'sort', 'order', 'x'), awkwardText, { maxKeys: 3 }) },
  )
  const headers = fc.record(
    {
      'content-type': fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', 'multipart/form-data', 'multipart/form-data; boundary=b', 'application/json; charset=latin1') },
      ),
      'if-match': fc.constantFrom('"1"', '"99"', 'x', '*', '""'),
      'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('same', 'a b', 'x'.repeat(300))),
      'x-request-id': fc.constantFrom('good-request-id', 'x', 'a'.repeat(500)),
    },
    { requiredKeys: ['content-type'] },
  )
  return fc
    .tuple(
      fc.tuple(...params.map(param)),
      strayQuery,
      headers,
      body,
      fc.constantFrom('admin' as const, 'admin' as const, 'owner' as const, 'viewer' as const, 'guest' as const),
    )
    .map(([values, search, head, text, who]) => {
      let index = 0
      const path = contract.path.replace(/\{[^}]+\}/g, () => String(values[index++]))
      const parameters = new URLSearchParams(Object.entries(search).map(([key, value]): [string, string] => [key, String(value).toWellFormed()]))
      const hasBody = contract.method !== 'GET' && text !== undefined
      return { contract, path: parameters.size ? `${path}?${parameters}` : path, headers: hasBody ? head : {}, body: hasBody ? text : undefined, who }
    })
}
