import { expect } from 'vitest'
import type { Smoke } from './smoke.ts'

export const audio: Smoke[] = [
  {
    service: 'audio',
    name: 'an authenticated call, and a write',
    async run({ api, upstream }) {
      const changed = await api.call('audio', 'PUT /config', { body: { engine: 'openai-compatible', base_url: upstream.url } })
      expect([changed.status, changed.body.engine]).toEqual([200, 'openai-compatible'])
      expect((await api.call('audio', 'GET /config')).body).toMatchObject({ base_url: upstream.url })
    },
  },
  {
    service: 'audio',
    name: 'a recording becomes text',
    async run({ api }) {
      const form = new FormData()
      form.append('file', new Blob([silence()]), 'question.wav')
      const { status, body } = await api.call('audio', 'POST /transcriptions', { form })
      expect([status, body]).toEqual([200, { text: 'How many customers are there?' }])
    },
  },
  {
    service: 'audio',
    name: 'a refused body',
    async run({ api }) {
      const form = new FormData()
      form.append('file', new Blob(['no recording']), 'question.wav')
      const { status, body } = await api.call('audio', 'POST /transcriptions', { form })
      expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  },
]

/** A tenth of a second of a WAVE file: 8 kHz, one channel, 8 bits. */
function silence(): ArrayBuffer {
  const samples = 800
  const view = new DataView(new ArrayBuffer(44 + samples))
  const text = (at: number, word: string) => {
    for (const [index, letter] of [...word].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + samples, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8_000, true)
  view.setUint32(28, 8_000, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, samples, true)
  new Uint8Array(view.buffer, 44).fill(128)
  return view.buffer
}
