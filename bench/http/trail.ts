import { sized } from '../smoke.ts'
import { unchained } from './seed.ts'

/** Ways into the audit trail. */
const READS = [
  '/core/audit-logs?page_size=100',
  '/core/audit-logs/paginated',
  '/core/audit-logs/paginated?type=chart.created',
  '/core/audit-logs/paginated?resource_id=ses_4711',
  '/core/audit-logs/paginated?sort=at&order=asc',
  '/core/audit-logs/paginated?page=5000',
]

export type TrailReads = { slowestMs: number; slowest: string; chainedMeanwhile: number }

/**
 * Reads the trail by every way, over and over, while the server chains a backlog; for each way the median counts, for the figure the slowest way. Tells how much
 * was chained meanwhile, without which nothing was measured.
 */
export async function readTrail(api: string, headers: Record<string, string>, path: string): Promise<TrailReads> {
  const before = await unchained(path)
  const times = new Map<string, number[]>(READS.map((read) => [read, []]))
  for (let round = 0; round < sized(5, 1); round++) {
    for (const read of READS) {
      const started = performance.now()
      const reply = await fetch(`${api}${read}`, { headers })
      if (!reply.ok) throw new Error(`${read}: ${reply.status} ${await reply.text()}`)
      await reply.arrayBuffer()
      times.get(read)?.push(performance.now() - started)
    }
  }
  const medians = [...times].map(([read, taken]) => ({ read, ms: taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)] ?? Number.NaN }))
  for (const { read, ms } of medians) console.log(`  ${ms.toFixed(1).padStart(7)} ms  ${read}`)
  const worst = medians.reduce((left, right) => (right.ms > left.ms ? right : left))
  return { slowestMs: worst.ms, slowest: worst.read, chainedMeanwhile: before - (await unchained(path)) }
}
