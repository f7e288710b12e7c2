import { RUNTIMES } from '#test/runtimes/local-process.ts'
import { passwordResetCases } from '#test/signin/password-reset.ts'
import { secondFactorCases } from '#test/signin/second-factor.ts'
import { openSigning, type Runtime } from '#test/signin/signing.ts'
import { singleSignOnCases } from '#test/signin/single-sign-on.ts'
import { hasSqld } from '#test/sqld.ts'
import { given, isSmoke, some } from '../smoke.ts'

/** Each way to sign in stands in a file of `test/signin/`, with all that may go wrong with it. */
const FLOWS = [singleSignOnCases, secondFactorCases, passwordResetCases]
const here: Record<Runtime, boolean> = { node: true, bun: RUNTIMES.bun !== null, workerd: hasSqld }

/** `npm run prove:signin [node|bun|workerd…]`: every flow × every fault × every runtime. */
const wanted = (Object.keys(here) as Runtime[]).filter((runtime) => (given.length === 0 ? runtime === 'node' || !isSmoke : given.includes(runtime)))
const runtimes = wanted.filter((runtime) => here[runtime])
for (const runtime of wanted) if (!here[runtime]) console.log(`left out: ${runtime} is not installed`)

const cases = FLOWS.flatMap((flow) => [...some(flow, 3)])
let wrong = 0
for (const runtime of runtimes) {
  const signing = await openSigning(runtime)
  let right = 0
  for (const { flow, fault, run } of cases) {
    try {
      await run(signing)
      right += 1
    } catch (error) {
      wrong += 1
      console.log(`${runtime}, ${flow}, ${fault}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  await signing.stop()
  console.log(`${runtime}: ${right} of ${cases.length} right`)
}
const flows = new Set(cases.map(({ flow }) => flow)).size
console.log(`signin: ${flows} flows, ${cases.length} faults (none among them) on ${runtimes.join(', ')}: ${wrong} wrong of ${cases.length * runtimes.length}`)
process.exit(wrong === 0 && runtimes.length > 0 ? 0 : 1)
