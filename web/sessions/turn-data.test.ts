import { expect, test } from 'vitest'
import type { Asking } from './asking.ts'
import { pathTo, statesOf } from './direct-work/chain.ts'
import type { Attachment, Message } from './shapes.ts'
import { meaningOf, suggestionsOf, turnsOf, withoutMeaning, wordMeant } from './turn-data.ts'

const said = (id: string, role: Message['role'], content: string, completion_id: string | null = null, attachments: Attachment[] = []): Message => ({
  id,
  session_id: 'ses_1',
  completion_id,
  role,
  content,
  attachments,
  is_incomplete: false,
  created_at: '2024-01-01T00:00:00.000Z',
})
const query = (id: string) => ({ id, type: 'query' }) as unknown as Attachment
const step = (from: string, words: string): Attachment => ({ id: `step ${words}`, type: 'step', from_attachment_id: from, words })
const asking = (facts: Partial<Asking>): Asking => ({
  question: 'Q2',
  sessionId: 'ses_1',
  completionId: 'cmp_2',
  text: '',
  steps: [],
  attachments: [],
  phase: 'running',
  error: null,
  ...facts,
})

const conversation = [
  said('m1', 'user', 'Q1', 'cmp_1'),
  said('m2', 'assistant', 'A1', 'cmp_1', [query('q1')]),
  said('m3', 'user', 'Only Germany'),
  said('m4', 'assistant', 'S1', null, [step('q1', 'Only Germany'), query('q2')]),
  said('m5', 'user', 'By year'),
  said('m6', 'assistant', 'S2', null, [step('q2', 'By year'), query('q3')]),
]

test('a question stands with its answer, and steps with the answer they were taken from', () => {
  const turns = turnsOf([...conversation, said('m7', 'user', 'Q2', 'cmp_2')], undefined)
  expect(turns.map(({ question, answer, steps }) => [question, answer?.id ?? null, steps.map(({ id }) => id)])).toEqual([
    ['Q1', 'm2', ['m4', 'm6']],
    ['Q2', null, []],
  ])
})

test('a step from an answer that is not read yet is a turn of its own', () => {
  expect(turnsOf(conversation.slice(2, 4), undefined).map(({ question, answer }) => [question, answer?.id])).toEqual([['Only Germany', 'm4']])
})

test('what is being given stands once: with the question stored for it, until its answer is', () => {
  const stored = [...conversation, said('m7', 'user', 'Q2', 'cmp_2')]
  expect(turnsOf(conversation, asking({})).at(-1)).toMatchObject({ question: 'Q2', answer: null, live: { completionId: 'cmp_2' } })
  expect(turnsOf(stored, asking({}))).toHaveLength(2)
  const answered = [...stored, said('m8', 'assistant', 'A2', 'cmp_2')]
  expect(turnsOf(answered, asking({ phase: 'storing' })).at(-1)).toMatchObject({ answer: { id: 'm8' }, live: null })
  expect(turnsOf(answered, asking({ phase: 'failed' })).at(-1)).toMatchObject({ live: { phase: 'failed' } })
})

test('an earlier state is gone back to, and a step from there is a way of its own', () => {
  const [first] = turnsOf(conversation, undefined)
  const own = { query: query('q1') as never, chart: null, message: conversation[1] as Message, words: '', parent: null }
  const states = statesOf(own, first?.steps ?? [])
  const words = (id: string) => [pathTo(states, id).past, pathTo(states, id).future].map((list) => list.map((state) => state.words))
  expect(words('q3')).toEqual([['', 'Only Germany', 'By year'], []])
  expect(words('q1')).toEqual([[''], ['Only Germany', 'By year']])
  const other = said('m9', 'assistant', 'S3', null, [step('q1', 'Top 5'), query('q4')])
  const branched = statesOf(own, [...(first?.steps ?? []), other])
  expect(pathTo(branched, 'q4').past.map((state) => state.words)).toEqual(['', 'Top 5'])
  expect(pathTo(branched, 'q1').future.map((state) => state.words)).toEqual(['Top 5'])
})

test('the word that is asked back about is known where all options are readings of it', () => {
  const options = ['sales, reading "sales" as total of invoices', 'sales, reading "sales" as quantity of lines']
  expect(wordMeant(options)).toBe('sales')
  expect(wordMeant([...options, 'orders, reading "orders" as invoices'])).toBeNull()
  expect([wordMeant(['Europe', 'Asia']), wordMeant([])]).toEqual([null, null])
})

test('of an option that goes on from another, its own question and meaning are shown', () => {
  const option = 'and in 2023 (after: How many games, meaning: number of games (without "big")), meaning: number of games in 2023'
  expect(withoutMeaning(option)).toBe('and in 2023')
  expect(meaningOf(option)).toBe('Number of games in 2023')
})

test('suggestions that are other readings stand apart from those to go on with', () => {
  expect(suggestionsOf(['Sales, meaning: number of orders', 'Sales by month'])).toEqual({
    meant: ['Sales, meaning: number of orders'],
    next: ['Sales by month'],
  })
})
