import type { Mailer } from '#domain/mail/mailer.ts'
import { readEnvironment } from '#runtime/env.ts'
import { type Networks, outgoingPorts } from '#runtime/outgoing.ts'
import type { TestServer } from '#test/harness.ts'

export const SECRET = 'secret-word'

/** What came of one address: `null` when nothing of it was reached, else what was answered. */
type Outcome = { requests: number; reached: string | null }
export type Caller = { name: string; speaks: 'http' | 'smtp'; call(services: TestServer, origin: string, networks: Networks): Promise<Outcome> }

const reachedBy = (...replies: { is: boolean; text: string }[]): Outcome => {
  const reached = replies.find(({ is, text }) => is || text.includes(SECRET))
  return { requests: replies.length, reached: reached?.text.slice(0, 200) ?? null }
}

let made = 0
const nameAnew = (): string => `caller-${++made}`

/** A second of silence. */
function silence(): FormData {
  const rate = 16_000
  const bytes = new DataView(new ArrayBuffer(44 + rate * 2))
  const text = (at: number, word: string) => [...word].forEach((letter, index) => void bytes.setUint8(at + index, letter.charCodeAt(0)))
  text(0, 'RIFF')
  bytes.setUint32(4, 36 + rate * 2, true)
  text(8, 'WAVEfmt ')
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, rate * 2],
  ] as const)
    bytes.setUint32(at, value, true)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    bytes.setUint16(at, value, true)
  text(36, 'data')
  const form = new FormData()
  form.set('file', new File([bytes], 'silence.wav', { type: 'audio/wav' }))
  return form
}

const provider = (kind: string, more: object = {}): Caller => ({
  name: `${kind} base_url`,
  speaks: 'http',
  async call(services, origin) {
    const body = { name: nameAnew(), kind, base_url: `${origin}/v1`, api_key: SECRET, ...more }
    const stored = await services.request('POST /core/providers', { body })
    if (stored.status !== 201) return reachedBy({ is: stored.status < 400, text: stored.text })
    const line = `/core/providers/${stored.body.id}`
    const tested = await services.request(`POST ${line}/test`, { body: { model: 'm' } })
    const listed = await services.request(`GET ${line}/models`)
    await services.request(`DELETE ${line}`)
    return reachedBy(
      { is: false, text: stored.text },
      { is: tested.body.ok === true, text: tested.text },
      { is: listed.status < 400 && listed.body.length > 0, text: listed.text },
    )
  },
})

const speech: Caller = {
  name: 'audio base_url',
  speaks: 'http',
  async call(services, origin) {
    const body = { engine: 'openai-compatible', model: 'whisper-1', base_url: `${origin}/v1`, api_key: SECRET }
    const stored = await services.request('PUT /audio/config', { body })
    if (stored.status !== 200) return reachedBy({ is: stored.status < 400, text: stored.text })
    const heard = await services.request('POST /audio/transcriptions', { raw: silence() })
    return reachedBy({ is: false, text: stored.text }, { is: heard.status < 400, text: heard.text })
  },
}

const webhook = (format: string): Caller => ({
  name: `${format} webhook url`,
  speaks: 'http',
  async call(services, origin) {
    const stored = await services.request('POST /core/webhooks', { body: { name: nameAnew(), url: `${origin}/hook`, format } })
    if (stored.status !== 201) return reachedBy({ is: stored.status < 400, text: stored.text })
    // A name that was public when it was stored.
    const line = `/core/webhooks/${stored.body.id}`
    await services.request(`POST ${line}/test`)
    for (let round = 0; round < 2; round++) {
      await services.querent.idle()
      await services.querent.worker.tick()
    }
    const [{ status } = { status: 'queued' }] = (await services.request(`GET ${line}/deliveries`)).body
    await services.request(`DELETE ${line}`)
    return { requests: 4, reached: status === 'delivered' ? 'delivered' : null }
  },
})

const mail = (name: string, speaks: Caller['speaks'], settingsOf: (origin: string) => Record<string, string>): Caller => ({
  name,
  speaks,
  async call(_, origin, networks) {
    let mailer: Mailer | null
    try {
      const environment = readEnvironment({ MAIL_FROM: 'querent@example.com', ...settingsOf(origin) })
      mailer = (await outgoingPorts(environment, networks)).mailer
    } catch {
      return { requests: 1, reached: null }
    }
    const letter = {
      id: nameAnew(),
      to: { address: 'ann@example.com', name: 'Ann' },
      subject: 'Hello',
      text: 'Hello',
      html: '<p>Hello</p>',
      headers: {},
      files: [],
    }
    const handed = mailer ? await mailer.send(letter, AbortSignal.timeout(5_000)) : { outcome: 'never', reply: '' }
    return reachedBy({ is: handed.outcome === 'taken', text: handed.reply })
  },
})

/** Everything but data sources that calls an address somebody names: administrators, users of webhooks, and the operator for mail. */
export const CALLERS: Caller[] = [
  provider('openai-compatible'),
  provider('openai'),
  provider('anthropic'),
  provider('azure', { options: { api_version: '2024-10-21' } }),
  speech,
  webhook('standard'),
  webhook('slack'),
  mail('mail over HTTP', 'http', (origin) => ({ MAIL_HTTP_URL: `${origin}/email`, MAIL_HTTP_KEY: SECRET, MAIL_HTTP_FORMAT: 'resend' })),
  mail('mail over SMTP', 'smtp', (origin) => ({ SMTP_URL: `smtp://reader:${SECRET}@${origin.replace('http://', '')}` })),
]
