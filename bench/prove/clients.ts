import { clientCases } from '#test/clients/all.ts'
import { openPlace } from '#test/clients/place.ts'
import { RUNTIMES } from '#test/runtimes/local-process.ts'
import { isSmoke, some } from '../smoke.ts'

let working = 0
let tried = 0
for (const runtime of isSmoke ? (['node'] as const) : (['node', 'bun'] as const)) {
  if (!RUNTIMES[runtime]) {
    console.log(`${runtime}: not installed, left out`)
    continue
  }
  const place = await openPlace(runtime)
  for (const { client, name, run } of some(clientCases, 4)) {
    tried += 1
    const fault = await run(place).then(
      () => null,
      (error) => (error instanceof Error ? error.message : String(error)),
    )
    if (fault === null) working += 1
    console.log(`${fault === null ? 'ok    ' : 'FAILED'} ${runtime}: ${client}: ${name}${fault === null ? '' : `: ${fault}`}`)
  }
  await place.end()
}
console.log(`clients: ${working} of ${tried} cases work`)
process.exit(working === tried ? 0 : 1)
