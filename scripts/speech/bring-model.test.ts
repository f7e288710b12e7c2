import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listen } from '#test/listen.ts'
import { bringModel } from './bring-model.ts'
import { melFilters } from './convert.ts'

test('a model is brought whole, with progress, or not at all', async () => {
  const body = Buffer.alloc(300_000, 7)
  const { origin, stop } = await listen(createServer((request, reply) => void (request.url?.includes('gone') ? reply.writeHead(404).end() : reply.end(body))))
  const folder = mkdtempSync(join(tmpdir(), 'model-'))
  const path = join(folder, 'models/ggml-x.bin')
  const model = { name: 'x', bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') }
  const told: string[] = []
  await bringModel(model, path, origin, (line) => told.push(line))
  expect(readFileSync(path).equals(body)).toBe(true)
  expect(told.at(-1)).toContain('100 %')
  await expect(bringModel({ ...model, sha256: '00' }, join(folder, 'models/y.bin'), origin, () => {})).rejects.toThrow('checksum')
  await expect(bringModel({ ...model, bytes: 1000 }, join(folder, 'models/y.bin'), origin, () => {})).rejects.toThrow('longer')
  await expect(bringModel(model, join(folder, 'models/y.bin'), `${origin}/gone`, () => {})).rejects.toThrow('404')
  expect(readdirSync(join(folder, 'models'))).toEqual(['ggml-x.bin'])
  await stop()
  await expect(bringModel(model, join(folder, 'models/y.bin'), origin, () => {})).rejects.toThrow('cannot be reached')
  rmSync(folder, { recursive: true })
})

test('the filters of the mel scale', () => {
  const filters = melFilters(80)
  expect(filters).toHaveLength(80 * 201)
  expect(filters[1]).toBeCloseTo(0.024_862_59, 7)
})
