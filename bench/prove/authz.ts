import { checkCells } from '#test/security/cells.ts'
import { checkScopedKeys } from '#test/security/scoped.ts'
import { isSmoke } from '../smoke.ts'

const { checked, wrong, unplaced } = await checkCells(isSmoke ? ({ operationId }) => /^(get|list)(Group|User|Chart)s?$/.test(operationId) : undefined)
for (const line of [...unplaced, ...wrong]) console.log(line)
const scoped = await checkScopedKeys(isSmoke ? ({ operationId }) => /^create(User|ApiKey)$/.test(operationId) : undefined, isSmoke ? 2 : undefined)
for (const line of scoped.wrong) console.log(line)
console.log(`authz: ${scoped.checked} calls with keys without the scope "*", ${scoped.wrong.length} gave away more than the key has`)
console.log(`authz: ${checked} cells checked, ${wrong.length} wrong, ${unplaced.length} routes without a place`)
process.exit(wrong.length || unplaced.length || scoped.wrong.length ? 1 : 0)
