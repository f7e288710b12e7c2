import { expect, test } from 'vitest'
import type { Held } from '../english/meanings/label-abbreviations.ts'
import { speltLabel, speltPhrases } from './labels-spelt.ts'

test.each<[label: string, held: Held, around: string, spelt: string]>([
  ['ord qty', 'number', '', 'ord quantity'],
  ['int rate', 'number', '', 'interest rate'],
  ['int flights', 'text', '', 'int flights'],
  ['annual inc', 'number', '', 'annual income'],
  ['Inc no', 'text', '', 'Incident number'],
  ['emp length', 'text', '', 'employment length'],
  ['emp title', 'text', '', 'employee title'],
  ['Card no', 'text', '', 'Card number'],
  ['no show', 'text', '', 'no show'],
  ['No of berths', 'number', '', 'Number of berths'],
  ['temp', 'number', '', 'temperature'],
  ['temp worker', 'text', '', 'temp worker'],
  ['Temp9am', 'number', '', 'Temperature 9am'],
  ['last pymnt d', 'time', '', 'last payment date'],
  ['class d', 'text', '', 'class d'],
  ['cat', 'text', '', 'cat'],
  ['loc', 'text', '', 'location'],
  ['ast', 'number', 'pts reb', 'assists'],
  ['ast', 'number', '', 'ast'],
  ['arr', 'number', 'dep', 'arrival'],
  ['st', 'text', '', 'state'],
  ['adr', 'number', '', 'average daily rate'],
  ['dob', 'time', '', 'date of birth'],
])('%s of %s beside "%s" is %s', (label, held, around, spelt) => {
  expect(speltLabel(label, held, new Set(around.split(' ')))).toBe(spelt)
})

test('an abbreviation that is said has all its meanings', () => {
  expect(speltPhrases('acc')).toEqual(['account', 'accident'])
  expect(speltPhrases('avg qty')).toEqual(['average quantity'])
  expect(speltPhrases('quantity')).toEqual([])
})
