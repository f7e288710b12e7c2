import { expect, test } from 'vitest'
import type { ThreadRequest, ThreadResult } from './database-messages.ts'
import { decodeAnswer, encodeAnswer, RequestDecoder, RequestEncoder } from './database-wire.ts'

const bytes = new Uint8Array([0, 1, 255])

test('work arrives as it was sent, also when its texts were sent before', () => {
  const [encoder, decoder] = [new RequestEncoder(), new RequestDecoder()]
  const insert = { sql: 'insert into t values (?, ?, ?, ?, ?)', args: ['a', 1.5, null, 2n ** 60n, bytes] }
  const works: ThreadRequest['work'][] = [
    { kind: 'execute', statement: insert },
    { kind: 'execute', statement: { sql: 'select :a', args: { ':a': bytes } } },
    { kind: 'batch', statements: [insert, { sql: 'delete from t', args: [] }, insert], unsynced: true, unread: false },
    { kind: 'batch', statements: [{ sql: 'delete from t', args: [] }], unsynced: false, unread: true },
    { kind: 'batch', statements: [], unsynced: false, unread: false },
    { kind: 'migrate', statements: [{ sql: 'drop table t', args: [] }] },
    { kind: 'script', sql: 'select 1; select 2' },
    { kind: 'close' },
  ]
  for (let round = 1; round <= 2; round += 1) {
    const arrived = works.map((work, id) => decoder.decode(structuredClone(encoder.encode({ id, work }))))
    expect(arrived.map(({ id }) => id)).toEqual(works.map((_, id) => id))
    expect(JSON.stringify(arrived, readable)).toBe(
      JSON.stringify(
        works.map((work, id) => ({ id, work: unprefixed(work) })),
        readable,
      ),
    )
  }
})

test('of any number of texts each arrives as it was sent', () => {
  const [encoder, decoder] = [new RequestEncoder(), new RequestDecoder()]
  const numbers = Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 2_600)
  for (const [id, number] of numbers.entries()) {
    const request: ThreadRequest = { id, work: { kind: 'execute', statement: { sql: `select ${number}`, args: [] } } }
    expect(decoder.decode(encoder.encode(request))).toEqual(request)
  }
})

test('answers arrive as they were sent', () => {
  const rows = { columns: ['a'], columnTypes: [''], rows: [[1], [null]] }
  const answers: ThreadResult[][] = [[], [[1, 2n ** 60n]], [rows], [[0, 0], rows, [3, 4]], [rows, rows]]
  for (const [id, results] of answers.entries()) expect(decodeAnswer(structuredClone(encodeAnswer({ id, results })))).toEqual({ id, results })
})

const readable = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Uint8Array) return Array.from(value)
  return (value as { type?: string } | null)?.type === 'Buffer' ? (value as unknown as { data: number[] }).data : value
}

/** As the driver wants the names of arguments. */
const unprefixed = (work: ThreadRequest['work']) =>
  work.kind === 'execute' && !Array.isArray(work.statement.args) ? { kind: work.kind, statement: { sql: work.statement.sql, args: { a: bytes } } } : work
