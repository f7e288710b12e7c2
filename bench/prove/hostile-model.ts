import { hostileWorld } from '#test/hostile/hostile.ts'
import { hostileScripts } from '#test/hostile/scripts.ts'
import { isSmoke, some } from '../smoke.ts'

const world = await hostileWorld()
const scripts = some(hostileScripts(world.names), 10)
const wrong: string[] = []
for (const script of scripts) wrong.push(...(await world.run(script)))
const after = await world.end()
for (const fault of [...wrong, ...after]) console.log(fault)
console.log(`hostile model: ${scripts.length} scripts, ${wrong.length} breaches, ${after.length} writes or fetches`)
process.exit((isSmoke || scripts.length >= 200) && wrong.length + after.length === 0 ? 0 : 1)
