import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { Environment, readEnvironment, settingsOf } from './env.ts'

const example = readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8')
const listed = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))

test('.env.example lists every setting once, and nothing else', () => {
  expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(Environment.shape).sort())
})

test('.env.example tells the defaults as they are', () => {
  const told = Object.fromEntries(listed.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]))
  const defaults = readEnvironment({})
  expect(readEnvironment(told)).toEqual(defaults)
  const withDefault = Object.entries(defaults).filter(([, value]) => value !== undefined && String(value) !== '')
  expect(Object.keys(told).sort()).toEqual(withDefault.map(([name]) => name).sort())
})

test('every setting comes from its variable', () => {
  const environment = readEnvironment({ TIME_ZONE: 'Europe/Berlin', CORS_ORIGINS: 'https://a.example, https://b.example', HEALTH_PUBLIC: 'true', PORT: '' })
  expect(environment).toMatchObject({ TIME_ZONE: 'Europe/Berlin', CORS_ORIGINS: ['https://a.example', 'https://b.example'], HEALTH_PUBLIC: true })
  expect(environment.PORT).toBeUndefined()
  expect(settingsOf(environment, '1.2.3')).toMatchObject({ timeZone: 'Europe/Berlin', healthPublic: true, version: '1.2.3' })
})

test('all bad settings are told at once, and values that are no text are left alone', () => {
  const bad = () => readEnvironment({ CORE_PORT: '99999', LOG: 'loud', ASSETS: {} })
  expect(bad).toThrow(/CORE_PORT: .*\n {2}LOG: /)
})

test('colours of the environment are colours, and an accent can be read', () => {
  expect(
    readEnvironment({ CHART_COLORS: 'accent=navy, text=#111', CHART_COLORS_DARK: 'accent=#8b95f6,grid=rgb(30 30 30)', CHART_SERIES: 'navy,#4f5bd5' }),
  ).toMatchObject({
    CHART_COLORS: { accent: 'navy', text: '#111' },
    CHART_COLORS_DARK: { accent: '#8b95f6', grid: 'rgb(30 30 30)' },
    CHART_SERIES: ['navy', '#4f5bd5'],
  })
  for (const [name, value, told] of [
    ['CHART_COLORS', 'accent=bluish', 'CHART_COLORS: bluish is no colour for accent'],
    ['CHART_COLORS', 'accent', 'CHART_COLORS: nothing is no colour for accent'],
    ['CHART_COLORS', 'acent=#4f5bd5', 'CHART_COLORS: acent=#4f5bd5 is no pair such as accent=#4f5bd5'],
    ['CHART_COLORS', 'accent=yellow', 'CHART_COLORS: #ffff00 has a contrast of'],
    ['CHART_COLORS', 'accent=rgb(0 0 0)', 'CHART_COLORS: rgb(0 0 0) for accent'],
    ['CHART_COLORS_DARK', 'accent=navy', 'take a lighter one'],
    ['CHART_SERIES', '#4f5bd5,bluish', 'CHART_SERIES: bluish is no colour'],
  ] as const) {
    expect(() => readEnvironment({ [name]: value })).toThrow(told)
  }
})

test('production asks for master keys, development does not', () => {
  expect(() => readEnvironment({ APP_ENV: 'production' })).toThrow('QUERENT_MASTER_KEYS: needed in production')
  expect(readEnvironment({ APP_ENV: 'production', QUERENT_MASTER_KEYS: newMasterKey() }).APP_ENV).toBe('production')
  expect(readEnvironment({}).QUERENT_MASTER_KEYS).toBeUndefined()
})
