import { MISTAKES } from '#test/lending/mistakes.ts'
import { copyOfProduct } from '#test/lending/mutants.ts'
import { proveLending } from '#test/lending/proof.ts'

/**
 * `prove:lending [cases] [seed]`, or `--smoke`: random graphs of who lends what to whom, read by everyone and held against an independent oracle, and then
 * copies of the product in which one check each is missing, which it has to find. `--unplanted` judges only the product itself.
 */
const numbers = process.argv.slice(2).filter((text) => !text.startsWith('--'))
const isSmoke = process.argv.includes('--smoke')
const count = Number(numbers[0] ?? (isSmoke ? 400 : 20_000))
const seed = Number(numbers[1] ?? 20_261_123)
const isPlanted = process.argv.includes('--planted')
const only = process.argv.find((text) => text.startsWith('--only='))?.slice('--only='.length)

const proof = await proveLending(count, seed, isPlanted)
for (const { route, seed: at, who, allowed, got } of proof.beyond.slice(0, isPlanted ? 1 : 8))
  console.log(`  ${route}, ${who} (graph ${at})\n    allowed ${allowed.join(' ')}\n    got     ${got.join(' ')}`)
console.log(`lending: ${proof.beyond.length} beyond in ${proof.cases} cases, rows shown in ${proof.shown} (seed ${seed})`)
const silent = [...proof.routes].flatMap(([route, { shown }]) => (shown === 0 ? [route] : []))
if (!isPlanted) console.log(`lending: ${proof.routes.size} routes read; no row was shown through: ${silent.join(', ') || 'none'}`)
let isShort = proof.beyond.length > 0 || proof.cases < count || proof.shown < proof.cases / 20

if (!isPlanted && !process.argv.includes('--unplanted')) {
  const wanted = MISTAKES.filter(({ name }) => only === undefined || only.split(',').some((part) => name.includes(part)))
  const planted = isSmoke ? wanted.slice(0, 1) : wanted
  const copy = copyOfProduct()
  let caught = 0
  for (const mistake of planted) {
    if (copy.finds(mistake, 12_000, seed)) caught++
    else console.log(`  not caught: without ${mistake.name}`)
  }
  copy.remove()
  console.log(`lending: ${caught} of ${planted.length} planted mistakes caught (${Math.round((caught / planted.length) * 100)} %)`)
  isShort ||= caught < planted.length
}
process.exit(isShort ? 1 : 0)
