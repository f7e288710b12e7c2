import { Command, CommanderError, Option } from 'commander'
import { ApiFailure } from '#web/api/failure.ts'
import manifest from '../package.json' with { type: 'json' }
import type { World } from './call.ts'
import { askCommand } from './commands/ask.ts'
import { chartsCommand } from './commands/charts.ts'
import { keysCommand } from './commands/keys.ts'
import { layerCommand } from './commands/layer.ts'
import { loginCommand, logoutCommand, whoamiCommand } from './commands/login.ts'
import { sourcesCommand } from './commands/sources.ts'
import { startCommand } from './commands/start.ts'
import { CommandFailure, EXIT, exitCodeOf } from './exit-codes.ts'
import { FORMATS } from './rows.ts'
import { harmless, type Terminal } from './terminal.ts'

const COMMANDS = [startCommand, loginCommand, logoutCommand, whoamiCommand, askCommand, sourcesCommand, chartsCommand, layerCommand, keysCommand]

/** Runs one line of arguments to its end and answers what the process ends with. */
export async function runLine(args: string[], { env, terminal }: { env: World['env']; terminal: Terminal }): Promise<number> {
  let exitCode: number = EXIT.done
  const world: World = {
    env,
    terminal,
    setExitCode: (code) => {
      exitCode = code
    },
  }
  const program = new Command('querent')
    .description('Ask your own data questions.')
    .version(manifest.version)
    .addOption(new Option('-o, --output <format>', 'how results are written').choices([...FORMATS]).default('table'))
    .option('--url <address>', 'where the services are found (QUERENT_URL)')
    .addHelpText('after', '\nQUERENT_URL and QUERENT_KEY stand for `querent login`. NO_COLOR turns colours off.')
  for (const command of COMMANDS) program.addCommand(command(world))
  ready(program, terminal)
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return tell(error, terminal)
  }
}

/** What commander asks of each command by itself: to throw instead of ending the process, and where to write. */
function ready(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .showHelpAfterError('Try `--help`.')
  for (const inner of command.commands) ready(inner, terminal)
}

function tell(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  const say = (message: string, hint: string | null) => {
    terminal.err(`${terminal.styleErr('red', 'querent:')} ${harmless(message)}\n`)
    if (hint) terminal.err(`${harmless(hint)}\n`)
  }
  if (error instanceof CommandFailure) {
    say(error.message, error.hint)
    return error.exitCode
  }
  if (error instanceof ApiFailure) {
    const where = error.param ? `${error.param}: ` : ''
    say(`${where}${error.message}`, error.hint ?? (error.status >= 500 && error.requestId ? `request ${error.requestId}` : null))
    return exitCodeOf(error)
  }
  if (error instanceof Error && (error.name === 'AbortError' || error.message === 'interrupted')) return EXIT.interrupted
  say(error instanceof Error ? error.message : String(error), null)
  return EXIT.failed
}
