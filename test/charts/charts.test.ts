import { expect, test } from 'vitest'
import { ChartSpec } from '#domain/charts/chart-spec.ts'
import { chartCases } from './cases.ts'
import { hostileSpecs } from './hostile.ts'
import { drawAll } from './summarise.ts'

const NOWHERE = 'http://127.0.0.1:9/lure'

test('charts of every kind are drawn, none blank, no label over another; hostile specs are not', async () => {
  expect(chartCases).toHaveLength(410)
  const { summaries, hostile, drawn } = await drawAll(19, NOWHERE)
  expect(summaries.filter(({ error, marks }) => error !== null || marks === 0)).toEqual([])
  expect(summaries.reduce((sum, { overlapping }) => sum + overlapping, 0)).toBe(0)
  expect([hostile >= 150, drawn]).toEqual([true, []])
})

test('no spec that reaches out may be stored', () => {
  expect(hostileSpecs(NOWHERE).flatMap(({ name, spec }) => (ChartSpec.safeParse(spec).success ? [name] : []))).toEqual([])
})
