import '#runtime/quick-resolution.ts'
import { join } from 'node:path'

/** `node bench/together.ts <script>…`: runs scripts of this folder at their smallest size in this process, and tells of each how it ended. */
export type Ended = { script: string; code: number; seconds: number; fault: string | null }

class Exit {
  readonly code: number
  constructor(code: number) {
    this.code = code
  }
}

const scripts = process.argv.slice(2)
// What scripts read of the command line when they are loaded.
process.argv = [...process.argv.slice(0, 2), '--smoke']
const exit = process.exit
process.exit = (code) => {
  throw new Exit(Number(code ?? process.exitCode ?? 0))
}

let failed = 0
for (const script of scripts) {
  const began = performance.now()
  process.exitCode = 0
  let ended: Pick<Ended, 'code' | 'fault'>
  try {
    await import(join(import.meta.dirname, '..', script))
    ended = { code: Number(process.exitCode), fault: null }
  } catch (error) {
    ended =
      error instanceof Exit ? { code: error.code, fault: null } : { code: 1, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  if (ended.code !== 0) failed += 1
  console.log(`${JSON.stringify({ ended: { script, ...ended, seconds: Math.round(performance.now() - began) / 1000 } })}`)
}
exit(failed > 0 ? 1 : 0)
