import { expect, test } from 'vitest'
import { cleanTranscript } from './clean-transcript.ts'

test.each([
  ['um, show me uh the revenue by region', 'en', 'Show me the revenue by region.'],
  ['what was revenue last month', 'en', 'What was revenue last month?'],
  ['how many orders did we ship. and i think it was more', 'en', 'How many orders did we ship. And I think it was more.'],
  ["i'm sure", 'en', "I'm sure."],
  ['Already fine!', 'en', 'Already fine!'],
  ['  two   spaces , and a comma ', 'en', 'Two spaces, and a comma.'],
  ['er kommt um zehn uhr', 'de', 'Er kommt um zehn uhr.'],
  ['ähm, zeig mir den umsatz', 'de', 'Zeig mir den umsatz.'],
  ['um relatório', 'pt', 'Um relatório.'],
  ['um, show me', null, 'Um, show me.'],
  ['売上を見せて', 'ja', '売上を見せて。'],
  ['sums, i.e. the umbrella summer', 'en', 'Sums, i.e. the umbrella summer.'],
  ['uh', 'en', ''],
  ['', null, ''],
])('%j in %s becomes %j', (text, language, clean) => {
  expect(cleanTranscript(text, language)).toBe(clean)
})

test('a clean text stays as it is', () => {
  const clean = cleanTranscript('um so what is our revenue, by region', 'en')
  expect(cleanTranscript(clean, 'en')).toBe(clean)
})
