import assert from 'node:assert/strict'
import type { Journey } from '../journey.ts'
import { connect } from '../world.ts'

/** Texts that would run, load or lead somewhere if any were taken for markup. */
const PAYLOADS = [
  '<script>window.broken=1</script>',
  '<img src=x onerror="window.broken=1">',
  '"><svg onload="window.broken=1">',
  "'><iframe srcdoc='<script>parent.broken=1</script>'>",
  '[a link](javascript:window.broken=1)',
  '![a picture](https://evil.example/p.png)',
  '<a href="javascript:window.broken=1">x</a>',
  '{{constructor.constructor("window.broken=1")()}}',
  '</textarea><script>window.broken=1</script>',
  '<style>@import "https://evil.example/s.css"</style>',
  '<math><mi xlink:href="javascript:window.broken=1">x',
  '<base href="https://evil.example/">',
]

export const hostile: Journey[] = [
  {
    name: `${PAYLOADS.length} hostile texts as names, titles, descriptions, columns, values, files and prompts are shown as text`,
    as: 'maker',
    own: true,
    async run({ page, world, note }) {
      const as = { as: world.tokens.maker }
      const cells = PAYLOADS.map((payload, index) => `"${payload.replaceAll('"', '""')}",${index + 1}`)
      const source = await connect({ ...world, api: (line, body, options) => world.api(line, body, { ...as, ...options }) }, 'Words', {
        'words.csv': `word,amount\n${cells.join('\n')}\n`,
      })
      const query = {
        semantic_query: {
          measures: [{ aggregate: 'sum', table: 'words', column: 'amount', name: 'amount' }],
          dimensions: [{ table: 'words', column: 'word', name: 'word' }],
        },
      }
      const chart = (
        await world.api('POST /analytics/charts', { title: PAYLOADS[0], description: PAYLOADS[1], datasource_id: source, query, chart_type: 'bar' }, as)
      ).body.id
      const layout = [
        { id: 'words', type: 'chart', chart_id: chart, x: 0, y: 0, w: 12, h: 6 },
        { id: 'text', type: 'text', text: PAYLOADS.join('\n\n'), x: 0, y: 6, w: 12, h: 6 },
      ]
      const dashboard = (await world.api('POST /analytics/dashboards', { title: PAYLOADS[2], layout }, as)).body.id
      await world.api(`PATCH /semantic/datasources/${source}`, { name: PAYLOADS[0], description: PAYLOADS[6] }, as)
      const described = (await world.api(`GET /semantic/descriptions?datasource_id=${source}&page_size=50`, undefined, as)).body
      for (const [index, { id }] of described.entries())
        await world.api(`PUT /semantic/descriptions/${id}`, { description: PAYLOADS[index % PAYLOADS.length], synonyms: [PAYLOADS[1]] }, { ...as, may: true })
      for (const [index, payload] of PAYLOADS.entries()) {
        await world.api('POST /llm/sessions/new', { title: payload }, as)
        await world.api('POST /core/groups', { name: `${payload} ${index}`, description: payload }, { may: true })
        await world.api('POST /core/prompts', { command: `/p${index}`, title: payload, content: payload }, { may: true })
      }
      const answer = await world.api(
        'POST /llm/session/completions',
        { model: 'builtin', datasource_ids: [source], messages: [{ role: 'user', content: `total amount by word ${PAYLOADS[1]}` }] },
        { ...as, may: true },
      )
      const places = [
        '/',
        '/sessions',
        '/data',
        `/data/${source}/general`,
        `/data/${source}/descriptions`,
        '/analytics/charts',
        `/analytics/charts/${chart}`,
        '/analytics/dashboards',
        `/analytics/dashboards/${dashboard}`,
      ]
      if (answer.body.session_id) places.push(`/sessions/${answer.body.session_id}`)
      for (const place of places) {
        await page.goto(place)
        await page.locator('h1').first().waitFor()
        await page.waitForTimeout(700)
        assert.equal(await page.evaluate<unknown>('window.broken'), undefined, `${place} ran a text`)
        const bad = await page.evaluate<string[]>(
          `[...document.querySelectorAll('a[href^="javascript:"], base, iframe[srcdoc], img[src^="http"], img[src="x"]')].map((one) => one.outerHTML)`,
        )
        assert.deepEqual(bad, [], place)
      }
      note(`${places.length} pages`)
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
