import { duckdbTwin, postgresTwin, sqliteTwin } from '#test/row-filters/engines.ts'
import { type Proof, proveCompiled, proveStatements } from '#test/row-filters/proof.ts'

/** `prove:row-filters [statements per engine] [semantic queries per engine] [seed]`: needs PostgreSQL. */
const statements = Number(process.argv[2] ?? 20_000)
const semantic = Number(process.argv[3] ?? 2_000)
const seed = Number(process.argv[4] ?? 20_261_121)

const total = { compared: 0, mismatches: 0, semantic: 0, short: false }
const show = ({ mismatches }: Proof) => {
  for (const { sql, policy, guarded, bare } of mismatches.slice(0, 5))
    console.log(`  ${sql}\n    ${policy}\n    guarded: ${guarded.slice(0, 300)}\n    bare: ${bare.slice(0, 300)}`)
}
for (const twin of [await postgresTwin(), sqliteTwin(), await duckdbTwin()]) {
  try {
    const written = await proveStatements(twin, statements, seed)
    const compiled = await proveCompiled(twin, semantic, seed + 1)
    console.log(
      `${twin.dialect}: ${written.mismatches.length} mismatches in ${written.compared} statements (${written.refused} more run nowhere), ${compiled.mismatches.length} in ${compiled.compared} semantic queries (${compiled.refused} more compile nowhere)`,
    )
    show(written)
    show(compiled)
    total.compared += written.compared
    total.semantic += compiled.compared
    total.mismatches += written.mismatches.length + compiled.mismatches.length
    total.short ||= written.compared < statements || compiled.compared < semantic
  } finally {
    await twin.close()
  }
}
console.log(
  `row-filters: ${total.mismatches} mismatches in ${total.compared} statements and ${total.semantic} semantic queries on PostgreSQL, SQLite and DuckDB (seed ${seed})`,
)
process.exit(total.mismatches > 0 || total.short ? 1 : 0)
