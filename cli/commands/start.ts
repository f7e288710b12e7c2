import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import type { World } from '../call.ts'
import { EXIT } from '../exit-codes.ts'

const ENTRY = fileURLToPath(new URL('../../runtime/node.ts', import.meta.url))

/** `querent start`: the services and the workspace on this machine, until it is told to stop. */
export const startCommand = ({ env, setExitCode }: World): Command =>
  new Command('start')
    .description('serve the workspace and the five services on this machine')
    .argument('[services...]', 'only these: core, llm, analytics, semantic, audio, workspace')
    .option('-p, --port <port>', 'everything on one port (PORT)')
    .option('-d, --data <folder>', 'where data is kept (DATA_DIR), .data by default')
    .addHelpText('after', '\nSettings come from the environment or a .env file in this folder.')
    .action(async (services: string[], { port, data }: { port?: string; data?: string }) => {
      const child = spawn(process.execPath, [ENTRY, ...services], {
        stdio: 'inherit',
        env: { ...env, ...(port === undefined ? {} : { PORT: port }), ...(data === undefined ? {} : { DATA_DIR: data }) },
      })
      // Ctrl-C reaches both; this process waits until the services have drained.
      const pass = (signal: NodeJS.Signals) => void (signal === 'SIGTERM' && child.kill(signal))
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
      const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve))
      setExitCode(code ?? EXIT.failed)
    })
