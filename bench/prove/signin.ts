import { RUNTIMES } from '#test/runtimes/local-process.ts'
import { PARTS } from '#test/signin/parts.ts'
import { openSigning, type Runtime } from '#test/signin/signing.ts'
import { hasSqld } from '#test/sqld.ts'
import { given, isSmoke, some } from '../smoke.ts'

const here: Record<Runtime, boolean> = { node: true, bun: RUNTIMES.bun !== null, workerd: hasSqld }

/** `npm run prove:signin [node|bun|workerd|<part>…]`: every part × every fault × every runtime, or those that are named. */
const isRuntime = (name: string): name is Runtime => name in here
const unknown = given.find((name) => !isRuntime(name) && !(name in PARTS))
if (unknown !== undefined) {
  console.log(`there is no "${unknown}": ${[...Object.keys(here), ...Object.keys(PARTS)].join(', ')}`)
  process.exit(2)
}
const named = given.filter(isRuntime)
const wanted = (Object.keys(here) as Runtime[]).filter((runtime) => (named.length === 0 ? runtime === 'node' || !isSmoke : named.includes(runtime)))
const runtimes = wanted.filter((runtime) => here[runtime])
for (const runtime of wanted) if (!here[runtime]) console.log(`left out: ${runtime} is not installed`)

const parts = Object.entries(PARTS).filter(([name]) => given.every(isRuntime) || given.includes(name))
let wrong = 0
let tried = 0
for (const runtime of runtimes) {
  const signing = await openSigning(runtime)
  for (const [name, all] of parts) {
    const cases = some(all, 3)
    let right = 0
    for (const { fault, run } of cases) {
      try {
        await run(signing)
        right += 1
      } catch (error) {
        console.log(`${runtime}, ${name}, ${fault}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    console.log(`${runtime}, ${name}: ${right} of ${cases.length} right`)
    tried += cases.length
    wrong += cases.length - right
  }
  await signing.stop()
}
console.log(
  `signin: ${parts.length} parts (${parts.map(([name]) => name).join(', ')}), ${tried / runtimes.length} flows and faults on ${runtimes.join(', ')}: ${wrong} wrong of ${tried}`,
)
process.exit(wrong === 0 && tried > 0 ? 0 : 1)
