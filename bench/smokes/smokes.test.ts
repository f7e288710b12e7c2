import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileOf, named, scripts } from './run-script.ts'
import { SMOKES } from './smokes.ts'

test('every proof and bench is run at its smallest size, or by a test that is named', () => {
  expect(Object.keys(SMOKES).toSorted()).toEqual(
    Object.keys(scripts)
      .filter((name) => /^(prove|bench):/.test(name))
      .toSorted(),
  )
  for (const name of Object.keys(SMOKES)) expect([name, fileOf(name)]).toEqual([name, expect.stringMatching(/\.ts$/)])
  for (const name of named('alone')) expect(name).toMatch(/^(bench|prove):/)
})

test.each(Object.entries(SMOKES).flatMap(([name, smoke]) => (typeof smoke === 'object' ? [{ name, ...smoke }] : [])))(
  'what $name runs, $stands runs too',
  ({ name, stands, module }) => {
    for (const file of [fileOf(name), stands]) {
      const text = readFileSync(file, 'utf8')
      expect([file, text.includes(`'${module}'`) || text.includes(`'./${module.split('/').at(-1)}'`)]).toEqual([file, true])
    }
  },
)
