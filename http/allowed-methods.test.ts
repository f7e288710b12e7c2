import { expect, test } from 'vitest'
import { testServer } from '#test/harness.ts'

test('a method that is not answered is told those of the path itself, not of one with a parameter in its place', async () => {
  const server = await testServer()
  const allowed = async (path: string) => {
    const response = await server.open(`OPTIONS ${path}`)
    return [response.status, response.headers.get('allow')]
  }
  expect(await allowed('/core/groups/paginated')).toEqual([405, 'GET, HEAD'])
  expect(await allowed('/core/groups')).toEqual([405, 'GET, POST, HEAD'])
  await server.close()
})
