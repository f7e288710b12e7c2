import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Journey } from '../journey.ts'
import { PAYLOADS } from '../payloads.ts'
import { openTab, signIn } from '../tab.ts'
import { connect, type World } from '../world.ts'

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const SOME = 8

/** Puts every text into everything that has a name, a title, a description or words of its own. Answers the pages that show them. */
async function spread(world: World): Promise<{ mine: string[]; admins: string[]; taken: number; refused: string[] }> {
  const as = { as: world.tokens.maker }
  let taken = 0
  const refused: string[] = []
  const counted = async (line: string, body: unknown, options: object) => {
    const reply = await world.api(line, body, { ...options, may: true })
    if (reply.status < 300) taken += 1
    else refused.push(`${line}: ${reply.text.slice(0, 160)}`)
    return reply
  }
  const make = (line: string, body: unknown) => counted(line, body, as)
  const asAdmin = (line: string, body: unknown) => counted(line, body, {})
  // As cells, and as names of columns in a second file.
  const words = `word,amount\n${PAYLOADS.map((payload, index) => `${quoted(payload)},${index + 1}`).join('\n')}\n`
  const heads = `${PAYLOADS.map(quoted).join(',')}\n${PAYLOADS.map((_, index) => index).join(',')}\n${PAYLOADS.map((_, index) => index * 2).join(',')}\n`
  const source = await connect({ ...world, api: (line, body, options) => world.api(line, body, { ...as, ...options }) }, 'Words', {
    'words.csv': words,
    '<img src=x onerror=window.broken=1>.csv': heads,
  })
  const described = (await world.api(`GET /semantic/descriptions?datasource_id=${source}&page_size=500`, undefined, as)).body
  const heading: string = described.find(({ object_type }: { object_type: string }, at: number) => object_type === 'column' && at > 3)?.table_name ?? 'words'
  for (const [index, { id }] of described.entries()) {
    const text = PAYLOADS[index % PAYLOADS.length]
    await make(`PUT /semantic/descriptions/${id}`, { description: text, label: text, synonyms: [PAYLOADS[(index + 7) % PAYLOADS.length]] })
  }
  const query = {
    semantic_query: {
      measures: [{ aggregate: 'sum', table: 'words', column: 'amount', name: 'amount' }],
      dimensions: [{ table: 'words', column: 'word', name: 'word' }],
    },
  }
  const charts: string[] = []
  for (const [index, payload] of PAYLOADS.entries()) {
    const next = PAYLOADS[(index + 1) % PAYLOADS.length]
    const chart = { title: payload, description: next, datasource_id: source, query, chart_type: index % 2 ? 'bar' : 'table', tags: [payload.slice(0, 40)] }
    const { body } = await make('POST /analytics/charts', chart)
    if (body.id) charts.push(body.id)
    await make('POST /analytics/dashboards', { title: payload, description: next })
    await make('POST /llm/sessions/new', { title: payload })
    await make('POST /semantic/verified-queries', { datasource_id: source, question: payload, sql: 'select count(*) from words' })
    await asAdmin('POST /core/groups', { name: payload, description: next })
    await asAdmin('POST /core/prompts', { command: `/p${index}`, title: payload, content: next })
    await asAdmin('POST /core/users', { email: `p${index}@example.com`, name: payload, password: 'correct horse battery' })
    await asAdmin('POST /core/jobs', { name: payload, description: next, kind: 'question', payload: { question: payload, model: 'music-analyst' } })
    await asAdmin('POST /core/webhooks', { name: payload, url: 'http://127.0.0.1:9/' })
  }
  const drawn = charts
    .slice(0, SOME)
    .map((chart_id, at) => ({ id: `c${at}`, type: 'chart', chart_id, title: PAYLOADS[at + 20], x: (at % 2) * 6, y: at * 4, w: 6, h: 4 }))
  const text = { id: 'text', type: 'text', text: PAYLOADS.join('\n\n'), x: 0, y: 60, w: 12, h: 12 }
  const board = (await make('POST /analytics/dashboards', { title: PAYLOADS[2], layout: [...drawn, text] })).body.id
  await make(`PATCH /semantic/datasources/${source}`, { name: PAYLOADS[0], description: PAYLOADS[13] })
  const model = (await asAdmin('POST /core/models', { name: 'hostile', description: PAYLOADS[1], base_model_id: 'builtin' })).body.id
  await asAdmin('POST /semantic/datasourcemodels', { datasource_id: source, model_id: model })
  await asAdmin('POST /core/modelgroups', { model_id: model, group_id: world.group })
  let session: string | undefined
  for (const question of ['total amount by word', ...PAYLOADS.slice(0, SOME)]) {
    const { body } = await make('POST /llm/session/completions', {
      model: 'hostile',
      ...(session ? { session_id: session } : {}),
      messages: [{ role: 'user', content: question }],
    })
    session = body.session_id ?? session
  }
  const mine = ['/', '/sessions', `/sessions/${session}`, '/data', '/data/new', '/analytics/charts', '/analytics/charts?origin=answer', '/analytics/dashboards']
  for (const tab of [
    'general',
    'filters',
    'descriptions',
    'descriptions?table=words',
    'descriptions?table=words&view=rows',
    'hierarchies',
    'model',
    'verified',
    'operations',
  ])
    mine.push(`/data/${source}/${tab}`)
  mine.push(`/data/${source}/descriptions?table=${encodeURIComponent(heading)}`, `/data/${source}/descriptions?table=${encodeURIComponent(heading)}&view=rows`)
  for (const id of charts.slice(0, 3)) mine.push(`/analytics/charts/${id}`, `/analytics/charts/${id}?edit=true`, `/analytics/charts/${id}?view=table`)
  mine.push(`/analytics/dashboards/${board}`, `/analytics/dashboards/${board}?edit=true`)
  return { taken, refused, mine, admins: ['users', 'groups', 'models', 'prompts', 'jobs', 'webhooks', 'budgets', 'audit'].map((tab) => `/admin/${tab}`) }
}

