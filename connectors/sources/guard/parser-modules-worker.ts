import postgres from 'libpg-query/wasm/libpg-query.wasm'
import generic from '../../../node_modules/@guanmingchiu/sqlparser-ts/wasm/sqlparser_rs_wasm_bg.wasm'

/** What a bundler for Workers makes of the parsers' `.wasm` files: Workers compile none themselves. */
export const postgresModule = async () => postgres

export const genericModule = async () => generic
