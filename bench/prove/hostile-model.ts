import { hostileWorld } from '#test/hostile/hostile.ts'
import { hostileScripts } from '#test/hostile/scripts.ts'

const world = await hostileWorld()
const scripts = hostileScripts(world.names)
const wrong: string[] = []
for (const script of scripts) wrong.push(...(await world.run(script)))
const after = await world.end()
for (const fault of [...wrong, ...after]) console.log(fault)
console.log(`hostile model: ${scripts.length} scripts, ${wrong.length} breaches, ${after.length} writes or fetches`)
process.exit(scripts.length >= 200 && wrong.length + after.length === 0 ? 0 : 1)
