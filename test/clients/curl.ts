import { spawn } from 'node:child_process'
import { expect } from 'vitest'
import { ANSWER, cases, QUESTION } from './case.ts'
import type { Place } from './place.ts'

function curl(place: Place, path: string, body: object | null) {
  const sent = body ? ['-H', 'content-type: application/json', '-d', JSON.stringify(body)] : []
  const child = spawn('curl', ['-sN', '-i', '--max-time', '60', '-H', `authorization: Bearer ${place.key}`, ...sent, `${place.llm}${path}`])
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
  return { child, ended, text: () => text }
}

const messages = [{ role: 'user', content: QUESTION }]
const dataOf = (text: string): string[] => text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6).trim()] : []))
const said = (text: string): string =>
  dataOf(text)
    .filter((data) => data !== '[DONE]')
    .map((data) => JSON.parse(data).choices?.[0]?.delta?.content ?? '')
    .join('')

export const curlClient = cases('curl -N', {
  JSON: async (place) => {
    const text = await curl(place, '/session/completions', { model: place.model, messages }).ended
    expect(text).toContain(ANSWER)
  },
  'a stream ends with [DONE]': async (place) => {
    const text = await curl(place, '/session/completions', { model: place.model, messages, stream: true }).ended
    expect([said(text), dataOf(text).at(-1)]).toEqual([ANSWER, '[DONE]'])
  },
  'the AI SDK protocol carries its header': async (place) => {
    const text = await curl(place, '/session/completions?protocol=ui-message', { model: place.model, messages }).ended
    expect(text.toLowerCase()).toContain('x-vercel-ai-ui-message-stream: v1')
    expect(dataOf(text).at(-1)).toBe('[DONE]')
  },
  'an answer is read again from its start': async (place) => {
    const text = await curl(place, '/session/completions', { model: place.model, messages, stream: true }).ended
    const { id } = JSON.parse(dataOf(text)[0] ?? '{}')
    const again = await curl(place, `/session/completions/${id}/events`, null).ended
    expect([said(again), dataOf(again).at(-1)]).toEqual([ANSWER, '[DONE]'])
  },
  'tokens come as they are made, and a killed client lets the provider go': async (place) => {
    const { model, provider } = await place.vendor({ drip: 'word ', everyMs: 5 })
    const { child, text } = curl(place, '/session/completions', { model, messages, stream: true })
    while (!text().includes('word ')) await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill('SIGKILL')
    await provider.abandoned
  },
})
