import { expect, test } from 'vitest'
import type { Ended } from '../together.ts'
import { fileOf, LONGEST_MS, lastLines, named, runScript } from './run-script.ts'

type Run = { ended: Map<string, Ended>; output: string }

/** Runs scripts one after the other in one process; answers how each ended. One that is not told of was not reached. */
async function runTogether(files: string[]): Promise<Run> {
  const { output } = await runScript(['bench/together.ts', ...files])
  const told = output.split('\n').flatMap((line): Ended[] => (line.startsWith('{"ended":') ? [JSON.parse(line).ended] : []))
  return { ended: new Map(told.map((one) => [one.script, one])), output }
}

/** A test for each script whose name begins so, at its smallest size. */
export function testByKind(kind: 'bench' | 'prove'): void {
  const ofKind = (way: string) => named(way).filter((name) => name.startsWith(`${kind}:`))
  const timeout = LONGEST_MS + 5_000
  const together = ofKind('together')
  let run: Promise<Run> | undefined

  test.each(together)('%s at its smallest size, in one process with others', { timeout }, async (name) => {
    run ??= runTogether(together.map(fileOf))
    const { ended, output } = await run
    const { code, fault } = ended.get(fileOf(name)) ?? { code: null, fault: lastLines(output) }
    expect(code, fault ?? lastLines(output)).toBe(0)
  })

  test.each(ofKind('alone'))('%s at its smallest size', { timeout }, async (name) => {
    const { code, output } = await runScript([fileOf(name), '--smoke'])
    expect(code, lastLines(output)).toBe(0)
  })
}
