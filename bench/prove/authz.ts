import { checkCells } from '#test/security/cells.ts'
import { isSmoke } from '../smoke.ts'

const { checked, wrong, unplaced } = await checkCells(isSmoke ? ({ operationId }) => /^(get|list)(Group|User|Chart)s?$/.test(operationId) : undefined)
for (const line of [...unplaced, ...wrong]) console.log(line)
console.log(`authz: ${checked} cells checked, ${wrong.length} wrong, ${unplaced.length} routes without a place`)
process.exit(wrong.length || unplaced.length ? 1 : 0)
