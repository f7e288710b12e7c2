import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { sureAnswer } from '#domain/analyst/sure-answer.ts'
import { openWordVectors } from '#runtime/word-vectors/open.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { couldNameData, nearTerms } from './near-terms.ts'
import { withWord } from './reworded.ts'

const layer = layerOfSqlite('examples/chinook.sqlite')
const vectors = openWordVectors()
const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
const analyse = (question: string, isOpen = true) => analyseQuestion({ question, layer, previous: null, clock, ...(isOpen ? { vectors } : {}) })

test.each([
  ['How many bills are there?', 'How many invoices are there?'],
  ['total of bills per country', 'total of invoices per country'],
])('%s is answered as %s, and the answer says how the word was read', (question, reworded) => {
  const [analysis, plain] = [analyse(question), analyse(reworded)]
  if (analysis.kind !== 'query' || plain.kind !== 'query') throw new Error(`${analysis.kind}, ${plain.kind}`)
  expect(analysis.query).toEqual(plain.query)
  expect(analysis.readAs).toEqual(['read "bills" as invoice', ...plain.readAs])
})

test('where two words are unknown it asks back, and each option is answered', () => {
  const analysis = analyse('purchasers by municipality')
  if (analysis.kind !== 'clarification') throw new Error(analysis.kind)
  expect(analysis.question).toBe('I could not place "purchasers" and "municipality". Do you mean this?')
  expect(analysis.options).toEqual(['customers by city'])
  for (const option of analysis.options) expect(analyse(option).kind, option).toBe('query')
  expect(analysis.instead).toMatchObject({ kind: 'refusal' })
})

test('an answer that rests on another word is not sure enough to be given in place of a model', () => {
  expect(sureAnswer({ question: 'How many invoices are there?', layer, clock, vectors }, false)).not.toBeNull()
  expect(sureAnswer({ question: 'How many bills are there?', layer, clock, vectors }, false)).toBeNull()
})

test('what is near to nothing, and what only has a sister in the data, is refused as before', () => {
  for (const question of ['How many zebras are there?', 'What is the total profit?', 'the average latitude'])
    expect(analyse(question), question).toEqual(analyse(question, false))
})

test('what is answered without them is answered alike with them', () => {
  for (const question of ['How many customers are there?', 'total of invoices by billing country', 'How many tracks does each genre have?'])
    expect(analyse(question)).toEqual(analyse(question, false))
})

test('a word of several parts is put in others, wherever it stands and only whole', () => {
  expect(withWord('Call-sign and call signs of the callers', 'call signs', 'badge')).toBe('Call-sign and badges of the callers')
  expect(withWord('the pay-slip of Anna', 'pay-slip', 'payment')).toBe('the payment of Anna')
})

test('words of grammar name no data', () => {
  for (const word of ['not', 'most', 'average', 'the', 'two', 'before', '2024', 'a']) expect(couldNameData(word), word).toBe(false)
  expect(couldNameData('Manufacturers')).toBe(true)
})

test('a word that the owner taught is the nearest there is', () => {
  const taught = { ...layer, tables: layer.tables.map((table) => (table.name === 'Employee' ? { ...table, synonyms: ['rep'] } : table)) }
  expect(nearTerms(vectors, 'reps', taught)[0]).toMatchObject({ table: 'Employee', phrase: 'rep', label: 'employee' })
})
