import { expect, test } from 'vitest'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { asTyped } from './as-typed.ts'

const lexicon = lexiconOf(layerOfSqlite('examples/chinook.sqlite'))

test.each([
  ['Whats our turnover', "What's our turnover"],
  ['whos our best seller pls', "who's our best seller"],
  ['how many albums dont have a cover, thanks', "how many albums don't have a cover"],
  ['nr of tracks per genre', 'number of tracks per genre'],
  ['What is the no. of orders?', 'What is the number of orders?'],
  ['avg price by genre', 'average price by genre'],
  ['customers in Braazil', 'customers in Braazil'],
  ['how many invoicces did we write', 'how many invoices did we write'],
  ['Albums nobody bought. How many are there?', 'how many Albums nobody bought?'],
  ['customers who never ordered, how many are there?', 'how many customers never ordered?'],
  ['which day had the most orders, and how many were there?', 'which day had the most orders, and how many were there?'],
  ['of all our customers how many are from Brazil', 'how many customers are from Brazil'],
  ['Track lengths in steps of 60, how many of each?', 'Track lengths in steps of 60?'],
  ['turnover by country and what share each one has', 'turnover by country and share of each'],
  ['Turnover in 2012, cancelled ones not counted', 'Turnover in 2012, excluding cancelled'],
  ['Whose tracks sell most, which artist?', "which artist's tracks sell most?"],
  ['how many artists do we look after', 'how many artists do we have'],
  ['How many albums are on our books altogether?', 'How many albums are?'],
  ['the longest track we ever recorded', 'the longest track'],
  ['how many orders have been logged so far', 'how many orders so far'],
  ['What did the customers record?', 'What did the customers record?'],
  ['Invoices, meaning: number of invoices altogether', 'Invoices, meaning: number of invoices altogether'],
])('%s', (said, plain) => expect(asTyped(said, lexicon)).toBe(plain))

test('what is asked for in plain words stays as it is', () => {
  for (const question of ['How many customers ordered twice?', 'Which genre sells best?', 'Show me the 5 longest tracks', 'Who bought what in May?'])
    expect(asTyped(question, lexicon)).toBe(question)
})
