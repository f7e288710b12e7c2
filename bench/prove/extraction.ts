import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { busyProxy } from '../extraction/busy-proxy.ts'
import { killWhileExtracting } from '../extraction/kills.ts'
import { ended, service } from '../extraction/service.ts'
import { wideDatabase } from '../extraction/wide-schema.ts'
import { given, sized } from '../smoke.ts'

const TABLES = sized(500, 3)
const COLUMNS = 20
const kills = Number(given[0] ?? sized(200, 1))
const server = process.env.POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const wide = await describeWide()
console.log(wide.line)
const outcome = await killWhileExtracting(kills, console.log)
for (const problem of outcome.problems) console.log(problem)
const good = wide.good && outcome.during >= kills && outcome.lost + outcome.doubled + outcome.stuck === 0
console.log(
  `extraction: ${wide.line}; ${outcome.during} kills during ${outcome.extractions} extractions: ${outcome.lost} lost, ${outcome.doubled} doubled, ${outcome.stuck} stuck`,
)
process.exit(good ? 0 : 1)

/** Extracts a PostgreSQL database of 500 tables with 20 columns, described by the built-in describer. */
async function describeWide(): Promise<{ good: boolean; line: string }> {
  const url = new URL(server)
  const name = `querent_wide_${process.pid}`
  const drop = await wideDatabase(server, name, TABLES, 200)
  const proxy = await busyProxy({ host: url.hostname, port: Number(url.port || 5432) }, await freePort())
  const shop = await service(temporaryFolder(), { DATASOURCE_ALLOWED_NETS: '127.0.0.0/8' })
  const running = await shop.start()
  try {
    const connection = {
      host: '127.0.0.1',
      port: proxy.port,
      database: name,
      user: url.username,
      ssl_mode: 'disable',
      ...(url.password ? { password: url.password } : {}),
    }
    const source = await shop.post('/semantic/datasources', { name: 'Wide', type: 'postgres', connection })
    const [before, started] = [proxy.busyMs(), performance.now()]
    const begun = await shop.post('/semantic/semanticextractions', { datasource_id: source.body.id })
    const record = await ended(shop, begun.body.id, 300_000)
    const [seconds, busy] = [(performance.now() - started) / 1000, (proxy.busyMs() - before) / 1000]
    const columns = await shop.call(`/semantic/descriptions/paginated?datasource_id=${source.body.id}&object_type=column&page=1&page_size=1`)
    const good = record.status === 'completed' && columns.body.total === TABLES * COLUMNS
    const outside = Math.round((1 - busy / seconds) * 100)
    return { good, line: `${TABLES} tables x ${COLUMNS} columns ${record.status} in ${seconds.toFixed(1)} s, ${outside} % of it outside the database` }
  } finally {
    await running.stop()
    proxy.close()
    await drop()
  }
}
