import { Command } from 'commander'
import type { Extraction } from '#web/api/semantic.gen.ts'
import { serverEvents } from '#web/api/server-events.ts'
import { type Call, callOf, type World } from '../call.ts'
import { EXIT } from '../exit-codes.ts'
import { sourceNamed } from '../named.ts'
import { newSource } from '../new-source.ts'
import { everyPage, PAGE } from '../pages.ts'
import { writeRecord, writeRows } from '../rows.ts'
import type { Service } from '../service.ts'
import { harmless } from '../terminal.ts'

const MEMBERS = ['id', 'name', 'type', 'status', 'extraction_status', 'tables_count']
const CHECKS = ['name', 'ok', 'message', 'latency_ms']
const RUN = ['id', 'status', 'stage', 'error']

type AddOptions = { name?: string; type?: string; set: string[]; extract?: true; model?: string; base: string; test: boolean }

/** `querent sources`: connect data, see whether it answers, have it read. */
export const sourcesCommand = (world: World): Command =>
  new Command('sources')
    .description('the data questions are answered from')
    .addCommand(list(world))
    .addCommand(add(world))
    .addCommand(test(world))
    .addCommand(extract(world))

const list = (world: World) =>
  new Command('list').description('data sources you may see').action(async (_options: unknown, command: Command) => {
    const { terminal, format, service } = callOf(world, command)
    const sources = await everyPage((page) => service().call('GET /semantic/datasources', { query: { page, page_size: PAGE, sort: 'name', order: 'asc' } }))
    writeRows(terminal, format, sources, MEMBERS)
  })

const add = (world: World) =>
  new Command('add')
    .description('connect files or a server')
    .argument('[what...]', 'files (CSV, TSV, JSON, NDJSON, Parquet, XLSX, SQLite), or one URL such as postgres://reader@db.example.com/shop')
    .option('-n, --name <name>', 'what to call it')
    .option('-t, --type <type>', 'the type, where neither files nor a URL tell it: s3, delta, iceberg, duckdb, …')
    .option(
      '--set <member=value>',
      'a member of the connection, such as bucket=sales; again for each',
      (pair: string, all: string[]) => [...all, pair],
      [] as string[],
    )
    .option('--extract', 'read its schema, and wait until it is read')
    .option('-m, --model <name>', 'make it askable as this model: reads its schema too')
    .option('--base <model>', 'the model that answers', 'builtin')
    .option('--no-test', 'do not try the connection first')
    .addHelpText('after', '\nA secret is asked for, or read from QUERENT_SOURCE_SECRET: a password, token or secret key.')
    .action(async (what: string[], options: AddOptions, command: Command) => {
      const call = callOf(world, command)
      const service = call.service()
      const source = await newSource(call, service, what, options)
      if (options.extract || options.model) {
        const run = await service.call('POST /semantic/semanticextractions', { body: { datasource_id: source.id } })
        const end = await followed(call, service, run)
        if (end.status !== 'completed') return void world.setExitCode(EXIT.negative)
      }
      if (options.model) await offer(service, options.model, options.base, source.id)
      writeRecord(call.terminal, call.format, await service.call('GET /semantic/datasources/{datasource_id}', { path: { datasource_id: source.id } }), MEMBERS)
      if (options.model) call.terminal.err(`Ask it: querent ask --model ${options.model} "…"\n`)
    })

const test = (world: World) =>
  new Command('test')
    .description('try the connection of a data source')
    .argument('<source>', 'its name or id')
    .action(async (named: string, _options: unknown, command: Command) => {
      const { terminal, format, service } = callOf(world, command)
      const { id } = await sourceNamed(service(), named)
      const found = await service().call('POST /semantic/datasources/{datasource_id}/validate', { path: { datasource_id: id } })
      if (format === 'json') terminal.out(`${JSON.stringify(found, null, 2)}\n`)
      else writeRows(terminal, format, found.checks, CHECKS)
      if (!found.valid) world.setExitCode(EXIT.negative)
    })

const extract = (world: World) =>
  new Command('extract')
    .description('read the schema of a data source and describe it')
    .argument('<source>', 'its name or id')
    .option('-w, --watch', 'tell how far it is, until it ends; Ctrl-C leaves it running')
    .option('-m, --model <name>', 'the model that describes; the built-in one without it')
    .action(async (named: string, { watch, model }: { watch?: true; model?: string }, command: Command) => {
      const call = callOf(world, command)
      const service = call.service()
      const { id } = await sourceNamed(service, named)
      const run = await service.call('POST /semantic/semanticextractions', { body: { datasource_id: id, ...(model === undefined ? {} : { model }) } })
      const end = watch ? await followed(call, service, run) : run
      writeRecord(call.terminal, call.format, end, RUN)
      if (end.status === 'failed' || end.status === 'cancelled') world.setExitCode(EXIT.negative)
    })

/** Tells the progress of an extraction on standard error, one line that changes on a terminal; answers its end. */
async function followed({ terminal }: Call, service: Service, run: Extraction): Promise<Extraction> {
  let end = run
  let told = ''
  const response = await service.open('GET /semantic/semanticextractions/{extraction_id}/events', { path: { extraction_id: run.id } })
  for await (const { data } of serverEvents(response)) {
    end = JSON.parse(data) as Extraction
    const line = `${end.status}: ${end.stage.replaceAll('_', ' ')}, ${end.progress.tables_done} of ${end.progress.tables_total} tables`
    if (line !== told) terminal.err(terminal.isErrTerminal ? `\r${line}\u001b[K` : `${line}\n`)
    told = line
  }
  if (terminal.isErrTerminal && told) terminal.err('\n')
  if (end.error) terminal.err(`${harmless(end.error)}\n`)
  return end
}

/** Makes a data source askable as a model: a new one, or one that is there already. */
async function offer(service: Service, name: string, base: string, datasourceId: string): Promise<void> {
  const models = await service.call('GET /core/models', { query: { q: name, page_size: 100 } })
  const known = models.find((model) => model.name === name)
  if (known) await service.call('POST /semantic/datasourcemodels', { body: { datasource_id: datasourceId, model_id: known.id } })
  else await service.call('POST /core/models', { body: { name, base_model_id: base, datasource_ids: [datasourceId] } })
}
