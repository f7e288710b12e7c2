import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

test('each proof and bench has a slice that ends in seconds (`--smoke`, see bench/smoke.ts); `npm run smoke` runs them all', () => {
  const without = Object.entries(scripts).flatMap(([name, command]) => {
    if (!/^(prove|bench):/.test(name)) return []
    const file = /^node (\S+\.ts)/.exec(command)?.[1] ?? ''
    if (!existsSync(file)) return [`${name}: ${command} is no file`]
    const text = readFileSync(file, 'utf8')
    return text.includes('/smoke.ts') || text.includes('--smoke') || file.endsWith('routes.ts') ? [] : [name]
  })
  expect(without).toEqual([])
})
