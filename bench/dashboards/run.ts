/**
 * What a dashboard costs: the time until the twelve tiles of one over 1,000,000 rows are there, by that of their bare queries; what 200 viewers who open it at
 * once ask of the source; and 1,000,000 rows as files over HTTP.
 *
 *   npm run bench:dashboards            # -- tiles | viewers | files: one of them; --smoke: 2,000 rows, 4 viewers
 */
import { endTimed, given, sized } from '../smoke.ts'
import { measureFiles } from './files.ts'
import { measureTiles } from './tiles.ts'
import { measureViewers } from './viewers.ts'

export type Figure = { what: string; figure: string; goal: string; isMet: boolean }

const rows = sized(1_000_000, 2_000)
const parts: Record<string, () => Promise<Figure[]>> = {
  tiles: () => measureTiles(rows, sized(7, 1)),
  viewers: () => measureViewers(rows, sized(200, 4)),
  files: () => measureFiles(rows),
}
const figures: Figure[] = []
for (const [name, measure] of Object.entries(parts)) if (given.length === 0 || given.includes(name)) figures.push(...(await measure()))
for (const { what, figure, goal, isMet } of figures) console.log(`${isMet ? 'met  ' : 'short'} ${what}: ${figure} (goal: ${goal})`)
const short = figures.filter(({ isMet }) => !isMet)
console.log(
  `dashboards: ${figures.length - short.length} of ${figures.length} goals met${short.length ? `; short: ${short.map(({ what }) => what).join(', ')}` : ''}`,
)
endTimed(short.length === 0)
