import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

export type VendorCall = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  fields: Record<string, string[]>
  json: any
  bytes: Uint8Array
}
type Answer = { status?: number; headers?: Record<string, string>; body: unknown }
/** What one vendor's interface answers to each call, as its reference shows it. */
export type Wire = (call: VendorCall, calls: VendorCall[]) => Answer

/** A vendor of speech to text on a loopback port. With `fails` the next calls are answered so. */
export async function startSpeechVendor(wire: Wire) {
  const calls: VendorCall[] = []
  const fails: (Answer | 'silence')[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bytes = new Uint8Array(Buffer.concat(chunks))
    const type = request.headers['content-type'] ?? ''
    const url = new URL(request.url ?? '', 'http://vendor')
    const call: VendorCall = {
      ...{ method: request.method ?? '', path: url.pathname, query: url.searchParams, headers: request.headers, bytes },
      fields: type.startsWith('multipart/') ? await fieldsOf(bytes, type) : {},
      json: type.startsWith('application/json') ? JSON.parse(Buffer.from(bytes).toString()) : null,
    }
    calls.push(call)
    const fail = fails.shift()
    if (fail === 'silence') return
    send(response, fail ?? wire(call, calls))
  })
  const { origin, stop } = await listen(server)
  return { origin, calls, fails, close: stop }
}

function send(response: ServerResponse, { status = 200, headers, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** The fields of a form; of a file its name and length. */
async function fieldsOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Record<string, string[]>> {
  const fields: Record<string, string[]> = {}
  for (const [name, value] of await new Response(bytes, { headers: { 'content-type': type } }).formData()) {
    fields[name] = [...(fields[name] ?? []), typeof value === 'string' ? value : `${value.name} ${value.size}`]
  }
  return fields
}

const words = [
  { word: 'show', start: 0.1, end: 0.4 },
  { word: 'revenue', start: 0.5, end: 1.1 },
]
const missing = { status: 404, body: { error: 'no such path' } }

/** The interfaces by kind of provider. */
export const WIRES: Record<string, Wire> = {
  openai: ({ path }) =>
    path === '/v1/audio/transcriptions' || path === '/v1/audio/translations'
      ? { body: { text: 'show revenue', language: 'english', duration: 1.4, segments: [], words } }
      : missing,
  azure: ({ path, query }) =>
    path === '/openai/deployments/hearing/audio/transcriptions' && query.has('api-version') ? { body: { text: 'show revenue' } } : missing,
  groq: ({ path }) =>
    path === '/openai/v1/audio/transcriptions' || path === '/openai/v1/audio/translations'
      ? {
          body: {
            ...{ task: 'transcribe', language: 'English', duration: 1.4, text: ' show revenue', x_groq: { id: 'req_1' } },
            segments: [
              {
                ...{ id: 0, seek: 0, start: 0, end: 1.4, text: ' show revenue', tokens: [1] },
                temperature: 0,
                avg_logprob: 0,
                compression_ratio: 1,
                no_speech_prob: 0,
              },
            ],
          },
        }
      : missing,
  mistral: ({ path }) =>
    path === '/v1/audio/transcriptions'
      ? {
          body: {
            ...{ model: 'voxtral-mini-2602', text: 'show revenue', language: 'en' },
            ...{ segments: [{ type: 'transcription_segment', text: 'show revenue', start: 0, end: 1.4 }], usage: { prompt_audio_seconds: 2 } },
          },
        }
      : missing,
  google: ({ path }) =>
    path === '/v1beta/interactions'
      ? {
          body: {
            steps: [
              {
                content: [
                  {
                    ...{ type: 'text', text: 'show revenue' },
                    annotations: words.map(({ word, start, end }) => ({ type: 'word_info', text: word, start_offset: `${start}s`, end_offset: `${end}s` })),
                  },
                ],
              },
            ],
          },
        }
      : missing,
  'workers-ai': ({ path }) =>
    path === '/accounts/acc1/ai/run/@cf/openai/whisper-large-v3-turbo'
      ? {
          body: {
            ...{ success: true, errors: [], messages: [] },
            result: { text: 'show revenue', transcription_info: { language: 'en', duration: 1.4 }, segments: [{ text: 'show revenue', start: 0, end: 1.4 }] },
          },
        }
      : missing,
  deepgram: ({ path }) =>
    path === '/v1/listen'
      ? { body: { metadata: { duration: 1.4 }, results: { channels: [{ detected_language: 'en', alternatives: [{ transcript: 'show revenue', words }] }] } } }
      : missing,
  elevenlabs: ({ path }) =>
    path === '/v1/speech-to-text'
      ? {
          body: {
            ...{ language_code: 'eng', language_probability: 0.98, text: 'show revenue' },
            words: [
              { text: 'show', type: 'word', start: 0.1, end: 0.4 },
              { text: ' ', type: 'spacing', start: 0.4, end: 0.5 },
              { text: 'revenue', type: 'word', start: 0.5, end: 1.1 },
            ],
          },
        }
      : missing,
  assemblyai: ({ method, path }, calls) => {
    if (path === '/v2/upload') return { body: { upload_url: 'https://cdn.assemblyai.com/upload/1' } }
    if (path === '/v2/transcript' && method === 'POST') return { body: { id: 'tr_1', status: 'queued' } }
    if (path !== '/v2/transcript/tr_1') return missing
    const isDone = calls.filter((call) => call.path === path).length > 1
    if (!isDone) return { body: { id: 'tr_1', status: 'processing' } }
    const timed = words.map(({ word, start, end }) => ({ text: word, start: start * 1000, end: end * 1000 }))
    return { body: { id: 'tr_1', status: 'completed', text: 'show revenue', language_code: 'en_us', audio_duration: 1.4, words: timed } }
  },
  gladia: ({ method, path }) => {
    if (path === '/v2/upload') return { body: { audio_url: 'https://api.gladia.io/file/1', audio_metadata: { id: '1' } } }
    if (path === '/v2/pre-recorded' && method === 'POST') return { status: 201, body: { id: 'job1', result_url: 'https://api.gladia.io/v2/pre-recorded/job1' } }
    if (path !== '/v2/pre-recorded/job1') return missing
    const utterances = [{ start: 0, end: 1.4, text: 'show revenue', confidence: 0.9, channel: 0, language: 'en', words: [] }]
    return {
      body: {
        id: 'job1',
        status: 'done',
        result: { metadata: { audio_duration: 1.4 }, transcription: { full_transcript: 'show revenue', languages: ['en'], utterances } },
      },
    }
  },
  revai: ({ method, path }) => {
    if (path === '/speechtotext/v1/jobs' && method === 'POST') return { body: { id: 'r1', status: 'in_progress', language: 'en' } }
    if (path === '/speechtotext/v1/jobs/r1') return { body: { id: 'r1', status: 'transcribed', language: 'en' } }
    if (path !== '/speechtotext/v1/jobs/r1/transcript') return missing
    const [first, second] = words
    const elements = [
      { type: 'text', value: first?.word, ts: first?.start, end_ts: first?.end, confidence: 0.9 },
      { type: 'punct', value: ' ' },
      { type: 'text', value: second?.word, ts: second?.start, end_ts: second?.end, confidence: 0.9 },
    ]
    return { body: { monologues: [{ speaker: 0, elements }] } }
  },
}
