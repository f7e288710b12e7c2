import { readXlsx } from 'hucre/xlsx'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import type { TestServer } from '#test/harness.ts'

/** What a file that was saved says, as text, whatever its format. */
export async function savedAs(server: TestServer, line: string, as: string): Promise<string> {
  const reply = await server.open(line, { as })
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const type = reply.headers.get('content-type')?.split(';')[0] ?? ''
  if (type.endsWith('spreadsheetml.sheet')) return JSON.stringify((await readXlsx(bytes)).sheets.map(({ rows }) => rows))
  if (type.endsWith('parquet')) {
    const rows = await parquetReadObjects({ file: bytes.slice().buffer, compressors })
    return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  }
  return new TextDecoder().decode(bytes)
}
