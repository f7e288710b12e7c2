import { expect, test } from 'vitest'
import { findOllama } from './find-ollama.ts'

test.each([
  ['its models', () => new Response('{"models":[{"name":"llama3.3:latest"},{"name":"qwen3:8b"}]}'), ['llama3.3:latest', 'qwen3:8b']],
  ['an Ollama without models', () => new Response('{"models":[]}'), []],
  ['another program', () => new Response('{"status":"ok"}'), null],
  ['no JSON', () => new Response('<html>'), null],
  ['an error', () => new Response('', { status: 500 }), null],
])('%s', async (_, reply, found) => {
  expect(await findOllama('http://ollama.test', async () => reply())).toEqual(found)
})

test('nobody there is no failure', async () => {
  expect(await findOllama('http://127.0.0.1:1', fetch)).toBeNull()
})
