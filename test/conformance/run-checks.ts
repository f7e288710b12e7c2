import type { Check } from './check.ts'
import { CHECKS } from './checks.ts'
import type { RunningEngine } from './engine-row.ts'

export type Cell = { check: string; outcome: 'passed' | 'failed' | 'lacking'; why: string }

/** What a check says of an engine: it passed, it failed, or the engine lacks what it is about. */
export async function runCheck(check: Check, engine: RunningEngine): Promise<Cell> {
  const lacking = check.needs.map((trait) => engine.lacks[trait]).find((why) => why !== undefined)
  if (lacking !== undefined) return { check: check.name, outcome: 'lacking', why: lacking }
  try {
    await check.run(engine)
    return { check: check.name, outcome: 'passed', why: '' }
  } catch (error) {
    return { check: check.name, outcome: 'failed', why: error instanceof Error ? `${error.message}`.slice(0, 600) : String(error) }
  }
}

export { CHECKS }
