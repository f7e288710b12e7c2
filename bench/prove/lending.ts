import { MISTAKES } from '#test/lending/mistakes.ts'
import { findsMistake } from '#test/lending/mutants.ts'
import { proveLending } from '#test/lending/proof.ts'
import { SCENES } from '#test/lending/scenes.ts'
import { isSmoke, sized, some } from '../smoke.ts'

/**
 * `prove:lending [cases] [seed]`, or `--smoke`: scenes and random graphs of who lends what to whom, read by everyone and held against an independent oracle, and then
 * copies of the product in which one check each is missing, which it has to find. `--unplanted` judges only the product itself.
 */
const AT_ONCE = 2
/** After the scenes, so many cases of random graphs are read for a mistake that none of them shows. */
const PLANTED_CASES = 12_000
const numbers = process.argv.slice(2).filter((text) => !text.startsWith('--'))
const count = Number(numbers[0] ?? sized(20_000, 40))
const seed = Number(numbers[1] ?? 20_261_123)
const isPlanted = process.argv.includes('--planted')
const option = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = option('only')
// The scene in which a mistake shows is played before the others. `npm test` plays every one in test/lending/scenes.test.ts: a smoke run needs a few.
const scenes = some([...new Set([...(option('first')?.split(',') ?? []), ...Object.keys(SCENES)])], 3)

const proof = await proveLending(count, seed, { scenes, stopAtFirst: isPlanted })
for (const { route, scene, who, allowed, got, said } of proof.beyond.slice(0, isPlanted ? 1 : 8))
  console.log(`  ${route}, ${who} (${scene})\n    allowed ${allowed.join(' ')}\n    got     ${got.join(' ')}\n    in      ${said}`)
console.log(`lending: ${proof.beyond.length} beyond in ${proof.cases} cases, rows shown in ${proof.shown} (seed ${seed})`)
const silent = [...proof.routes].flatMap(([route, { shown }]) => (shown === 0 ? [route] : []))
if (!isPlanted) console.log(`lending: ${proof.routes.size} routes read; no row was shown through: ${silent.join(', ') || 'none'}`)
if (!isPlanted && proof.unread.length > 0) console.log(`lending: operations that may hold rows and were not read: ${proof.unread.join(', ')}`)
let isShort = (!isSmoke && proof.unread.length > 0) || proof.beyond.length > 0 || proof.cases < count || proof.shown < proof.cases / 20

if (!isPlanted && !process.argv.includes('--unplanted')) {
  const wanted = MISTAKES.filter(({ name }) => only === undefined || only.split(',').some((part) => name.includes(part)))
  const planted = isSmoke ? wanted.slice(0, 1) : wanted
  const queue = [...planted]
  let caught = 0
  const judge = async () => {
    for (let mistake = queue.shift(); mistake; mistake = queue.shift()) {
      const scene = await findsMistake(mistake, PLANTED_CASES, seed)
      if (scene !== null) caught++
      console.log(`  ${scene === null ? 'NOT CAUGHT' : 'caught'}: without ${mistake.name}${scene === null ? '' : ` (${scene})`}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, planted.length) }, judge))
  console.log(`lending: ${caught} of ${planted.length} planted mistakes caught (${Math.round((caught / planted.length) * 100)} %)`)
  isShort ||= caught < planted.length
}
process.exit(isShort ? 1 : 0)
