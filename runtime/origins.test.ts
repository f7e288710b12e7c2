import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'
import { planOrigins, workspaceAddress } from './origins.ts'

const plan = (names: string[], settings: Record<string, string> = {}) => planOrigins(names, readEnvironment(settings))

test('five services on five ports', () => {
  expect(plan([]).map(({ services, port }) => [...services, port])).toEqual([
    ['core', 42021],
    ['llm', 42015],
    ['analytics', 42014],
    ['semantic', 42018],
    ['audio', 42012],
    ['core', 'llm', 'analytics', 'semantic', 'audio', 42010],
  ])
})

test('the named ones only, and all of them on PORT', () => {
  expect(plan(['llm', 'core'])).toMatchObject([
    { services: ['core'], setting: 'CORE_PORT' },
    { services: ['llm'], setting: 'LLM_PORT' },
  ])
  expect(plan(['llm', 'core'], { PORT: '8080' })).toEqual([{ services: ['core', 'llm'], port: 8080, setting: 'PORT', workspace: null }])
})

test('an unknown name and a port given twice are refused', () => {
  expect(() => plan(['corr'])).toThrow('no such service: corr (there are core, llm, analytics, semantic, audio, workspace)')
  expect(() => plan([], { CORE_PORT: '5000', AUDIO_PORT: '5000' })).toThrow('AUDIO_PORT: the port 5000 is that of CORE_PORT too')
})

const elsewhere = { LLM_URL: 'http://llm.internal:1', ANALYTICS_URL: 'http://b:1', SEMANTIC_URL: 'http://c:1', AUDIO_URL: 'http://d:1' }

test('the workspace stands where all five prefixes can be answered or passed on', () => {
  expect(plan([], { PORT: '8080' })).toMatchObject([{ port: 8080, workspace: { elsewhere: {} } }])
  expect(plan(['core'], elsewhere).map(({ setting, services }) => [setting, services])).toEqual([
    ['CORE_PORT', ['core']],
    ['WORKSPACE_PORT', ['core']],
  ])
  expect(plan(['core'], elsewhere)[1]?.workspace?.elsewhere.llm).toBe('http://llm.internal:1')
  expect(plan(['workspace'], { ...elsewhere, CORE_URL: 'http://core:1' })).toMatchObject([{ services: [], setting: 'WORKSPACE_PORT', port: 42010 }])
  expect(plan([], { WORKSPACE_PORT: 'off' }).every(({ workspace }) => workspace === null)).toBe(true)
  expect(() => plan(['workspace'], elsewhere)).toThrow('CORE_URL: needed for the workspace')
  expect(workspaceAddress(readEnvironment({ HOST: '0.0.0.0' }))).toBe('http://localhost:42010')
  expect(workspaceAddress(readEnvironment({ WORKSPACE_URL: 'https://q.example.com/' }))).toBe('https://q.example.com')
})
