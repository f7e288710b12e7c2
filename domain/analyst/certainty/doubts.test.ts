import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import type { Doubts } from './certainty.ts'

const layer = layerOfSqlite('examples/chinook.sqlite')
const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
const cache: LexiconCache = new Map()

function doubtsOf(question: string): Doubts {
  const analysis = analyseQuestion({ question, layer, previous: null, clock, cache, leastCertainty: 0.01, withoutGrammar: true })
  if (analysis.kind !== 'query') throw new Error(analysis.kind)
  return analysis.doubts
}

const doubted: [keyof Doubts, string][] = [
  ['ambiguous', 'Which city has the highest total of invoices?'],
  ['alternatives', 'Which customers are from Brazil or Portugal?'],
  ['bridged', 'How many tracks are in each playlist?'],
  ['unlike', 'Which tracks have the highest unit price? Show the unit price.'],
  ['unmet', 'Show the email of customers whose company is closed'],
  ['unmet', 'List the titles of albums that have composers'],
  ['referred', 'How many invoices does each customer have and what are they?'],
]
const settled: [keyof Doubts, string][] = [
  ['ambiguous', 'Show the countries of customers'],
  ['misnamed', 'Show the names of countries of customers'],
  ['misnamed', 'Scatter plot of milliseconds and bytes for each track name'],
  ['restated', 'Show the countries of customers except Brazil'],
  ['united', 'Which customers are from Brazil or Portugal?'],
  ['unheeded', 'Show the first name and email of customers who are not from Brazil'],
  ['unnamed', 'Which genre has the most tracks?'],
  ['unmet', 'Show the email of customers whose company is empty'],
  ['unmet', 'Show the company and email of the customers whose company starts with A'],
  ['unmet', 'Which albums have tracks that have the highest unit price?'],
  ['sentences', 'How many tracks are there of each genre? Show a bar chart.'],
  ['listed', 'Show the name and milliseconds of each track'],
  ['figureless', 'What is the name of the track with the maximum milliseconds?'],
  ['figureless', 'How many tracks are there in total?'],
  ['alternatives', 'Line chart of the number of invoices by year in Paris and London'],
  ['figureless', 'Compute the total the number of billing country across billing country as a pie chart.'],
]

test.each(doubted)('%s: %s', (doubt, question) => {
  expect(doubtsOf(question)[doubt]).toBe(1)
})

test.each(settled)('nothing is %s: %s', (doubt, question) => {
  expect(doubtsOf(question)[doubt]).toBe(0)
})
