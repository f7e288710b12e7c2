import { describe } from 'vitest'
import { RUNTIMES } from './local-process.ts'
import { localSmoke } from './local-smoke.ts'

describe.skipIf(RUNTIMES.bun === null)(RUNTIMES.bun ? 'Bun' : 'Bun (skipped: its binary is not installed)', () => localSmoke('bun'))
