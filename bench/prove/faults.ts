import { FAULTS } from '#test/fault-server/server.ts'
import { openBench, type Trial, type Verdict } from '#test/fault-server/trial.ts'
import { given, isSmoke, sized, some } from '../smoke.ts'

const AT_ONCE = 10
const [only] = given

let rejections = 0
process.on('unhandledRejection', (reason) => {
  rejections += 1
  console.log('unhandled rejection:', reason)
})

const started = performance.now()
const bench = await openBench({ firstTokenMs: sized(3_000, 1_500), betweenTokensMs: sized(3_000, 1_500), seconds: sized(12, 6) })
const faults = some(
  FAULTS.filter(({ name }) => !only || name === only),
  3,
)
const trials: Trial[] = faults.flatMap((fault) => [true, false].flatMap((streamed) => [true, false].map((tools) => ({ fault, streamed, tools }))))
const verdicts: Verdict[] = []
const queue = [...trials]
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let trial = queue.shift(); trial; trial = queue.shift()) verdicts.push(await bench.run(trial))
  }),
)
const sockets = await bench.end()

const bad = verdicts.filter(({ problems }) => problems.length)
for (const { trial, problems, milliseconds } of bad) {
  console.log(
    `${trial.fault.name} (${trial.streamed ? 'stream' : 'JSON'}, ${trial.tools ? 'with' : 'without'} tools, ${milliseconds} ms): ${problems.join('; ')}`,
  )
}
const hangs = verdicts.filter(({ problems }) => problems.some((problem) => problem.includes('a hang'))).length
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const longest = Math.max(...verdicts.map(({ milliseconds }) => milliseconds))
console.log(`longest ${longest} ms of 13000 allowed, ${seconds} s in all`)
console.log(
  `faults: ${faults.length} kinds × JSON and stream × with and without tools: ${verdicts.length - bad.length} of ${trials.length} as documented, ${hangs} hangs, ${rejections} unhandled rejections, ${sockets} sockets left`,
)
process.exit(bad.length || rejections || sockets || (!only && !isSmoke && faults.length < 40) ? 1 : 0)
