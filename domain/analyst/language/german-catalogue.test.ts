import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BUSINESS_WORDS } from '#domain/agent/why/business.ts'
import { changeWordsIn } from '#domain/agent/why/change-said.ts'
import { messagesIn } from './messages.ts'

/** Stands for whatever a text takes: a name, a number, a list, the parts of a sentence. */
const standIn = (items: unknown[]): unknown =>
  new Proxy(items, {
    get: (target, name) => {
      if (typeof name === 'symbol' || Reflect.has(target, name)) return Reflect.get(target, name)
      return ['toLowerCase', 'replace', 'charAt'].includes(name) ? () => 'X1' : 'X1'
    },
  })
const anything = standIn([standIn(['X1']), standIn(['X2'])])

const ENGLISH = /\b(?:the|of|is|are|not|and|with|than|which|what|this|cannot|could|rows|left|read)\b/i

/** Those that only write a name or number. */
const NEUTRAL = new Set(['quoted', 'language', 'amount', 'member', 'against', 'percent'])

function spoken(catalogue: object): [string, string][] {
  return Object.entries(catalogue).flatMap(([name, say]): [string, string][] => {
    if (NEUTRAL.has(name)) return []
    if (typeof say === 'string') return [[name, say]]
    return typeof say === 'function' ? [[name, String(say(...Array.from({ length: say.length }, () => anything)))]] : []
  })
}

test.each([
  ['refusals, notes and questions back', messagesIn('en'), messagesIn('de')],
  ['drivers of change', changeWordsIn('en'), changeWordsIn('de')],
  ['how business goes', BUSINESS_WORDS.en, BUSINESS_WORDS.de],
])('every text has its German: %s', (_, english, german) => {
  const inGerman = new Map(spoken(german))
  const missing = spoken(english).filter(
    ([name, text]) => inGerman.get(name) === undefined || inGerman.get(name) === text || ENGLISH.test(inGerman.get(name) ?? ''),
  )
  expect(missing).toEqual([])
  expect(inGerman.size).toBeGreaterThan(5)
})

/** A text that is told to people stands in a catalogue, so that it has its German: no note, message or reading is written where it arises. */
const INLINE = /\bnote\(reading, [`'"]|\b(?:message|readAs): \[?[`'"][A-Za-z]|\brefused\('\w+', [`'"]|\btext: [`'"][A-Z][a-z]+ /

test('what the analyst tells is written in a catalogue', () => {
  const folder = new URL('../', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !/\.(?:test|cases)\.ts$/.test(name))
  const found = sources.flatMap((name) =>
    readFileSync(new URL(name, folder), 'utf8')
      .split('\n')
      .filter((line) => INLINE.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(found).toEqual([])
  expect(sources.length).toBeGreaterThan(100)
})
