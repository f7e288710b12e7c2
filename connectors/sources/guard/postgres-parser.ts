import { postgresModule } from '#connectors/sources/guard/parser-modules.ts'

export class DoesNotParse extends Error {
  override name = 'DoesNotParse'
}

/** What is used of the WebAssembly build of PostgreSQL's parser. */
type Parser = {
  lengthBytesUTF8(text: string): number
  stringToUTF8(text: string, at: number, length: number): void
  UTF8ToString(at: number): string
  getValue(at: number, type: 'i32'): number
  _malloc(length: number): number
  _free(at: number): void
  _wasm_parse_query_raw(at: number): number
  _wasm_free_parse_result(at: number): void
}

export type PostgresTree = { stmts?: { stmt: Record<string, unknown>; stmt_location?: number; stmt_len?: number }[] }

let parser: Promise<Parser> | null = null

/** Parses as PostgreSQL 18 does. An instance that trapped is thrown away. Fails with `DoesNotParse`. */
export async function parsePostgres(sql: string): Promise<PostgresTree> {
  parser ??= instantiate()
  const module = await parser
  try {
    return parse(module, sql)
  } catch (error) {
    if (error instanceof DoesNotParse) throw error
    parser = null
    throw new DoesNotParse('too deeply nested', { cause: error })
  }
}

function parse(module: Parser, sql: string): PostgresTree {
  const length = module.lengthBytesUTF8(sql) + 1
  const at = module._malloc(length)
  module.stringToUTF8(sql, at, length)
  const result = module._wasm_parse_query_raw(at)
  try {
    const error = module.getValue(result + 8, 'i32')
    if (error) throw new DoesNotParse(module.UTF8ToString(module.getValue(error, 'i32')))
    return JSON.parse(module.UTF8ToString(module.getValue(result, 'i32'))) as PostgresTree
  } finally {
    module._free(at)
    module._wasm_free_parse_result(result)
  }
}

async function instantiate(): Promise<Parser> {
  // On Workers the package takes the runtime for Node, where these exist.
  const host = globalThis as Record<string, unknown>
  host.location ??= { href: 'http://localhost/' }
  host.__dirname ??= '/'
  host.__filename ??= '/parser.js'
  const [{ default: create }, compiled] = await Promise.all([import('libpg-query/wasm/libpg-query.js'), postgresModule()])
  return create({
    instantiateWasm: (imports: Record<string, Record<string, unknown>>, done: (instance: unknown) => void) => {
      WebAssembly.instantiate(compiled, imports).then(done)
      return {}
    },
  })
}
