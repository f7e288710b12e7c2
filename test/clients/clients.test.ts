import { afterAll, beforeAll, describe, test } from 'vitest'
import { clientCases } from './all.ts'
import { openPlace, type Place } from './place.ts'

let place: Place

beforeAll(async () => {
  place = await openPlace('node')
}, 120_000)
afterAll(() => place?.end())

for (const [client, cases] of Map.groupBy(clientCases, (one) => one.client)) {
  describe(client, () => {
    for (const { name, run } of cases) test(name, () => run(place), 60_000)
  })
}
