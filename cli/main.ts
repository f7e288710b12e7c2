import { runLine } from './run-line.ts'
import { createTerminal } from './terminal.ts'

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await runLine(process.argv.slice(2), { env: process.env, terminal: createTerminal() })
