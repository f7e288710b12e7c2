import { SERVICES } from '#runtime/compose.ts'
import { pythonEnvironment } from '#scripts/clients/python-environment.ts'
import { redoclyFindings } from '#test/contract/redocly.ts'
import { SCHEMATHESIS, schemathesisFindings } from '#test/contract/schemathesis.ts'
import { freePort } from '#test/free-port.ts'
import { apiAt } from '#test/runtimes/api.ts'
import { outputOf, startEntry, uploadExample } from '#test/runtimes/local-process.ts'
import { given, isSmoke, sized } from '../smoke.ts'

/**
 * The services against their own OpenAPI documents: Redocly's recommended rules over the documents, then Schemathesis with all its checks over a deployment that
 * holds the sample. `npm run prove:contract -- audio llm`: these services only; `--examples=20`: how many random requests an operation gets.
 */
const named = SERVICES.filter((service) => given.length === 0 || given.includes(service))
const services = isSmoke ? SERVICES.filter((service) => service === 'audio') : named
const examples = Number(process.argv.find((argument) => argument.startsWith('--examples='))?.split('=')[1] ?? 20)

const port = await freePort()
const started = startEntry('node', [], { PORT: String(port), LOG: 'off', WORKSPACE_PORT: 'off', FIND_LOCAL_MODELS: 'false' })
await outputOf(started, /^ready$/m)
const url = `http://127.0.0.1:${port}`
const api = apiAt(() => url, /^Admin API key: (qk_\S+)$/m.exec(started.output.stdout)?.[1] ?? '')
let found = 0
try {
  const file_id = await uploadExample(api, 'chinook.sqlite')
  const { body: source } = await api.call('semantic', 'POST /datasources', { body: { name: 'Music shop', type: 'sqlite', connection: { file_id } } })
  await api.call('semantic', 'POST /semanticextractions', { body: { datasource_id: source.id } })

  const documents = new Map<string, unknown>()
  for (const service of services) documents.set(service, (await api.call(service, 'GET /openapi.json')).body)
  const findings = await redoclyFindings(documents)
  found += findings.length
  for (const finding of findings) console.log(`  ${finding}`)
  console.log(`Redocly: ${findings.length} findings in ${documents.size} documents`)

  const python = await pythonEnvironment('schemathesis', SCHEMATHESIS)
  if ('missing' in python) console.log(`left out: Schemathesis, there is no Python environment: ${python.missing}`)
  else
    for (const service of services) {
      const began = performance.now()
      const phases = sized('examples,coverage,fuzzing', 'examples')
      const { cases, violations, output } = await schemathesisFindings(service, {
        bin: python.bin,
        url,
        key: api.adminKey,
        phases,
        examples: sized(examples, 1),
      })
      found += violations.length
      if (violations.length) console.log(output)
      console.log(`${service}: ${cases} requests, ${violations.length} violations, ${Math.round((performance.now() - began) / 1000)} s`)
    }
} finally {
  started.child.kill('SIGTERM')
  await started.ended
}
console.log(`${found} findings`)
process.exit(found === 0 ? 0 : 1)
