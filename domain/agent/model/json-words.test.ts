import { expect, test } from 'vitest'
import type { Layer } from '../../semantics/layer.ts'
import { withoutJsonWords } from './json-words.ts'

const layer = (name: string): Layer =>
  ({ tables: [{ name: 'files', label: 'files', synonyms: [], columns: [{ name, label: name, synonyms: [], sampleValues: [] }] }] }) as unknown as Layer

test.each([
  ['What is the total revenue per country? as json', 'What is the total revenue per country?'],
  ['What is the revenue per country? Return valid JSON with the keys country and revenue.', 'What is the revenue per country?'],
  ['Return the revenue per country as a JSON object.', 'Return the revenue per country.'],
  ['Give me the top 5 artists in JSON format', 'Give me the top 5 artists'],
  ['Please respond in JSON.\nHow many customers are there?', 'How many customers are there?'],
  ['How many customers are there? JSON only.', 'How many customers are there?'],
  ['How many customers are there?', 'How many customers are there?'],
  ['Answer in JSON', 'Answer in JSON'],
])('%s', (question, asked) => {
  expect(withoutJsonWords(question, [layer('size')])).toBe(asked)
})

test('data that speaks of JSON is asked about it', () => {
  expect(withoutJsonWords('How many files are in JSON format?', [layer('json_files')])).toBe('How many files are in JSON format?')
})
