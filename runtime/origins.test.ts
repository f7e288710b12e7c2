import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'
import { planOrigins } from './origins.ts'

const plan = (names: string[], settings: Record<string, string> = {}) => planOrigins(names, readEnvironment(settings))

test('five services on five ports', () => {
  expect(plan([]).map(({ services, port }) => [...services, port])).toEqual([
    ['core', 42021],
    ['llm', 42015],
    ['analytics', 42014],
    ['semantic', 42018],
    ['audio', 42012],
  ])
})

test('the named ones only, and all of them on PORT', () => {
  expect(plan(['llm', 'core'])).toMatchObject([
    { services: ['core'], setting: 'CORE_PORT' },
    { services: ['llm'], setting: 'LLM_PORT' },
  ])
  expect(plan(['llm', 'core'], { PORT: '8080' })).toEqual([{ services: ['core', 'llm'], port: 8080, setting: 'PORT' }])
})

test('an unknown name and a port given twice are refused', () => {
  expect(() => plan(['corr'])).toThrow('no such service: corr (there are core, llm, analytics, semantic, audio)')
  expect(() => plan([], { CORE_PORT: '5000', AUDIO_PORT: '5000' })).toThrow('AUDIO_PORT: the port 5000 is that of CORE_PORT too')
})
