import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SMOKES } from './smokes.ts'
import type { Ended } from './together.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const fileOf = (name: string): string => /^node (?:--\S+ )*(\S+\.ts)$/.exec(scripts[name] ?? '')?.[1] ?? ''
const named = (kind: string): string[] => Object.keys(SMOKES).filter((name) => SMOKES[name] === kind)
const LONGEST_MS = 400_000

/** Runs a script of Node's to its end; answers what it wrote, its last lines where it failed. */
function run(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_MS, killSignal: 'SIGKILL' })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part))
    child.once('close', (code) => resolve({ code, output }))
  })
}
const lastLines = (output: string) => output.trim().split('\n').slice(-15).join('\n')

test('every proof and bench is run at its smallest size, or by a test that is named', () => {
  expect(Object.keys(SMOKES).toSorted()).toEqual(
    Object.keys(scripts)
      .filter((name) => /^(prove|bench):/.test(name))
      .toSorted(),
  )
  for (const name of Object.keys(SMOKES)) expect([name, fileOf(name)]).toEqual([name, expect.stringMatching(/\.ts$/)])
})

test.each(Object.entries(SMOKES).flatMap(([name, smoke]) => (typeof smoke === 'object' ? [{ name, ...smoke }] : [])))(
  'what $name runs, $stands runs too',
  ({ name, stands, module }) => {
    for (const file of [fileOf(name), stands]) {
      const text = readFileSync(file, 'utf8')
      expect([file, text.includes(`'${module}'`) || text.includes(`'./${module.split('/').at(-1)}'`)]).toEqual([file, true])
    }
  },
)

describe('at its smallest size, alone', () => {
  test.each(named('alone'))('%s', { timeout: LONGEST_MS + 5_000 }, async (name) => {
    const { code, output } = await run([fileOf(name), '--smoke'])
    expect(code, lastLines(output)).toBe(0)
  })
})

test('at their smallest size, one after the other in one process', { timeout: LONGEST_MS + 5_000 }, async () => {
  const { output } = await run(['bench/together.ts', ...named('together').map(fileOf)])
  const ended = output.split('\n').flatMap((line): Ended[] => (line.startsWith('{"ended":') ? [JSON.parse(line).ended] : []))
  expect(
    ended.filter(({ code }) => code !== 0),
    lastLines(output),
  ).toEqual([])
  expect(ended.map(({ script }) => script)).toEqual(named('together').map(fileOf))
})
