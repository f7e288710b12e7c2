import { CHROMIUM, NO_CHROMIUM, openChromium } from '#test/embed/chromium.ts'
import { JOURNEYS, travel } from '#test/embed/journeys.ts'

/** `prove:embed [--smoke]`: Superset's embedded SDK, unchanged, in a real browser, host and service on origins of their own. */
if (!CHROMIUM) {
  console.log(`embed: ${NO_CHROMIUM}`)
  process.exit(1)
}
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const journeys = process.argv.includes('--smoke') ? JOURNEYS.slice(0, 3) : JOURNEYS.filter(({ name }) => !only || name.includes(only))
const browser = await openChromium()
const faults = await travel(browser, journeys, (name, fault) => console.log(fault === null ? `ok     ${name}` : `FAILED ${name}: ${fault}`)).finally(() =>
  browser.close(),
)
console.log(`embed: ${journeys.length - faults.size} of ${journeys.length} journeys, each without a console error`)
process.exit(faults.size > 0 ? 1 : 0)
