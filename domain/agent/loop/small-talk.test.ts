import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { foreignLanguage, nonQuestionReply, refusedChange, smallTalk } from './small-talk.ts'

const layers = [shopLayer('sqlite')]

test.each([
  'Hello',
  'hi!',
  'Hey there',
  'What can you do?',
  'hi, what can you do?',
  'help',
  'What tables are there?',
  'what data do you have',
  'show me the tables',
])('"%s" is told what the data has', (message) => expect(nonQuestionReply(message, layers)).toMatch(/Shop has customers, orders, .+ and .+\.$/))

test('hidden tables are not told of', () => expect(nonQuestionReply('Hello', layers)).not.toMatch(/secrets/i))

test.each(['Thanks!', 'ok, thank you very much', 'Great, thanks'])('"%s" is answered in kind', (message) =>
  expect(nonQuestionReply(message, layers)).toBe('You are welcome.'),
)

test.each(['ok', 'Great!', 'ok, got it', 'no thanks', 'never mind', 'That is all.', 'bye', 'ok thanks, bye'])('"%s" is talk', (message) =>
  expect(smallTalk(message, layers)).not.toBeNull(),
)

test.each(['no orders', 'great customers', 'the best one', 'all', 'only those in Berlin', 'good products'])('"%s" is none', (message) =>
  expect(smallTalk(message, layers)).toBeNull(),
)

test.each(['How many customers are there?', 'What can you say of revenue?', 'Hello Kitty sales', 'help tickets per month', 'thanks given by customers'])(
  '"%s" is a question',
  (message) => expect([nonQuestionReply(message, layers), refusedChange(message), foreignLanguage(message)]).toEqual([null, null, null]),
)

test.each([
  'Delete all invoices',
  'please update the prices',
  'DROP TABLE customers',
  'insert into orders values (1)',
  'remove everything',
  'delete customer 5',
])('"%s" is told that data is only read', (message) => expect(refusedChange(message)).toContain('I only read data'))

test.each(['delete the filter', 'remove the USA', 'updates per month', 'deleted orders', 'drop the last one', 'Which orders did we delete?'])(
  '"%s" changes no data',
  (message) => expect(refusedChange(message)).toBeNull(),
)

test.each([
  'Wie hoch ist der Umsatz pro Land?',
  'Wie viele Kunden gibt es?',
  "Quel est le chiffre d'affaires par pays ?",
  'Combien de clients avons-nous ?',
  '¿Cuántos clientes hay?',
  'Quanti clienti ci sono e quali?',
  'Quantos clientes temos?',
  'Hoeveel klanten zijn er?',
  'ドイツの顧客は何人いますか',
  'Сколько у нас клиентов?',
])('"%s" is told which language is read', (message) => expect(foreignLanguage(message)).toContain('English'))

test.each([
  'customers in Los Angeles and Las Vegas',
  'sales of "Der Ring" per month',
  'orders of Müller und Söhne',
  'revenue pro Land of Das Haus in Rio de Janeiro',
])('"%s" is English', (message) => expect(foreignLanguage(message)).toBeNull())
