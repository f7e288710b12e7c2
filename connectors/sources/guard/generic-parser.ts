import { genericModule } from '#connectors/sources/guard/parser-modules.ts'

/** The dialects of the parser that sources are queried in. */
export type ParserDialect = 'mysql' | 'clickhouse' | 'sqlite'

export class DoesNotParse extends Error {
  override name = 'DoesNotParse'
}

type Exports = {
  memory: { buffer: ArrayBuffer }
  parse_sql_to_json_string(dialect: number, dialectLength: number, sql: number, sqlLength: number): [number, number, number, number]
  __wbindgen_malloc(length: number, align: number): number
  __wbindgen_free(at: number, length: number, align: number): void
  __wbindgen_externrefs: { get(index: number): unknown; set(index: number, value: unknown): void; grow(by: number): number }
  __externref_table_dealloc(index: number): void
  __wbindgen_start(): void
}

let instance: Promise<Exports> | null = null

/** Parses with sqlparser-rs (0.62) and answers its tree. An instance that trapped is thrown away: its memory can no longer be trusted. Fails with `DoesNotParse`. */
export async function parseGeneric(dialect: ParserDialect, sql: string): Promise<unknown[]> {
  instance ??= instantiate()
  const wasm = await instance
  try {
    return JSON.parse(parse(wasm, dialect, sql)) as unknown[]
  } catch (error) {
    if (!(error instanceof DoesNotParse)) instance = null
    throw error instanceof DoesNotParse ? error : new DoesNotParse('too deeply nested', { cause: error })
  }
}

function parse(wasm: Exports, dialect: string, sql: string): string {
  const given = (text: string): [number, number] => {
    const bytes = new TextEncoder().encode(text)
    const at = wasm.__wbindgen_malloc(bytes.length, 1) >>> 0
    new Uint8Array(wasm.memory.buffer).set(bytes, at)
    return [at, bytes.length]
  }
  const [at, length, error, failed] = wasm.parse_sql_to_json_string(...given(dialect), ...given(sql))
  if (failed) {
    const reason = wasm.__wbindgen_externrefs.get(error) as { message?: unknown }
    wasm.__externref_table_dealloc(error)
    throw new DoesNotParse(String(reason?.message ?? reason))
  }
  const text = textAt(wasm, at, length)
  wasm.__wbindgen_free(at, length, 1)
  return text
}

const textAt = (wasm: Exports, at: number, length: number): string =>
  new TextDecoder().decode(new Uint8Array(wasm.memory.buffer).subarray(at >>> 0, (at >>> 0) + (length >>> 0)))

/** The parser needs little of its host: errors, strings and objects. The package's own glue can be started once only. */
async function instantiate(): Promise<Exports> {
  const module = await genericModule()
  let wasm: Exports
  const text = (at: number, length: number) => textAt(wasm, at, length)
  const host: [RegExp, (...values: never[]) => unknown][] = [
    [/^__wbindgen_init_externref_table$/, () => initTable(wasm.__wbindgen_externrefs)],
    [/^__wbindgen_cast_/, (value: unknown, length: unknown) => (length === undefined ? value : text(value as number, length as number))],
    [/^__wbg_Error_/, (at: number, length: number) => new Error(text(at, length))],
    [
      /wbindgen_throw_/,
      (at: number, length: number) => {
        throw new Error(text(at, length))
      },
    ],
    [/^__wbg_new_/, () => ({})],
    [
      /^__wbg_set_/,
      (object: Record<string, unknown>, key: string, value: unknown) => {
        object[key] = value
      },
    ],
    [/^__wbg_(error|stack)_/, () => undefined],
  ]
  const refuse = () => {
    throw new Error('the parser asked its host for something unknown')
  }
  const wanted = WebAssembly.Module.imports(module)
  const imports: Record<string, Record<string, unknown>> = {}
  for (const { module: from, name } of wanted) {
    imports[from] ??= {}
    imports[from][name] = host.find(([pattern]) => pattern.test(name))?.[1] ?? refuse
  }
  wasm = (await WebAssembly.instantiate(module, imports)).exports as unknown as Exports
  wasm.__wbindgen_start()
  return wasm
}

function initTable(table: Exports['__wbindgen_externrefs']): void {
  const at = table.grow(4)
  table.set(0, undefined)
  for (const [index, value] of [undefined, null, true, false].entries()) table.set(at + index, value)
}
