import { existsSync } from 'node:fs'
import { readEnvironment } from './env.ts'
import type { Listen } from './listener.ts'
import { createLogLines, writerTo } from './log-lines.ts'
import { reason } from './reason.ts'

/** The whole of `npm start`: serves what the command line and the environment ask for, until told to stop. */
export async function runCommand(listen: Listen): Promise<void> {
  const lines = createLogLines(writerTo(1))
  process.on('exit', lines.flush)
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const environment = readEnvironment(process.env)
    // Loaded only now: a bad setting is told without waiting for everything else.
    const { serve } = await import('./serve.ts')
    await serve(listen, environment, environment.LOG === 'off' ? { ...lines, log: () => {} } : lines)
  } catch (error) {
    process.stderr.write(`Querent cannot start: ${reason(error)}\n`)
    process.exit(1)
  }
}
