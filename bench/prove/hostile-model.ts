import { hostileWorld } from '#test/hostile/hostile.ts'
import type { Script } from '#test/hostile/script.ts'
import { hostileScripts } from '#test/hostile/scripts.ts'
import { isSmoke, sized } from '../smoke.ts'

/** A smoke run takes one of so many scripts, so that each kind of attack is in it. */
const SMOKE_STEP = 20

const wrong: string[] = []
const after: string[] = []
let scripts: readonly Script[] = []
for (const isBlind of [false, true]) {
  const world = await hostileWorld({ isBlind })
  const all = hostileScripts(world.names)
  scripts = all.filter((_, at) => at % sized(1, SMOKE_STEP) === 0)
  const before = wrong.length
  for (const script of scripts) wrong.push(...(await world.run(script)))
  after.push(...(await world.end()))
  console.log(`${isBlind ? 'of blind sources' : 'of sources models see'}: ${scripts.length} scripts, ${wrong.length - before} breaches`)
}
for (const fault of [...wrong, ...after]) console.log(fault)
console.log(`hostile model: ${2 * scripts.length} runs, ${wrong.length} breaches, ${after.length} writes or fetches`)
process.exit((isSmoke || scripts.length >= 200) && wrong.length + after.length === 0 ? 0 : 1)
