import { Failure } from '#domain/failure.ts'
import type { Vendor } from './vendor.ts'

/** A vendor of speech to text alone: its models are known by name, and reading `path` tells whether it takes the key. */
const speechOnly = (address: string, path: string, headers: (key: string) => Record<string, string>, models: string[]): Vendor => ({
  address: () => address,
  needsKey: () => true,
  async open({ name }) {
    throw new Failure('provider_not_configured', `the provider "${name}" turns speech into text: it has no language models`, {
      hint: 'name it as provider_id of PUT /api/v1/audio/config',
    })
  },
  async list(_connection, { baseURL, apiKey }, read) {
    await read(`${baseURL}${path}`, headers(apiKey))
    return models
  },
})

export const deepgram = speechOnly('https://api.deepgram.com', '/v1/projects', (key) => ({ authorization: `Token ${key}` }), ['nova-2', 'nova-3'])
export const elevenlabs = speechOnly('https://api.elevenlabs.io', '/v1/models', (key) => ({ 'xi-api-key': key }), ['scribe_v1', 'scribe_v2'])
export const assemblyai = speechOnly('https://api.assemblyai.com', '/v2/transcript?limit=1', (key) => ({ authorization: key }), [
  'universal-2',
  'universal-3-pro',
])
export const gladia = speechOnly('https://api.gladia.io', '/v2/pre-recorded?limit=1', (key) => ({ 'x-gladia-key': key }), ['default'])
export const revai = speechOnly('https://api.rev.ai', '/speechtotext/v1/account', (key) => ({ authorization: `Bearer ${key}` }), [
  'machine',
  'low_cost',
  'fusion',
])
