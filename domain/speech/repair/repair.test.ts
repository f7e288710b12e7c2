import { expect, test } from 'vitest'
import { promptOf } from '../knowledge/prompt.ts'
import { soundDistance, soundOf } from '../knowledge/sound.ts'
import { vocabularyOf } from '../knowledge/vocabulary.ts'
import { layerOf } from './layer.fixture.ts'
import { repairNames } from './repair.ts'

const vocabulary = vocabularyOf([
  layerOf(
    {
      invoices: { billing_country: ['Germany', 'United Kingdom', 'Brazil'], billing_city: ['São Paulo', 'Prague', 'Oslo'], total: [], invoice_date: [] },
      artists: { name: ['Led Zeppelin', 'AC/DC', 'Queen', 'Iron Maiden', 'Deep Purple', 'Ozzy Osbourne', 'Metallica', 'U2', 'The Black Crowes', 'Pearl Jam'] },
      employees: { last_name: ['Peacock', 'Callahan', 'Johnson'], email: ['a@example.com'] },
      secret: { code_name: ['Zanzibar Protocol'] },
    },
    { hidden: ['secret'], measures: ['revenue'] },
  ),
])

test.each([
  ['revenew per cuntry', 'revenue per country'],
  ['show me led zepelin albums', 'show me Led Zeppelin albums'],
  ['What is the total revenue for Ledza Pillen?', 'What is the total revenue for Led Zeppelin?'],
  ['Revenue by building country in Jermany', 'Revenue by billing country in Germany'],
  ['How many tracks by metalica and ironmaiden are there?', 'How many tracks by Metallica and Iron Maiden are there?'],
  ['sales in sow paulo', 'sales in São Paulo'],
  ["Calahan's customers in the united kingdom", "Callahan's customers in the United Kingdom"],
  ['Cuntry totals. Cuntry again', 'Country totals. Country again'],
  ['who is ozy osborn', 'who is Ozzy Osbourne'],
])('%j becomes %j', (heard, text) => {
  const repaired = repairNames(heard, vocabulary)
  expect(repaired.text).toBe(text)
  for (const { to, start, end } of repaired.corrections) expect(repaired.text.slice(start, end)).toBe(to)
  expect(repaired.corrections.length).toBeGreaterThan(0)
})

test.each([
  'How many customers bought something in the last three months?',
  'Which countries have invoices over 1,200 dollars since 2021?',
  'Show me the ten best employees by name and the city they live in.',
  'Is the revenue per country greater than 5 %?',
  'Thank you, that is what I wanted to know.',
  'What was the purple one, and who is the queen of it?',
  'Zanzibar protocol is nothing anybody may know of, sansibar protokol neither',
])('%j stays', (text) => {
  const repaired = repairNames(text, vocabulary)
  expect(repaired.text.toLowerCase()).toBe(text.toLowerCase())
})

test('a correction tells where the name comes from', () => {
  expect(repairNames('total per cuntry', vocabulary).corrections).toEqual([
    { from: 'cuntry', to: 'country', start: 10, end: 17, source: 'column invoices.billing_country' },
  ])
  expect(repairNames('by led zepelin', vocabulary).corrections).toMatchObject([{ from: 'led zepelin', to: 'Led Zeppelin', source: 'value of artists.name' }])
})

test('no number changes, whatever it sounds like', () => {
  const numbers = vocabularyOf([layerOf({ games: { title: ['Forty Two', 'Eleven', 'Sevens', 'Tennis'] } })])
  for (const text of ['the top ten of forty two', 'eleven and seven', '42 games in 2,011', 'ten is']) expect(repairNames(text, numbers).text).toBe(text)
})

test('sounds', () => {
  expect(soundDistance(soundOf('Zeppelin'), soundOf('zepelin'))).toBe(0)
  expect(soundDistance(soundOf('phone'), soundOf('fone'))).toBe(0)
  expect(soundDistance(soundOf('Ledza Pillen'), soundOf('Led Zeppelin'))).toBeLessThan(0.2)
  expect(soundDistance(soundOf('country'), soundOf('Metallica'))).toBeGreaterThan(0.45)
})

test('a prompt has the names that sound like what was heard, and fits', () => {
  const many = vocabularyOf([
    layerOf({
      artists: {
        name: [
          ...Array.from({ length: 180 }, (_, at) => `Band of ${String.fromCharCode(97 + (at % 26)).repeat(3)}${at}x`.replace(/\d+/g, 'orax')),
          'Led Zeppelin',
          'Iron Maiden',
        ],
      },
    }),
  ])
  const plain = promptOf(many, null, null) ?? ''
  expect(plain.length).toBeLessThan(540)
  expect(plain).toContain('artists')
  const heard = promptOf(many, 'Please.', 'Show me Ledza Pillen') ?? ''
  expect(heard).toContain('Led Zeppelin')
  expect(heard).not.toContain('Iron Maiden')
  expect(heard.endsWith('Please.')).toBe(true)
  expect(promptOf(vocabularyOf([]), null, null)).toBe(null)
})
