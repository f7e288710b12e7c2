#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Node before 22.18 reads no TypeScript: the project brings one that does.
if (process.features.typescript) await import('./main.ts')
else {
  const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  child.once('error', () => {
    process.stderr.write('querent: needs Node 22.18 or later\n')
    process.exitCode = 1
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
