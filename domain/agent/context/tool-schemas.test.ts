import { expect, test } from 'vitest'
import { z } from 'zod'
import { shopLayer } from '#test/fixtures/shop.ts'
import { DerivedMeasure } from '../../semantics/compile/derived-measure.ts'
import { AggregateMeasure, NamedMeasure, QueryDimension, RatioMeasure, SemanticQuery } from '../../semantics/semantic-query.ts'
import { openingPrompt } from './conversation.ts'
import { tokensOf } from './history.ts'
import { QueryDataInput, toolDefinitions } from './tools.ts'

type Told = { properties: Record<string, any> }
const told = (name: string): Told => toolDefinitions().find((tool) => tool.name === name)?.inputSchema as unknown as Told
const query = told('query_data').properties.query

test('a model is told of every part of a query, and of none there is not', () => {
  expect(Object.keys(query.properties).toSorted()).toEqual(Object.keys(SemanticQuery.shape).toSorted())
  expect(Object.keys(query.properties.dimensions.items.properties).toSorted()).toEqual(
    Object.keys(QueryDimension.shape)
      .filter((key) => key !== 'hidden')
      .toSorted(),
  )
  const measure = new Set([NamedMeasure, AggregateMeasure, RatioMeasure, DerivedMeasure].flatMap(({ shape }) => Object.keys(shape)))
  expect(Object.keys(query.properties.measures.items.properties).toSorted()).toEqual([...measure].filter((key) => key !== 'per').toSorted())
  expect(Object.keys(told('query_data').properties).toSorted()).toEqual(Object.keys(QueryDataInput.shape).toSorted())
})

test('the tools take a fraction of what their full schemas would', () => {
  const full = tokensOf(JSON.stringify(z.toJSONSchema(QueryDataInput, { io: 'input', target: 'draft-7' })))
  const short = tokensOf(JSON.stringify(told('query_data')))
  expect(short).toBeLessThan(1_200)
  expect(short * 3).toBeLessThan(full)
  expect(tokensOf(JSON.stringify(toolDefinitions('small')))).toBeLessThan(250)
})

test('a small model is told of two tools, and of no other in words', () => {
  const [system] = openingPrompt({
    ...{ layers: [shopLayer('sqlite')], instructions: null, callerInstructions: null, history: [], question: 'How many orders?' },
    ...{ now: new Date('2026-11-21T23:30:00.000Z'), timeZone: 'UTC', profile: 'small' },
  })
  expect(toolDefinitions('small').map(({ name }) => name)).toEqual(['run_sql', 'ask_user'])
  expect(`${system?.content}${JSON.stringify(toolDefinitions('small', 2))}`).not.toMatch(/query_data|find_in_schema|use_verified_query/)
  expect(JSON.stringify(toolDefinitions('small'))).not.toContain('datasource_id')
  expect(JSON.stringify(toolDefinitions('small', 2))).toContain('datasource_id')
})
