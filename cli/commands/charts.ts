import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import { callOf, type World } from '../call.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { everyPage, PAGE } from '../pages.ts'
import { writeRows } from '../rows.ts'

const PICTURES = ['svg', 'png'] as const
const TABLES = ['csv', 'json', 'ndjson', 'xlsx', 'parquet'] as const
const BINARY = ['png', 'xlsx', 'parquet']
type ExportOptions = { format: (typeof PICTURES)[number] | (typeof TABLES)[number]; file?: string; theme?: 'light' | 'dark' }

/** `querent charts`: what was asked and kept, as files. */
export const chartsCommand = (world: World): Command =>
  new Command('charts').description('charts of answers, as files').addCommand(list(world)).addCommand(save(world))

const list = (world: World) =>
  new Command('list')
    .description('charts you may see, the latest first')
    .option('-a, --all', 'those of answers that were not saved too')
    .action(async ({ all }: { all?: true }, command: Command) => {
      const { terminal, format, service } = callOf(world, command)
      const origin = all ? 'all' : 'saved'
      const charts = await everyPage((page) => service().call('GET /analytics/charts', { query: { page, page_size: PAGE, origin } }))
      writeRows(terminal, format, charts, ['id', 'title', 'chart_type', 'updated_at'])
    })

const save = (world: World) =>
  new Command('export')
    .description('the picture of a chart, or its rows as of now')
    .argument('<chart>', 'its id')
    .addOption(new Option('--format <format>', 'what to write').choices([...TABLES, ...PICTURES]).default('csv'))
    .addOption(new Option('--theme <theme>', 'of a picture').choices(['light', 'dark']))
    .option('-f, --file <path>', 'where to; standard output without it')
    .action(async (id: string, { format, file, theme }: ExportOptions, command: Command) => {
      const { terminal, service } = callOf(world, command)
      if (file === undefined && terminal.columns !== null && BINARY.includes(format))
        throw new CommandFailure(EXIT.usage, `${format} is nothing to read on a terminal`, 'name a file with --file')
      const path = { chart_id: id }
      const response =
        format === 'svg' || format === 'png'
          ? await service().open('GET /analytics/charts/{chart_id}/render', { path, query: { format, ...(theme ? { theme } : {}) } })
          : await service().open('GET /analytics/charts/{chart_id}/export', { path, query: { format } })
      if (!response.body) throw new CommandFailure(EXIT.failed, 'the reply is empty')
      const target =
        file === undefined ? new Writable({ write: (part: Uint8Array, _encoding, done) => done(void terminal.out(part)) }) : createWriteStream(file)
      await pipeline(response.body, target)
      if (file !== undefined) terminal.err(`${file}\n`)
    })
