import { checkCells } from '#test/security/cells.ts'

const { checked, wrong, unplaced } = await checkCells()
for (const line of [...unplaced, ...wrong]) console.log(line)
console.log(`authz: ${checked} cells checked, ${wrong.length} wrong, ${unplaced.length} routes without a place`)
process.exit(wrong.length || unplaced.length ? 1 : 0)
