import { join } from 'node:path'
import { testServer } from '#test/harness.ts'
import { currentDocument } from './documents.ts'
import { GENERATOR, writePythonClient } from './python-client.ts'
import { pythonEnvironment } from './python-environment.ts'
import { writeTypescriptClient } from './typescript-client.ts'

/** `npm run clients`: both clients as packages ready to publish, in `dist/clients`. */
const server = await testServer()
const document = await currentDocument(server).finally(() => server.close())
const folder = join(import.meta.dirname, '../../dist/clients')
await writeTypescriptClient(document, join(folder, 'typescript'))
process.stdout.write(`${join(folder, 'typescript')}\n`)
const python = await pythonEnvironment('python-client', GENERATOR)
if ('missing' in python) {
  process.stderr.write(`the Python client was not written: ${python.missing}\n`)
  process.exit(1)
}
await writePythonClient(document, join(folder, 'python'), python.bin)
process.stdout.write(`${join(folder, 'python')}\n`)
process.exit(0)
