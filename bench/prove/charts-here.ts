/** Draws all charts of `prove:charts` on the runtime this runs on, and prints what came of them. For `charts.ts`. */
import { drawAll } from '#test/charts/summarise.ts'

const [step = '1', url = ''] = process.argv.slice(2)
console.log(JSON.stringify(await drawAll(Number(step), url)))
