import { type Proof, proveDashboards } from '#test/dashboard-filters/proof.ts'
import { duckdbTwin, sqliteTwin } from '#test/row-filters/engines.ts'

/** `prove:dashboard-filters [cases] [seed] [--smoke]`: nine tenths of the cases on SQLite, the rest on DuckDB. */
const [given, seedGiven] = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument))
const cases = process.argv.includes('--smoke') ? 60 : Number(given ?? 5000)
const seed = Number(seedGiven ?? 20_261_123)

const total = { cases: 0, untold: 0, mismatches: 0 }
for (const [twin, share] of [
  [sqliteTwin(), 0.9],
  [await duckdbTwin(), 0.1],
] as const) {
  try {
    const proof: Proof = await proveDashboards(twin, Math.ceil(cases * share), seed)
    console.log(
      `${twin.dialect}: ${proof.mismatches.length} mismatches in ${proof.cases} tiles; ${proof.untold} more said rightly that a filter does not reach them, ${proof.refused} run nowhere`,
    )
    for (const { tile, filters, shown, right } of proof.mismatches.slice(0, 5))
      console.log(`  ${tile}\n    ${filters}\n    shown: ${shown.slice(0, 300)}\n    right: ${right.slice(0, 300)}`)
    total.cases += proof.cases
    total.untold += proof.untold
    total.mismatches += proof.mismatches.length
  } finally {
    await twin.close()
  }
}
console.log(
  `dashboard-filters: ${total.mismatches} mismatches in ${total.cases} tiles with figures and ${total.untold} without, on SQLite and DuckDB (seed ${seed})`,
)
process.exit(total.mismatches > 0 || total.cases < cases ? 1 : 0)
