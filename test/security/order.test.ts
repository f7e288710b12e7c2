import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOrder } from './order.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.server.close())

test('who is refused is refused alike whatever the body: 403 and 404 do not depend on it', { timeout: 300_000 }, async () => {
  const { checked, wrong } = await checkOrder()
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(700)
})

const put = (principal: Parameters<World['credential']>[0], raw: string, type = 'application/json') =>
  world.server.request(`PUT /analytics/charts/${world.ids.chart}`, {
    as: null,
    headers: { authorization: world.credential(principal) ?? '', 'content-type': type },
    raw,
  })

test('nor on whether it is JSON, or too long, or nothing of the kind the route takes', async () => {
  const long = JSON.stringify({ title: 'x'.repeat(2_000_000) })
  for (const [principal, expected] of [
    ['user without grant', [404, 404, 404]],
    ['viewer', [403, 403, 403]],
    ['editor', [400, 413, 415]],
  ] as const) {
    const replies = [await put(principal, '{'), await put(principal, long), await put(principal, 'title=x', 'application/x-www-form-urlencoded')]
    expect(replies.map(({ status }) => status)).toEqual(expected)
  }
})
