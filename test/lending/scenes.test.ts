import { expect, test } from 'vitest'
import { MISTAKES } from './mistakes.ts'
import { findsMistake } from './mutants.ts'
import { proveLending } from './proof.ts'

const LONGEST_MS = 300_000

test(
  'in no scene is anybody shown more than the rule allows',
  async () => {
    const { cases, shown, beyond } = await proveLending(0, 7)
    expect(beyond).toEqual([])
    expect(shown).toBeGreaterThan(cases / 10)
  },
  LONGEST_MS,
)

test(
  'the product without a check is found out by the scene made for it',
  async () => {
    const [mistake] = MISTAKES
    if (!mistake) throw new Error('there is no mistake to plant')
    expect(await findsMistake(mistake, 0, 7)).toBe(mistake.scene)
  },
  LONGEST_MS,
)
