import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#db/schema/sessions.ts'
import { newId } from '#domain/identifiers.ts'
import { type TestServer, testServer } from '#test/harness.ts'

let server: TestServer
let key: string

beforeAll(async () => {
  server = await testServer()
  key = (await server.account()).key
})
afterAll(() => server.close())

async function begin(title: string, content?: string): Promise<string> {
  const { id } = (await server.request('POST /llm/sessions/new', { as: key, body: { title } })).body
  const said = {
    id: newId('msg', server.clock.now.getTime()),
    session_id: id,
    completion_id: null,
    role: 'user' as const,
    attachments: [],
    is_incomplete: false,
  }
  if (content !== undefined) await server.db.insert(messages).values({ ...said, content, created_at: server.clock.now.toISOString() })
  return id
}
const search = async (q: string): Promise<{ id: string; snippet: string | null }[]> =>
  (await server.request(`GET /llm/sessions/search?q=${encodeURIComponent(q)}`, { as: key })).body
const found = async (q: string) => (await search(q)).map(({ id }) => id)
const titled = async (q: string) => (await server.request(`GET /llm/sessions?q=${encodeURIComponent(q)}`, { as: key })).body.map((item: any) => item.id)

test('words of scripts without spaces are found where they stand within a run', async () => {
  const japanese = await begin('東京の売上を教えて')
  const chinese = await begin('Notes', '请按国家列出2024年的iPhone销售额')
  const korean = await begin('Sales', '지난달 매출은 얼마인가요?')
  const thai = await begin('ยอดขายรายเดือน')
  for (const [q, id] of [
    ['売上', japanese],
    ['京', japanese],
    ['销售额', chinese],
    ['IPHONE销售', chinese],
    ['매출', korean],
    ['ขาย', thai],
  ] as const) {
    expect([q, await found(q)]).toEqual([q, [id]])
  }
  expect(await found('国家 销售')).toEqual([chinese])
  expect(await found('売上 大阪')).toEqual([])
  expect(await titled('売上')).toEqual([japanese])
  const other = (await server.account()).key
  expect((await server.request(`GET /llm/sessions/search?q=${encodeURIComponent('売上')}`, { as: other })).body).toEqual([])
})

test('a snippet is cut around the word, also where letters are of several parts, and through no character', async () => {
  const korean = await begin('a', `${'가나다라마바사 '.repeat(30)}매출 총액 ${'아자차카타파하 '.repeat(30)}`)
  const accents = await begin('b', `${'e\u0301'.repeat(200)} turnover ${'e\u0301'.repeat(200)}`)
  const faces = await begin('c', `${'😀'.repeat(100)}x turnabout ${'😀'.repeat(100)}`)
  const snippetOf = async (q: string, id: string) => (await search(q)).find((hit) => hit.id === id)?.snippet ?? ''
  expect(await snippetOf('매출', korean)).toMatch(/^…[^매]{79,81}매출 총액/)
  expect(await snippetOf('turnover', accents)).toContain(' turnover ')
  const whole = await snippetOf('turnabout', faces)
  expect([whole.includes('turnabout'), whole.isWellFormed()]).toEqual([true, true])
})
