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
]

let bench: Bench

beforeAll(async () => {
  bench = await openBench({ firstTokenMs: 15_000, betweenTokensMs: 3_000, seconds: 30 })
})
afterAll(async () => {
  expect(await bench.end()).toBe(0)
})

test('there are at least 40 kinds, each by its own name', () => {
  const names = FAULTS.map(({ name }) => name)
  expect([new Set(names).size, names.length >= 40]).toEqual([names.length, true])
})

test('what a client meets of each fault is what is documented', { timeout: 60_000 }, async () => {
  const faults = FAULTS.filter(({ name }) => SLICE.includes(name))
  expect(faults).toHaveLength(SLICE.length)
  const trials = faults.flatMap((fault) => [true, false].map((streamed) => ({ fault, streamed, tools: streamed })))
  const verdicts = await Promise.all(trials.map((trial) => bench.run(trial)))
  expect(verdicts.filter(({ problems }) => problems.length).map(({ trial, problems }) => [trial.fault.name, ...problems])).toEqual([])
})