const BAD = `[...document.querySelectorAll('a[href^="javascript:" i], a[href^="data:" i], base, iframe[srcdoc], iframe[src^="javascript:" i], object, embed, form[action], img[src^="http"], img[src="x"], [onerror], [onload], [onfocus], [onmouseover], [onbegin], link[href*="evil"]')].map((one) => one.outerHTML.slice(0, 200))`

async function look(page: Page, places: string[]): Promise<void> {
  for (const place of places) {
    await page.goto(place)
    await page.locator('h1').first().waitFor()
    await page.waitForTimeout(600)
    assert.equal(await page.evaluate<unknown>('window.broken'), undefined, `${place} ran a text`)
    assert.deepEqual(await page.evaluate<string[]>(BAD), [], place)
  }
}

export const hostile: Journey[] = [
  {
    name: `${PAYLOADS.length} hostile texts as names, titles, descriptions, columns, cells, files, labels, questions and prompts are shown as text, in two languages`,
    as: 'maker',
    own: true,
    async run({ page, tab, world, note }) {
      const { mine, admins, taken, refused } = await spread(world)
      // A few are no name of a person or a label; what is refused shows nothing.
      assert.ok(refused.length < taken / 20, refused.slice(0, 10).join('\n'))
      await look(page, mine)
      await page.goto('/')
      await page.locator('h1').first().waitFor()
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill('script')
      await page.getByRole('option').nth(3).waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await page.evaluate<unknown>('window.broken'), undefined)
      await page.goto('/analytics/dashboards')
      await page
        .getByText(PAYLOADS[0] ?? '', { exact: true })
        .first()
        .waitFor()
      await page.evaluate(`localStorage.setItem('querent.language', 'de')`)
      await look(page, mine.slice(0, 12))
      const other = await openTab(tab.context.browser() as never, world.origin)
      try {
        await signIn(other, 'admin')
        await look(other.page, admins)
        await other.page.evaluate(`localStorage.setItem('querent.language', 'de')`)
        await look(other.page, admins)
        assert.deepEqual(other.faults, [])
      } finally {
        await other.close()
      }
      note(`${mine.length + admins.length} pages, ${taken} texts taken, ${refused.length} refused`)
    },
  },
  {
    name: 'the pages send their headers: no frame, no inline script, hashed files kept, the page never',
    as: null,
    async run({ world }) {
      const page = await fetch(`${world.origin}/sessions`)
      const policy = page.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'self'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.ok(!/script-src[^;]*(unsafe|\*)/.test(policy), policy)
      assert.match(page.headers.get('cache-control') ?? '', /no-store|no-cache/)
      const script = /src="(\/assets\/[^"]+)"/.exec(await page.text())?.[1] ?? ''
      const file = await fetch(`${world.origin}${script}`, { headers: { 'accept-encoding': 'br' } })
      assert.deepEqual([file.headers.get('content-encoding'), /immutable/.test(file.headers.get('cache-control') ?? '')], ['br', true])
    },
  },
]
