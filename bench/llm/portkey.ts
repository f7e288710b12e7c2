import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VERSION = '1.15.2'
/** Those of its own lock file: with a newer server every stream it answers is a 500. */
const OVERRIDES = { '@hono/node-server': '1.13.5', hono: '4.9.7' }

/** Portkey's gateway, installed by npm into a folder of its own and kept there; `null`, with the reason told, when that cannot be done. */
export function portkeyServer(folder = join(tmpdir(), `querent-bench-portkey-${VERSION}`)): string | null {
  const server = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  if (existsSync(server)) return server
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { '@portkey-ai/gateway': VERSION }, overrides: OVERRIDES }))
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, encoding: 'utf8' })
  if (status === 0 && existsSync(server)) return server
  console.log(`Portkey's gateway cannot be installed, its goals are left out: ${stderr.trim().split('\n').at(-1)}`)
  return null
}
