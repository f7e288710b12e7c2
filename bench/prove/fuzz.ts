import { fuzz } from '#test/fuzz/fuzz.ts'
import { given, sized } from '../smoke.ts'

const count = Number(given[0] ?? sized(10_000, 60))
const seed = Number(given[1] ?? Date.now() % 1_000_000_000)
const batch = 250
const total = { sent: 0, wrong: [] as string[], statuses: {} as Record<number, number> }
for (let done = 0; total.sent < count; done += batch) {
  const { sent, wrong, statuses } = await fuzz(Math.min(batch, Math.max(50, count - total.sent)), seed + done)
  total.sent += sent
  total.wrong.push(...wrong)
  for (const [status, n] of Object.entries(statuses)) total.statuses[Number(status)] = (total.statuses[Number(status)] ?? 0) + n
  console.log(`${total.sent} sent, ${total.wrong.length} wrong, statuses ${JSON.stringify(total.statuses)}`)
}
for (const fault of total.wrong.slice(0, 20)) console.log(fault)
console.log(`fuzz: ${total.sent} requests (seed ${seed}), ${total.wrong.length} replies of 5xx or outside their schema`)
process.exit(total.wrong.length ? 1 : 0)
