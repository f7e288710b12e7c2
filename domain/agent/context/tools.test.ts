import { expect, test } from 'vitest'
import { readToolCall } from './tools.ts'

const faults = (name: string, input: unknown) => {
  const read = readToolCall(name, typeof input === 'string' ? input : JSON.stringify(input))
  return 'faults' in read ? read.faults : []
}

test('a query comes with its defaults', () => {
  const read = readToolCall('query_data', '{"datasource_id":"ds_1","query":{"dimensions":[{"table":"orders","column":"status"}]}}')
  expect(read).toMatchObject({ call: { name: 'query_data', input: { query: { measures: [], having: [], distinct: false } } } })
})

test('what is wrong is told where it is wrong', () => {
  expect(faults('drop_table', {})).toEqual([
    'there is no tool "drop_table"; the tools: query_data, run_sql, use_verified_query, find_in_schema, describe_table, find_values, explain_change, ask_user, suggest_questions',
  ])
  expect(faults('toString', {})).toHaveLength(1)
  expect(faults('run_sql', '{"datasource_id":')).toEqual(['the arguments are not valid JSON'])
  expect(faults('run_sql', {})).toEqual([expect.stringMatching(/^datasource_id: /), expect.stringMatching(/^sql: /)])
  expect(faults('run_sql', [])).toEqual([expect.stringMatching(/^arguments: /)])
  const measures = [{ aggregate: 'cuont', table: 'orders' }]
  expect(faults('query_data', { datasource_id: 'ds_1', query: { measures } })).toEqual([expect.stringMatching(/^query\.measures\.0\.aggregate: .*count/)])
})
