import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { never, SHOP, sourceFile, sqliteFile, streamOf, untrusted } from '#connectors/sources/fixtures.ts'
import { createSources } from '#connectors/sources/local.ts'
import { createObjectStore, type ObjectStore } from '#connectors/sources/object-store/client.ts'
import { createRunnerPool } from '#connectors/sources/runner/pool.ts'
import { createStage } from '#connectors/sources/stage.ts'
import type { SourceSpec } from '#domain/semantics/sources/source.ts'
import { temporaryFolder } from '#test/database.ts'
import { type S3Server, startS3Server } from '#test/s3-server.ts'
import { createObjectFileStore, foldersFrom } from './object-store.ts'

const pool = createRunnerPool({ size: 1, memoryMb: 512 })
const incoming = temporaryFolder()
let server: S3Server
let bucket: ObjectStore
beforeAll(async () => {
  server = await startS3Server()
  bucket = createObjectStore(server, fetch)
})
afterAll(async () => {
  await pool.close()
  await server?.stop()
})

const storeOf = (store = bucket) => createObjectFileStore({ store, prefix: 'up loads', incoming, pool, partBytes: 5 * 1024 * 1024 })
const sources = () =>
  createSources(pool, { fileRoot: '/nowhere', folders: foldersFrom(bucket, 'up loads', createStage({ root: temporaryFolder(), maxBytes: 200_000_000 })) })
const keys = async () => (await bucket.list('', { signal: never })).objects.map(({ key }) => key)
const put = (name: string, content: string | Uint8Array, maxBytes = 100_000_000) =>
  storeOf().put({ id: 'f', name, body: streamOf(content), maxBytes, signal: never })

test('an upload lies in the bucket, is queried from there, and goes with its file', async () => {
  const csv = await put('orders.csv', 'id,total\n1,2.5\n2,3\n')
  const database = await put('shop.db', sqliteFile(SHOP))
  expect((await keys()).every((key) => /^up loads\/f_[0-9a-f]{32}\/(\d+\.parquet|contents\.json|data\.sqlite)$/.test(key))).toBe(true)
  const spec = (type: 'file' | 'sqlite', name: string, file: typeof csv): SourceSpec => ({
    id: name,
    type,
    version: '1',
    files: [sourceFile(name, file)],
    connection: null,
  })
  const read = async (source: SourceSpec, sql: string) => (await sources().query(source, untrusted(sql), never)).rows
  expect(await read(spec('file', 'orders.csv', csv), 'select sum(total) from orders')).toEqual([[5.5]])
  expect(await read(spec('sqlite', 'shop.db', database), 'select count(*) from customers')).toEqual([[3]])
  await storeOf().delete(csv.storageKey)
  expect((await keys()).some((key) => key.includes(csv.storageKey))).toBe(false)
  expect(await sources().validate(spec('file', 'orders.csv', csv), never)).toMatchObject({ valid: false, checks: [{ name: 'reach', ok: false }] })
})

test('a large one goes in parts', async () => {
  const lines = Array.from(
    { length: 250_000 },
    (_, index) => `${index},${Math.random().toString(36)}${Math.random().toString(36)}${Math.random().toString(36)}`,
  )
  const large = await put('large.csv', `id,noise\n${lines.join('\n')}\n`)
  const [object] = (await bucket.list(`up loads/${large.storageKey}/0.parquet`, { signal: never })).objects
  expect(object?.size).toBeGreaterThan(5 * 1024 * 1024)
  const source: SourceSpec = { id: 'large', type: 'file', version: '1', files: [sourceFile('large.csv', large)], connection: null }
  expect((await sources().query(source, untrusted('select count(*), max(id) from large'), never)).rows).toEqual([[250_000, 249_999]])
}, 60_000)

test('one that is refused, or that the bucket does not take, leaves nothing', async () => {
  const before = await keys()
  await expect(put('big.csv', 'a,b\n1,2\n'.repeat(100), 50)).rejects.toMatchObject({ code: 'payload_too_large' })
  const closed = storeOf(createObjectStore({ ...server, secretAccessKey: 'wrong' }, fetch))
  await expect(closed.put({ id: 'f', name: 'a.csv', body: streamOf('a\n1\n'), maxBytes: 1000, signal: never })).rejects.toMatchObject({ code: 'overloaded' })
  await expect(storeOf().delete('../other')).rejects.toMatchObject({ code: 'invalid' })
  expect([await keys(), readdirSync(incoming)]).toEqual([before, []])
})
