import { crash } from '#test/crash/crash.ts'

const kills = Number(process.argv[2] ?? 50)
const { acknowledged, lost, extractions, unended, integrity } = await crash(kills, Math.random, console.log)
for (const line of [...lost, ...unended]) console.log(line)
const good = lost.length === 0 && unended.length === 0 && integrity === 'ok'
console.log(
  `crash: ${kills} kills, ${lost.length} of ${acknowledged} acknowledged writes lost, ${extractions - unended.length} of ${extractions} extractions ended, integrity ${integrity}`,
)
process.exit(good ? 0 : 1)
