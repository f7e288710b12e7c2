import { crash } from '#test/crash/crash.ts'
import { given, sized } from '../smoke.ts'

const kills = Number(given[0] ?? sized(50, 1))
const { acknowledged, lost, extractions, unended, integrity } = await crash(kills, Math.random, console.log)
for (const line of [...lost, ...unended]) console.log(line)
const good = lost.length === 0 && unended.length === 0 && integrity === 'ok'
console.log(
  `crash: ${kills} kills, ${lost.length} of ${acknowledged} acknowledged writes lost, ${extractions - unended.length} of ${extractions} extractions ended, integrity ${integrity}`,
)
process.exit(good ? 0 : 1)
