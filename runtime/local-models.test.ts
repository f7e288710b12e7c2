import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testServer } from '#test/harness.ts'
import { announceLocalModels } from './local-models.ts'

test('an Ollama of this machine is told of, until a provider is set up', async () => {
  const ollama = createServer((request, response) => response.end(request.url === '/api/tags' ? '{"models":[{"name":"llama3.3"}]}' : ''))
  await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(ollama.address() as AddressInfo).port}`
  const server = await testServer()
  const log: { message: string; hint?: unknown }[] = []
  const announce = () => announceLocalModels(server.querent.systemContext('core'), (entry) => void log.push(entry), address)
  await announce()
  expect(log).toMatchObject([{ level: 'info', models: 'llama3.3', hint: expect.stringContaining(`"base_url":"${address}/v1"`) }])
  await server.request('POST /core/providers', { body: { name: 'ollama', kind: 'openai-compatible', base_url: `${address}/v1` } })
  await announce()
  expect(log).toHaveLength(1)
  ollama.closeAllConnections()
  ollama.close()
  await server.close()
})
