import postgres from 'libpg-query/wasm/libpg-query.wasm'
import * as generic from '../../../node_modules/@guanmingchiu/sqlparser-ts/wasm/sqlparser_rs_wasm_bg.wasm'

/** What a bundler for Workers makes of the parsers' `.wasm` files: Workers compile none themselves. */
export const postgresModule = async () => postgres

// The package declares the file's own exports beside it; bundled, the file is a module to instantiate.
export const genericModule = async () => (generic as unknown as { default: WebAssembly.Module }).default
