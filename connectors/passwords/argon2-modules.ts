import argon2WASM from 'argon2-wasm-edge/wasm/argon2.wasm'
import blake2bWASM from 'argon2-wasm-edge/wasm/blake2b.wasm'
import type { Argon2Modules } from './argon2-edge.ts'

/** What a bundler for Workers makes of the two `.wasm` files; other runtimes cannot load this file. */
export const argon2Modules: Argon2Modules = { argon2WASM, blake2bWASM }
