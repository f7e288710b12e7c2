import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startDeployment } from '#test/runtimes/local-process.ts'

type Check = { check: string; status: string; reason: string }

/** The Python that has the judge: `python3 -m pip install scim2-tester "scim2-client[httpx2]"`. */
const python = process.env.PYTHON ?? 'python3'
const JUDGE = join(import.meta.dirname, '../../test/scim/judge.py')
const FINE = ['SUCCESS', 'COMPLIANT', 'ACCEPTABLE', 'SKIPPED']

/** Where the judge asks for something else, on purpose. */
const KNOWN: { check: RegExp; reason: RegExp; why: string }[] = [
  { check: /remove/, reason: /remove attribute 'active'/, why: 'who is kept out stays out when nothing is said of it' },
  { check: /add|replace/, reason: /unexpected value for 'members'/, why: 'members are told with their names (`display`), which the server sets' },
]

if (spawnSync(python, ['-c', 'import scim2_tester, httpx2']).status !== 0) {
  console.log('left out: no Python with scim2-tester (pip install scim2-tester "scim2-client[httpx2]"; PYTHON names another Python)')
  process.exit(0)
}
const { api, ports, end } = await startDeployment('node', { LOG: 'off' })
const { body: directory } = await api.call('core', 'POST /directories', { body: { name: 'Judge' } })
const { stdout } = await promisify(execFile)(python, [JUDGE, `http://127.0.0.1:${ports.core}/api/v1/core/scim/v2`, directory.token], { maxBuffer: 64_000_000 })
await end()

const checks = stdout
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Check)
const others = checks.filter(({ status }) => !FINE.includes(status))
const knownOf = ({ check, reason }: Check) => KNOWN.find((one) => one.check.test(check) && one.reason.test(reason))
const wrong = others.filter((check) => !knownOf(check))
for (const { check, status, reason } of wrong) console.log(`${status} ${check}: ${reason}`)
for (const why of new Set(others.flatMap((check) => knownOf(check)?.why ?? []))) console.log(`on purpose otherwise: ${why}`)
console.log(
  `scim: ${checks.length - others.length} of ${checks.length} checks of scim2-tester right, ${others.length - wrong.length} otherwise on purpose, ${wrong.length} wrong`,
)
process.exit(wrong.length || checks.length < 50 ? 1 : 0)
