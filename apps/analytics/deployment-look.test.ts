import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChartServer, chartServer } from '#test/fixtures/chart-server.ts'

let server: ChartServer
beforeAll(async () => {
  server = await chartServer()
})
afterAll(() => server.close())

test('charts and embedded pages follow the colours and font of the settings', async () => {
  const chart = await server.chart()
  const picture = async (query = '') => {
    const { text, headers } = await server.request(`GET /analytics/charts/${chart}/render${query}`, { as: server.owner.key })
    return { text, etag: headers.get('etag') }
  }
  const dashboard = await server.dashboard([chart], { embedded: { enabled: true, allowed_domains: [] } })
  const page = async () => (await server.open(`GET /embedded/${dashboard}`, { as: null })).text()
  const before = await picture()
  const theme = { font: 'Lato', series: ['#123456'], colors: { text: '#224466' }, dark_colors: { text: '#abcdef' } }
  expect((await server.request('PATCH /core/settings', { body: { theme } })).status).toBe(200)
  const [light, dark] = [await picture(), await picture('?theme=dark')]
  expect(light.etag).not.toBe(before.etag)
  expect(light.text).toContain('#123456')
  expect(light.text).toContain('Lato')
  expect(dark.text).toContain('#123456')
  const look = JSON.parse((/data-look="([^"]*)"/.exec(await page())?.[1] ?? '{}').replaceAll('&quot;', '"'))
  expect(look).toEqual({
    light: { mode: 'light', font: 'Lato', series: ['#123456'], colors: { text: '#224466' } },
    dark: { mode: 'dark', font: 'Lato', series: ['#123456'], colors: { text: '#abcdef' } },
  })
})
