import { ROWS } from '#test/conformance/rows.ts'
import { type Cell, CHECKS, runCheck } from '#test/conformance/run-checks.ts'
import { given, isSmoke } from '../smoke.ts'

const servers: string[] = []
const table: { name: string; cells: Cell[] }[] = []
const only = isSmoke ? ['sqlite'] : given
for (const row of ROWS.filter(({ name }) => only.length === 0 || only.includes(name))) {
  if (row.missing !== null) {
    console.log(`${row.name}: ${row.missing}`)
    continue
  }
  const engine = await row.start()
  try {
    servers.push(engine.server)
    const cells: Cell[] = []
    for (const check of CHECKS) cells.push(await runCheck(check, engine))
    table.push({ name: row.name, cells })
  } finally {
    await engine.stop()
  }
}

const width = Math.max(...CHECKS.map(({ name }) => name.length))
console.log(`${''.padEnd(width)}  ${table.map(({ name }) => name.padEnd(10)).join('  ')}`)
for (const [index, { name }] of CHECKS.entries()) {
  const marks = table.map(({ cells }) => ({ passed: 'yes', failed: 'NO', lacking: '–' })[cells[index]?.outcome ?? 'failed'].padEnd(10))
  console.log(`${name.padEnd(width)}  ${marks.join('  ')}`)
}
const cells = table.flatMap(({ name, cells }) => cells.map((cell) => ({ name, ...cell })))
for (const { name, check, why } of cells.filter(({ outcome }) => outcome === 'lacking')) console.log(`– ${name}, ${check}: ${why}`)
for (const { name, check, why } of cells.filter(({ outcome }) => outcome === 'failed')) console.log(`NO ${name}, ${check}: ${why}`)
const asked = cells.filter(({ outcome }) => outcome !== 'lacking')
const passed = asked.filter(({ outcome }) => outcome === 'passed')
console.log(`sources: ${passed.length} of ${asked.length} checks pass on ${table.length} engines (${servers.join(', ')})`)
process.exit(passed.length === asked.length && asked.length > 0 ? 0 : 1)
