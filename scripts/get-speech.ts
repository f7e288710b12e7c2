import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { engineFolder, modelPath, readInstalled } from '#connectors/speech/whisper/installed.ts'
import { KNOWN_MODELS } from '#connectors/speech/whisper/models.ts'
import { readEnvironment } from '#runtime/env.ts'
import { bringModel, megabytes, type Told } from './speech/bring-model.ts'

/** Many languages; where it cannot be had, the small one that knows English. */
const USUAL = 'base'
const SMALL = 'tiny.en'

/** `npm run get:speech -- [model] [--from <address of a folder with whisper.cpp's files>]`: brings the embedded speech engine and a model, once. */
const tell: Told = (line) => void process.stdout.write(`${line}\n`)

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const environment = readEnvironment(process.env)
  const folder = resolve(environment.SPEECH_DIR ?? join(environment.DATA_DIR, 'speech'))
  const { wanted, from } = readArguments(process.argv.slice(2))
  bringEngine(folder)
  await bringFirst(folder, wanted ? [wanted] : [USUAL, SMALL], from)
  const { models } = readInstalled(folder)
  tell(`speech is ready: ${models[0]} in ${folder}`)
} catch (error) {
  process.stderr.write(`speech is not to be had here: ${error instanceof Error ? error.message.split('\n')[0] : error}\n`)
  process.exitCode = 1
}

function readArguments(list: string[]): { wanted: string | undefined; from: string | undefined } {
  const at = list.indexOf('--from')
  const from = at < 0 ? undefined : list[at + 1]?.replace(/\/+$/, '')
  const wanted = list.find((word, index) => !word.startsWith('-') && (at < 0 || index !== at + 1))
  return { wanted, from }
}

/** The engine's package, by the checksums of the lock file beside this script, into a folder of its own. Its install scripts do not run. */
function bringEngine(folder: string): void {
  const to = engineFolder(folder)
  const lock = join(import.meta.dirname, 'speech/engine/package-lock.json')
  const isThere =
    readInstalled(folder).engine && existsSync(join(to, 'package-lock.json')) && readFileSync(join(to, 'package-lock.json')).equals(readFileSync(lock))
  if (!isThere) {
    tell('the engine: whisper.cpp (@napi-rs/whisper)')
    mkdirSync(to, { recursive: true })
    cpSync(join(import.meta.dirname, 'speech/engine'), to, { recursive: true })
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: to,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 600_000,
    })
  }
  const { missing, command } = readInstalled(folder)
  if (command === null && missing.length) throw new Error(missing.join(', '))
  try {
    execFileSync(process.execPath, ['-e', "require('@napi-rs/whisper')"], { cwd: to, stdio: 'ignore', timeout: 60_000 })
  } catch {
    rmSync(to, { recursive: true, force: true })
    throw new Error('the engine does not start on this machine: it needs a processor with AVX2 and, on Linux, glibc 2.35')
  }
}

async function bringFirst(folder: string, names: string[], from: string | undefined): Promise<void> {
  for (const [index, name] of names.entries()) {
    const model = KNOWN_MODELS.find((known) => known.name === name)
    if (!model) throw new Error(`there is no model "${name}"; there are ${KNOWN_MODELS.map((known) => known.name).join(', ')}`)
    if (readInstalled(folder).models.includes(name)) return
    tell(`the model ${name}: ${megabytes(model.bytes)}`)
    try {
      return await bringModel(model, modelPath(folder, name), from, tell)
    } catch (error) {
      if (index === names.length - 1) throw error
      tell(`${name} is not to be had: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
}
