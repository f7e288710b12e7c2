import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testServer } from '#test/harness.ts'
import { currentTypes } from './current-workspace-types.ts'

const server = await testServer()
for (const [path, text] of Object.entries(await currentTypes(server))) writeFileSync(join(import.meta.dirname, '..', path), text)
await server.close()
process.exit(0)
