import { median } from '../processes.ts'
import { makeBoard, QUESTIONS, readBoard } from './board.ts'
import { deploy } from './deployment.ts'
import type { Figure } from './run.ts'

/** The last tile by all bare queries one after the other: the tiles may run beside each other, so more would be our doing. */
const LAST_BY_SUM = 1.2
const ms = (value: number) => `${value.toFixed(0)} ms`

/** Rounds alternate between the bare queries and the dashboard, so that the machine's weather meets both. */
export async function measureTiles(rows: number, rounds: number): Promise<Figure[]> {
  const deployment = await deploy(rows)
  try {
    const id = await makeBoard(deployment)
    const kept = await makeBoard(deployment, 3_600)
    const cold = await readBoard(deployment, id)
    const sums: number[] = []
    const slowest: number[] = []
    const boards: Awaited<ReturnType<typeof readBoard>>[] = []
    for (let round = 0; round < rounds; round++) {
      const bare: number[] = []
      for (const { semantic_query } of QUESTIONS) {
        const began = performance.now()
        await deployment.done('POST', `/semantic/datasources/${deployment.source}/query`, { semantic_query })
        bare.push(performance.now() - began)
      }
      sums.push(bare.reduce((sum, one) => sum + one, 0))
      slowest.push(Math.max(...bare))
      boards.push(await readBoard(deployment, id))
    }
    await readBoard(deployment, kept)
    const again = await readBoard(deployment, kept)
    const faults = [cold, ...boards, again].flatMap(({ tiles }) => tiles.filter(({ error }) => error).map(({ tile, error }) => `${tile}: ${error}`))
    if (faults.length > 0 || cold.tiles.length !== QUESTIONS.length) throw new Error(`tiles failed: ${faults.join(', ')}`)
    const [sum, slow] = [median(sums), median(slowest)]
    const [first, last] = [median(boards.map(({ firstMs }) => firstMs)), median(boards.map(({ lastMs }) => lastMs))]
    const ratio = median(boards.map(({ lastMs }, round) => lastMs / (sums[round] ?? 1)))
    console.log(`${QUESTIONS.length} tiles over ${rows} rows: bare queries ${ms(sum)} in all, the slowest ${ms(slow)}`)
    console.log(`  first opened after the start: first tile ${ms(cold.firstMs)}, last ${ms(cold.lastMs)}`)
    console.log(`  warm: first tile ${ms(first)}, last ${ms(last)} = ${(last / slow).toFixed(1)} × the slowest bare query; kept rows: last ${ms(again.lastMs)}`)
    return [{ what: 'last of 12 tiles by the sum of their bare queries', figure: ratio.toFixed(2), goal: `${LAST_BY_SUM}`, isMet: ratio <= LAST_BY_SUM }]
  } finally {
    await deployment.stop()
  }
}
