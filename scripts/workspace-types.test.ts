import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testServer } from '#test/harness.ts'
import { currentTypes } from './current-workspace-types.ts'
import { typesOf } from './workspace-types.ts'

test('the types the workspace is written with are those of the documents; npm run web:types writes them anew', async () => {
  const server = await testServer()
  const current = await currentTypes(server)
  await server.close()
  const stale = Object.entries(current).filter(([path, text]) => readFileSync(join(import.meta.dirname, '..', path), 'utf8') !== text)
  expect(stale.map(([path]) => path)).toEqual([])
})

test('schemas and operations become types', () => {
  const text = typesOf('core', {
    components: { schemas: { Pet: { type: 'object', properties: { name: { type: 'string' }, 'a-b': { type: ['integer', 'null'] } }, required: ['name'] } } },
    paths: {
      '/api/v1/core/pets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } }, 404: {} },
        },
      },
    },
  })
  expect(text).toContain('export type Pet = { name: string; "a-b"?: number | null }')
  expect(text).toContain("'GET /core/pets/{id}': { path: { id: string }; query: Record<string, never>; body: undefined; reply: Pet }")
})
