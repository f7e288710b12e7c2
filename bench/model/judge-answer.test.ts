import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type Answer, figuresWithoutCell, judgeAnswer, showsRawCall } from './judge-answer.ts'

const database = new DatabaseSync(':memory:')
database.exec("create table sales (city text, amount real); insert into sales values ('Linz', 10.5), ('Graz', 20), ('Wels', 5)")
const TOP = { question: 'Which city sold most?', gold: ['select city from sales order by amount desc limit 1', 'select city, amount from sales'] }

const answer = (content: string, rows: unknown[][] | null, status = 'completed'): Answer => ({
  ...{ status, content, tokens: 0, attachments: rows ? [{ type: 'query', rows, row_count: rows.length }] : [] },
})

test('an answer is judged by its last result, and by what its words say of it', () => {
  expect(judgeAnswer(answer('Graz.', [['Graz']]), TOP, database)).toBe('right')
  expect(judgeAnswer(answer('Graz, with 20.', [['Graz', '20.00']]), TOP, database)).toBe('right')
  expect(
    judgeAnswer(
      answer('Linz.', [
        ['Linz', 10.5],
        ['Graz', 20],
        ['Wels', 5],
      ]),
      TOP,
      database,
    ),
  ).toBe('words')
  expect(judgeAnswer(answer('Linz.', [['Linz']]), TOP, database)).toBe('wrong')
  expect(judgeAnswer(answer('It cannot be told.', null), TOP, database)).toBe('no result')
  expect(judgeAnswer(answer('', null, 'provider_failed: x'), TOP, database)).toBe('failed')
})

test('a figure counts as founded when it stands in a cell, rounded or as a percentage, or in the question', () => {
  const told = answer('It was 1,234.57, or 12.3 %, in 2024; not 99.', [[1234.5678, 0.1234]])
  expect(figuresWithoutCell(told, 'And in 2024?')).toEqual(['99'])
})

test('calls and citations that were not read are seen', () => {
  expect(showsRawCall(answer('<tool_call>{"name": "run_sql"}', null))).toBe(true)
  expect(showsRawCall(answer('It is [[1:1:n]].', null))).toBe(true)
  expect(showsRawCall(answer('The query counts orders.', null))).toBe(false)
})
