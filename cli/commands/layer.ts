import { readFileSync, writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { createTwoFilesPatch } from 'diff'
import type { LayerFormat } from '#web/api/semantic.gen.ts'
import { callOf, type World } from '../call.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { sourceNamed } from '../named.ts'
import { writeRows } from '../rows.ts'
import { harmless, type Terminal } from '../terminal.ts'

const formatOption = () => new Option('--format <format>', 'yaml, or osi: Open Semantic Interchange').choices(['yaml', 'osi']).default('yaml')

/** `querent layer`: descriptions, measures, joins and row filters of a data source as a file under version control. */
export const layerCommand = (world: World): Command =>
  new Command('layer').description('the semantic layer of a data source as a file').addCommand(pull(world)).addCommand(push(world)).addCommand(diff(world))

const pull = (world: World) =>
  new Command('pull')
    .description('write the layer to a file')
    .argument('<source>', 'its name or id')
    .option('-f, --file <path>', 'where to; standard output without it')
    .addOption(formatOption())
    .action(async (named: string, { file, format }: { file?: string; format: LayerFormat }, command: Command) => {
      const { terminal, service } = callOf(world, command)
      const { content, losses } = await service().call('GET /semantic/datasources/{datasource_id}/export', await exported(service(), named, format))
      for (const loss of losses) terminal.err(`${terminal.styleErr('yellow', 'not told:')} ${harmless(Object.values(loss).join(': '))}\n`)
      if (file === undefined) terminal.out(content)
      else writeFileSync(file, content)
    })

const push = (world: World) =>
  new Command('push')
    .description('change the layer to what a file says')
    .argument('<source>', 'its name or id')
    .requiredOption('-f, --file <path>', 'the file; - reads standard input')
    .option('-n, --dry-run', 'only tell what would change')
    .action(async (named: string, { file, dryRun }: { file: string; dryRun?: true }, command: Command) => {
      const { terminal, format, service } = callOf(world, command)
      const { id } = await sourceNamed(service(), named)
      const content = await read(terminal, file)
      const done = await service().call('POST /semantic/datasources/{datasource_id}/import', {
        path: { datasource_id: id },
        body: { content, dry_run: dryRun === true },
      })
      if (format === 'json') terminal.out(`${JSON.stringify(done, null, 2)}\n`)
      else {
        const changed = done.changes.filter(({ action }) => action !== 'unchanged')
        if (changed.length || format === 'csv') writeRows(terminal, format, changed, ['action', 'object', 'reason'])
        terminal.err(`${dryRun ? 'would be ' : ''}created ${done.created}, updated ${done.updated}, unchanged ${done.unchanged}, skipped ${done.skipped}\n`)
      }
      if (done.skipped > 0) world.setExitCode(EXIT.negative)
    })

const diff = (world: World) =>
  new Command('diff')
    .description('how a file differs from the layer: what a push would add (+) and lose (-)')
    .argument('<source>', 'its name or id')
    .requiredOption('-f, --file <path>', 'the file; - reads standard input')
    .addOption(formatOption())
    .action(async (named: string, { file, format }: { file: string; format: LayerFormat }, command: Command) => {
      const { terminal, service } = callOf(world, command)
      const { content } = await service().call('GET /semantic/datasources/{datasource_id}/export', await exported(service(), named, format))
      const local = await read(terminal, file)
      if (local === content) return
      const patch = createTwoFilesPatch(named, file, content, local)
      for (const line of patch.split('\n').slice(1)) terminal.out(`${colored(terminal, harmless(line))}\n`)
      world.setExitCode(EXIT.negative)
    })

const exported = async (service: Parameters<typeof sourceNamed>[0], named: string, format: LayerFormat) => ({
  path: { datasource_id: (await sourceNamed(service, named)).id },
  query: { format },
})

async function read(terminal: Terminal, file: string): Promise<string> {
  if (file === '-') return terminal.input()
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

const colored = (terminal: Terminal, line: string): string =>
  line.startsWith('+')
    ? terminal.style('green', line)
    : line.startsWith('-')
      ? terminal.style('red', line)
      : line.startsWith('@@')
        ? terminal.style('cyan', line)
        : line
