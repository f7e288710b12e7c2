import { runRows } from '#test/specification/rows.ts'

const outcomes = await runRows()
for (const { row, fault } of outcomes) console.log(`${fault === null ? 'ok    ' : 'FAILED'} ${row}${fault === null ? '' : `: ${fault}`}`)
const working = outcomes.filter(({ fault }) => fault === null).length
console.log(`routes: ${working} of ${outcomes.length} rows work`)
process.exit(working === outcomes.length ? 0 : 1)
