import { expect, test } from 'vitest'
import { hostileWorld } from './hostile.ts'
import { hostileScripts } from './scripts.ts'

const EVERY = 8

test.each([
  ['of sources whose values it may see', false],
  ['of blind sources', true],
])(
  'a model that attacks reads nothing foreign, writes nothing and has nothing fetched: %s',
  async (_, isBlind) => {
    const world = await hostileWorld({ isBlind })
    const scripts = hostileScripts(world.names)
    expect(scripts.length).toBeGreaterThanOrEqual(200)
    const wrong: string[] = []
    for (const script of scripts.filter((_, index) => index % EVERY === 0)) wrong.push(...(await world.run(script)))
    expect([...wrong, ...(await world.end())]).toEqual([])
  },
  120_000,
)
