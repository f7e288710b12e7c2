import { expect, test } from 'vitest'
import { isNearby } from './nearby-server.ts'

test.each([
  'http://127.0.0.1:8080/v1',
  'http://localhost:11434',
  'http://[::1]:1/',
  'http://10.1.2.3',
  'http://172.20.0.5/v1',
  'http://ollama:11434',
  'http://gpu.local/v1',
])('near: %s', (address) => {
  expect(isNearby(address)).toBe(true)
})

test.each([null, '', 'https://api.openai.com/v1', 'https://172.32.0.1', 'https://8.8.8.8/v1', 'https://127.example.com', 'https://[2606:4700::1111]/'])(
  'not near: %s',
  (address) => {
    expect(isNearby(address)).toBe(false)
  },
)
