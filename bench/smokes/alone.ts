import { expect, test } from 'vitest'
import { fileOf, LONGEST_MS, lastLines, named, runScript } from './run-script.ts'

/** A test for each script that runs alone and whose name begins so, at its smallest size. */
export function testAlone(kind: 'bench' | 'prove'): void {
  test.each(named('alone').filter((name) => name.startsWith(`${kind}:`)))('%s at its smallest size', { timeout: LONGEST_MS + 5_000 }, async (name) => {
    const { code, output } = await runScript([fileOf(name), '--smoke'])
    expect(code, lastLines(output)).toBe(0)
  })
}
