import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** The WebAssembly of the parsers, compiled; on Workers `parser-modules-worker.ts` stands in this file's place. */
export const postgresModule = async () => WebAssembly.compile(await readFile(require.resolve('libpg-query/wasm/libpg-query.wasm')))

export const genericModule = async () =>
  WebAssembly.compile(await readFile(join(require.resolve('@guanmingchiu/sqlparser-ts'), '../../wasm/sqlparser_rs_wasm_bg.wasm')))
