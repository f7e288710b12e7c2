import { hasMariadb, NO_MARIADB } from '#test/mariadb.ts'
import { duckdbTwin, mariadbTwin, postgresTwin, sqliteTwin, type Twin } from '#test/row-filters/engines.ts'
import { proveOracles } from '#test/row-filters/oracles.ts'
import { type Proof, proveCompiled, proveStatements } from '#test/row-filters/proof.ts'

/** `prove:row-filters [statements per engine] [semantic queries per engine] [seed]`, or `--smoke`: needs PostgreSQL. A third of the statements try to learn of hidden rows by errors. */
const numbers = process.argv.slice(2).filter((text) => text !== '--smoke')
const isSmoke = process.argv.includes('--smoke')
const statements = Number(numbers[0] ?? (isSmoke ? 60 : 20_000))
const semantic = Number(numbers[1] ?? (isSmoke ? 30 : 2_000))
const oracles = Math.max(1, Math.floor(statements / 3))
const seed = Number(numbers[2] ?? 20_261_121)

const total = { statements: 0, semantic: 0, oracles: 0, mismatches: 0, short: false }
const show = ({ mismatches }: Proof) => {
  for (const { sql, policy, guarded, bare } of mismatches.slice(0, 5))
    console.log(`  ${sql}\n    ${policy}\n    guarded: ${guarded.slice(0, 300)}\n    bare: ${bare.slice(0, 300)}`)
}
const told = ({ mismatches, compared, refused }: Proof, what: string) => `${mismatches.length} mismatches in ${compared} ${what} (${refused} more run nowhere)`

async function prove(twin: Twin, isWhole: boolean): Promise<void> {
  const written = isWhole ? await proveStatements(twin, statements, seed) : null
  const compiled = isWhole ? await proveCompiled(twin, semantic, seed + 1) : null
  const asked = await proveOracles(twin, oracles, seed + 2)
  const parts = [...(written ? [told(written, 'statements')] : []), ...(compiled ? [told(compiled, 'semantic queries')] : []), told(asked, 'oracles by error')]
  console.log(`${twin.dialect}: ${parts.join(', ')}`)
  for (const proof of [written, compiled, asked]) {
    if (!proof) continue
    show(proof)
    total.mismatches += proof.mismatches.length
  }
  total.statements += written?.compared ?? 0
  total.semantic += compiled?.compared ?? 0
  total.oracles += asked.compared
  total.short ||= (written !== null && written.compared < statements) || (compiled !== null && compiled.compared < semantic) || asked.compared < oracles
}

const twins: (() => Twin | Promise<Twin>)[] = [postgresTwin, sqliteTwin, duckdbTwin]
for (const open of twins) {
  const twin = await open()
  await prove(twin, true).finally(() => twin.close())
}
if (hasMariadb) {
  const twin = await mariadbTwin()
  await prove(twin, false).finally(() => twin.close())
} else console.log(NO_MARIADB)
console.log(
  `row-filters: ${total.mismatches} mismatches in ${total.statements} statements, ${total.semantic} semantic queries and ${total.oracles} oracles by error (seed ${seed})`,
)
process.exit(total.mismatches > 0 || total.short ? 1 : 0)
