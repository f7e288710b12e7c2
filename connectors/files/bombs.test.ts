import { afterAll, expect, test } from 'vitest'
import { createBench } from '#connectors/sources/fixtures.ts'
import { HOSTILE_FILES } from '#test/fixtures/hostile-files.ts'

const bench = createBench({ size: 1, memoryMb: 384 })
afterAll(() => bench.close())

// A slice of what `npm run prove:bombs` sends through the service, measuring it.
const SLICE = [
  'a size that lies',
  'entries beyond counting',
  'a billion laughs in the texts',
  'CSV of 100,000 columns',
  'random bytes as CSV',
  'NDJSON of ever other members',
  'Parquet with a footer of 4 GB',
  'SQLite whose column makes 4 GB',
]

test.each(SLICE)(
  '%s is refused in words',
  async (what) => {
    const file = HOSTILE_FILES.find((candidate) => candidate.what === what)
    if (!file) throw new Error('not in the list')
    const error = await bench.put(file.name, await file.bytes()).catch((reason) => reason)
    expect(error).toMatchObject({
      code: expect.stringMatching(/^(invalid|payload_too_large|unsupported_media_type)$/),
      message: expect.stringMatching(/\w{3}/),
    })
  },
  60_000,
)
