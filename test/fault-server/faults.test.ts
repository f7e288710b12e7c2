import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULTS } from './server.ts'
import { type Bench, openBench } from './trial.ts'

/** A slice; `npm run prove:faults` tries all, with short deadlines. */
const SLICE = [
  'none',
  'nobody',
  'reset',
  'bad-json',
  'packed',
  'redirect-away',
  'status-401',
  'passing-500',
  'reset-midway',
  'stall',
  'no-reason',
  'endless',
  'two-reasons',
  'tool-loop',
  'whole-reset',
  'whole-passing-reset',
  'whole-no-reason',
  'stream-only',
]

let bench: Bench

beforeAll(async () => {
  bench = await openBench({ firstTokenMs: 15_000, betweenTokensMs: 3_000, seconds: 30 })
})
afterAll(async () => {
  expect(await bench.end()).toBe(0)
})

test('there are at least 40 kinds, each by its own name, and as many as the guide says', () => {
  const names = FAULTS.map(({ name }) => name)
  expect([new Set(names).size, names.length >= 40]).toEqual([names.length, true])
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/models.md'), 'utf8')
  expect(guide).toContain(`tries ${names.length} kinds of failure`)
})

test('what a client meets of each fault is what is documented', { timeout: 60_000 }, async () => {
  const faults = FAULTS.filter(({ name }) => SLICE.includes(name))
  expect(faults).toHaveLength(SLICE.length)
  const trials = faults.flatMap((fault) => [true, false].map((streamed) => ({ fault, streamed, tools: streamed })))
  const verdicts = await Promise.all(trials.map((trial) => bench.run(trial)))
  expect(verdicts.filter(({ problems }) => problems.length).map(({ trial, problems }) => [trial.fault.name, ...problems])).toEqual([])
})
