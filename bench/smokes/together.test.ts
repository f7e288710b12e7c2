import { expect, test } from 'vitest'
import type { Ended } from '../together.ts'
import { fileOf, LONGEST_MS, lastLines, named, runScript } from './run-script.ts'

test('at their smallest size, one after the other in one process', { timeout: LONGEST_MS + 5_000 }, async () => {
  const { output } = await runScript(['bench/together.ts', ...named('together').map(fileOf)])
  const ended = output.split('\n').flatMap((line): Ended[] => (line.startsWith('{"ended":') ? [JSON.parse(line).ended] : []))
  expect(
    ended.filter(({ code }) => code !== 0),
    lastLines(output),
  ).toEqual([])
  expect(ended.map(({ script }) => script)).toEqual(named('together').map(fileOf))
})
