import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedSpeech } from '#domain/speech/engine.ts'
import { KNOWN_MODELS, modelFile } from './models.ts'

/** The systems `@napi-rs/whisper` is built for. */
const PLATFORMS = ['linux-x64', 'darwin-x64', 'darwin-arm64']
const COMMAND = 'npm run get:speech'

export const engineFolder = (folder: string): string => join(folder, 'engine')
export const modelsFolder = (folder: string): string => join(folder, 'models')
export const modelPath = (folder: string, name: string): string => join(modelsFolder(folder), modelFile(name))

/** What of the embedded engine is in `folder`, and how to get the rest. Looks at the disk each time: what is brought while the services run is found. */
export function readInstalled(folder: string, platform = `${process.platform}-${process.arch}`): EmbeddedSpeech {
  if (!PLATFORMS.includes(platform))
    return { engine: false, models: [], missing: [`an engine for ${platform}: there is one for ${PLATFORMS.join(', ')}`], command: null }
  const engine = existsSync(join(engineFolder(folder), 'node_modules/@napi-rs/whisper/index.js'))
  const models = modelsIn(modelsFolder(folder))
  const missing = [...(engine ? [] : ['the engine']), ...(models.length ? [] : ['a model'])]
  return { engine, models, missing, command: missing.length ? COMMAND : null }
}

/** Known ones first, the best at the front; others by name. A known one that is not whole does not count. */
function modelsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const found = readdirSync(folder).flatMap((file) => /^ggml-([\w.-]+)\.bin$/.exec(file)?.[1] ?? [])
  const isWhole = (name: string): boolean => {
    const known = KNOWN_MODELS.find((model) => model.name === name)
    return !known || statSync(join(folder, modelFile(name))).size === known.bytes
  }
  const rank = (name: string): number => {
    const at = KNOWN_MODELS.findIndex((model) => model.name === name)
    return at < 0 ? KNOWN_MODELS.length : at
  }
  return found.filter(isWhole).toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}
