import { isDeepStrictEqual } from 'node:util'
import { FLOWS, forgetApp, type OAuthPlace } from '#test/oauth/flows.ts'
import { RUNTIMES, startDeployment } from '#test/runtimes/local-process.ts'
import { isSmoke, some } from '../smoke.ts'

/** Somebody with a password who has signed in: one for all flows, but for the one that changes his password. */
function people({ api }: Pick<OAuthPlace, 'api'>): OAuthPlace['person'] {
  const password = 'correct horse battery'
  return async () => {
    const email = `person-${crypto.randomUUID()}@example.com`
    const made = await api.call('core', 'POST /users', { body: { email, name: 'Ann', role: 'user', password } })
    const { body } = await api.call('core', 'POST /auths/signin', { as: null, body: { email, password } })
    if (made.status !== 201 || !body.token) throw new Error('nobody could sign in')
    return { token: body.token, password }
  }
}

let [tried, right] = [0, 0]
for (const runtime of isSmoke ? (['node'] as const) : (['node', 'bun'] as const)) {
  if (!RUNTIMES[runtime]) {
    console.log(`${runtime}: not installed, left out`)
    continue
  }
  forgetApp()
  const deployment = await startDeployment(runtime, { LOG: 'off' })
  const { api, ports } = deployment
  const place: OAuthPlace = { api, issuer: `http://localhost:${ports.core}`, llm: `http://127.0.0.1:${ports.llm}`, person: people({ api }) }
  for (const { name, run, expected } of some(FLOWS, 6)) {
    tried += 1
    const came = await run(place).catch((error) => (error instanceof Error ? error.message : String(error)))
    const isRight = isDeepStrictEqual(came, expected)
    if (isRight) right += 1
    console.log(`${isRight ? 'ok    ' : 'FAILED'} ${runtime}: ${name}${isRight ? '' : `: ${JSON.stringify(came)} instead of ${JSON.stringify(expected)}`}`)
  }
  await deployment.end()
}
console.log(`signin, OAuth: ${right} of ${tried} flows and faults end as they should`)
process.exit(right === tried ? 0 : 1)
