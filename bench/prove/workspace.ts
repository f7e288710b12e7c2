import { mkdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { CHROMIUM, NO_CHROMIUM, openChromium } from '#test/embed/chromium.ts'
import type { Figure } from '#test/workspace/journey.ts'
import { JOURNEYS } from '#test/workspace/journeys.ts'
import { judgeScreens, screensOf } from '#test/workspace/screens.ts'
import { type Outcome, travel } from '#test/workspace/travel.ts'
import { settle } from '#test/workspace/world.ts'
import { isSmoke, leaveOut, some } from '../smoke.ts'

/**
 * `prove:workspace [--smoke] [--only=words,words]`: the workspace in a real browser over the real services. Pictures of what failed are put into
 * `.data/workspace-shots`.
 */
if (!CHROMIUM) {
  console.log(`workspace: ${NO_CHROMIUM}`)
  leaveOut(NO_CHROMIUM)
  process.exit(1)
}
const FOLDER = '.data/workspace-shots'
mkdirSync(FOLDER, { recursive: true })
const LOOKS = some(
  [
    { theme: 'light', width: 1360 },
    { theme: 'dark', width: 390 },
    { theme: 'dark', width: 1360 },
    { theme: 'light', width: 390 },
  ] as const,
  1,
)
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const chosen = JOURNEYS.filter(({ name, isLean }) => (only ? only.split(',').some((words) => name.includes(words)) : !isSmoke || isLean))

const before = loadavg()[0] ?? 0
/** What others make the processors do says nothing of the workspace: times over their limits are then told and not counted. */
const isBusy = before > cpus().length
const browser = await openChromium()
const outcomes = await travel(browser, chosen, tell, FOLDER)
const failed = outcomes.filter(({ fault }) => fault !== null)
const gone = outcomes.filter(({ skipped }) => skipped === null)
const screens = only && !only.includes('screen') ? null : await screensAreFine()
await browser.close()
const figures = outcomes.flatMap((outcome) => outcome.figures)
const isShort = ({ value, limit, unit }: Figure) => value > limit && !(isBusy && unit === 'ms')
const short = figures.filter(isShort)
if (screens) console.log(`screens: ${screens.count} in ${LOOKS.length} looks, ${screens.faults} findings; their pictures are in ${FOLDER}`)
for (const figure of figures) {
  const { name, value, limit, unit } = figure
  const state = isShort(figure) ? 'OVER    ' : value > limit ? 'busy    ' : 'within  '
  console.log(`${state} ${name}: ${value.toFixed(limit < 1 ? 4 : value < 10 ? 1 : 0)} ${unit} (limit ${limit})`)
}
if (figures.length > 0)
  console.log(
    `load while measured: ${before.toFixed(1)} before${isBusy ? ', so that times over their limits are not counted' : ''}, ${loadavg()[0]?.toFixed(1)} after, ${cpus().length} processors`,
  )
console.log(
  `workspace: ${gone.length - failed.length} of ${gone.length} journeys, each without a console error, a breach of policy or a request to another host`,
)
process.exit(failed.length > 0 || short.length > 0 || (screens?.faults ?? 0) > 0 ? 1 : 0)

async function screensAreFine(): Promise<{ count: number; faults: number }> {
  const world = await settle()
  try {
    let faults = 0
    for (const look of LOOKS) {
      for (const { screen, what } of await judgeScreens(browser, world, look, FOLDER)) {
        faults += 1
        console.log(`FAILED   ${screen}, ${look.theme}, ${look.width} px: ${what}`)
      }
    }
    return { count: screensOf(world).length, faults }
  } finally {
    await world.close()
  }
}

function tell({ name, fault, skipped, notes, ms }: Outcome): void {
  const state = skipped ? 'left out' : fault === null ? 'ok      ' : 'FAILED  '
  console.log(`${state} ${(ms / 1000).toFixed(1).padStart(5)} s  ${name}${notes.length ? ` (${notes.join('; ')})` : ''}${skipped ? ` (${skipped})` : ''}`)
  if (fault !== null) console.log(fault.replace(/^/gm, '        '))
}
