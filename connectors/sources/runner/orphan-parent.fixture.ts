import { createSources } from '../local.ts'
import { createRunnerPool } from './pool.ts'

// Run by a test, which kills it while its runner is busy for good.
const pool = createRunnerPool({ size: 1, memoryMb: 256 })
const sources = createSources(pool, { fileRoot: process.argv[2] ?? '' })
const spec = JSON.parse(process.argv[3] ?? '{}')
await sources.introspect(spec, new AbortController().signal)
const sql = 'with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r'
void sources.query(spec, { sql, rowLimit: 1, timeoutMs: 60_000, origin: 'untrusted' }, new AbortController().signal)
setTimeout(() => console.log(JSON.stringify(pool.pids())), 200)
