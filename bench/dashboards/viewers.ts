import { sized } from '../smoke.ts'
import { makeBoard, QUESTIONS, type Reading, readBoard } from './board.ts'
import { deploy } from './deployment.ts'
import type { Figure } from './run.ts'

/** How many different sets of row filters the viewers have. */
const FILTERED = ['North', 'South', 'East']
const REFRESHES = sized(3, 1)
const P95_MS = 3_000

/** All viewers open the dashboard at once, and again: first all under the same filters, then in four groups of which three see one region each. */
export async function measureViewers(rows: number, count: number): Promise<Figure[]> {
  // How many queries are asked is counted here; who waits too long for a turn is the business of bench:fairness, and hangs on the machine's other work.
  const deployment = await deploy(rows, { QUERY_WAIT_MS: '120000' })
  const { done } = deployment
  try {
    const id = await makeBoard(deployment, 0)
    const kept = await makeBoard(deployment, 5)
    const groups = await Promise.all(FILTERED.map(async (region) => ({ region, id: (await done('POST', '/core/groups', { name: region })).id })))
    const viewers: { id: string; key: string }[] = []
    for (let at = 0; at < count; at++) viewers.push(await makeViewer(`viewer${at}@example.com`))
    const all = await done('POST', '/core/groups', { name: 'Viewers' })
    for (const { id: user } of viewers) await done('POST', '/core/usergroups', { user_id: user, group_id: all.id })
    for (const board of [id, kept]) await done('POST', `/analytics/dashboards/${board}/share/group`, { group_id: all.id, level: 'view' })
    await done('POST', `/semantic/datasources/${deployment.source}/share/group`, { group_id: all.id, level: 'view' })
    await readBoard(deployment, id)

    const told: Figure[] = []
    async function rush(name: string, board: string, sets: number): Promise<void> {
      const times: number[] = []
      let queries = 0
      for (let refresh = 0; refresh < REFRESHES; refresh++) {
        const readings = await Promise.all(viewers.map(({ key }) => readBoard(deployment, board, key)))
        const faults = readings.flatMap(({ tiles }) => tiles.filter(({ error }) => error))
        if (faults.length > 0) throw new Error(`${faults.length} tiles failed: ${faults[0]?.error}`)
        times.push(...readings.map(({ lastMs }) => lastMs))
        queries = Math.max(queries, readingsOf(readings, sets))
        // Longer than rows are kept, so that each refresh reads them anew.
        if (board === kept) await new Promise((resolve) => setTimeout(resolve, sized(5_200, 0)))
      }
      const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
      const most = QUESTIONS.length * sets
      const what = `${count} viewers, ${sets === 1 ? 'the same filters' : `${sets} sets of filters`}, ${name}`
      told.push({ what: `${what}: queries of a refresh`, figure: `${queries}`, goal: `${most}`, isMet: queries <= most })
      told.push({ what: `${what}: p95`, figure: `${p95.toFixed(0)} ms`, goal: `${P95_MS} ms`, isMet: p95 <= P95_MS })
    }

    await rush('rows kept 5 s', kept, 1)
    await rush('no rows kept', id, 1)
    for (const [at, { id: user }] of viewers.entries()) {
      const group = groups[at % (FILTERED.length + 1)]
      if (group) await done('POST', '/core/usergroups', { user_id: user, group_id: group.id })
    }
    for (const { region, id: group } of groups) {
      const condition = { member: 'region', operator: 'equals', values: [region] }
      await done('POST', '/semantic/filters', {
        datasource_id: deployment.source,
        name: region,
        table_name: 'orders',
        condition,
        applies_to: { groups: [group] },
      })
    }
    await rush('rows kept 5 s', kept, FILTERED.length + 1)
    await rush('no rows kept', id, FILTERED.length + 1)
    return told
  } finally {
    await deployment.stop()
  }

  async function makeViewer(email: string): Promise<{ id: string; key: string }> {
    const password = 'correct horse battery'
    const { id } = await done('POST', '/core/users', { email, name: email, password })
    const { token } = await done('POST', '/core/auths/signin', { email, password })
    return { id, key: token }
  }
}

/** How many readings of the source stand behind what was shown: rows that came of one were begun at one moment. */
const readingsOf = (readings: Reading[], sets: number): number =>
  new Set(readings.flatMap(({ tiles }, at) => tiles.map(({ tile, asOf }) => `${at % sets} ${tile} ${asOf}`))).size
