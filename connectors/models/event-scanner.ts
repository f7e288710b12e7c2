import type { Usage } from '#domain/agent/completions/events.ts'
import type { WireRead } from '#domain/agent/model/models.ts'
import { type ToolCallDelta, ToolCallDeltas } from './tool-call-deltas.ts'

/** A longer line is no piece of an answer. */
const LINE_CHARACTERS = 1_000_000
const CONTENT = '"content":"'
const QUOTE = 34
const BACKSLASH = 92
const BRACE_CLOSE = 125

type Said = { content?: unknown; reasoning_content?: unknown; reasoning?: unknown; tool_calls?: ToolCallDelta[] | null }
type Choice = { delta?: Said; message?: Said; finish_reason?: unknown; error?: unknown }
type Counted = { prompt_tokens?: unknown; completion_tokens?: unknown; prompt_tokens_details?: { cached_tokens?: unknown } | null }
type Chunk = { choices?: Choice[]; usage?: Counted | null; error?: unknown }

/**
 * Finds the text in OpenAI's server-sent events (WHATWG HTML §9.2.6; chat completion chunks). A chunk that is only text, as nearly all are, is cut out
 * of its line; any other is parsed. A quote inside a JSON string is always escaped, so the marks searched for cannot stand in the text itself.
 * The chunks of a reply differ in their text alone, as a rule: what stood around it in one is only compared in the next.
 */
export class EventScanner {
  /** The reason to stop has come. */
  finished = false
  /** `[DONE]` has come. */
  done = false
  readonly #decoder = new TextDecoder()
  #rest = ''
  #around: Around | null = null
  readonly #deltas = new ToolCallDeltas()
  #text = ''
  #started: string[] = []
  #calls: WireRead['calls'] = []
  #thinks = false
  #usage: Usage | null = null
  #finish: string | null = null
  #failure: { error: unknown } | null = null

  /** An error event or what is no JSON has come, after what was answered last: the next call throws it. */
  get failed(): boolean {
    return this.#failure !== null
  }

  /** What these bytes complete; `null` when that is nothing to show. Throws on an error event and on what is no JSON, once all before it was answered. */
  push(bytes: Uint8Array): WireRead | null {
    if (this.#failure) throw this.#failure.error
    const data = this.#rest + this.#decoder.decode(bytes, { stream: true })
    let start = 0
    for (;;) {
      const end = data.indexOf('\n', start)
      if (end < 0) break
      try {
        this.#line(data, start, end > start && data.charCodeAt(end - 1) === 13 ? end - 1 : end)
      } catch (error) {
        return this.#takenBefore(error)
      }
      start = end + 1
    }
    this.#rest = start === 0 ? data : data.slice(start)
    if (this.#rest.length > LINE_CHARACTERS) return this.#takenBefore(new Error('an event is too long'))
    return this.#taken()
  }

  /** What the end of the reply completes. */
  end(): WireRead | null {
    if (this.#failure) throw this.#failure.error
    const data = this.#rest + this.#decoder.decode()
    this.#rest = ''
    // A last line that was cut off tells nothing.
    if (data && !this.finished) this.#line(data, 0, data.length)
    return this.#taken()
  }

  /** What came in one piece with a failure is answered first. */
  #takenBefore(error: unknown): WireRead {
    const taken = this.#taken()
    if (!taken) throw error
    this.#rest = ''
    this.#failure = { error }
    return taken
  }

  #taken(): WireRead | null {
    if (this.#text === '' && !this.#usage && this.#finish === null && !this.#started.length && !this.#thinks) return null
    const read = { text: this.#text, started: this.#started, calls: this.#calls, usage: this.#usage, finish: this.#finish }
    this.#text = ''
    this.#thinks = false
    this.#started = []
    this.#calls = []
    this.#usage = null
    this.#finish = null
    return read
  }

  #line(data: string, start: number, end: number): void {
    if (this.done) return
    const known = this.#around && textWithin(data, start, end, this.#around)
    if (known !== null) {
      this.#text += known
      return
    }
    if (!data.startsWith('data:', start)) return
    const payload = data.slice(data.charCodeAt(start + 5) === 32 ? start + 6 : start + 5, end)
    const place = textOnly(payload)
    if (place) {
      const text = payload.slice(...place)
      this.#around = { before: data.slice(start, end - payload.length + place[0]), after: payload.slice(place[1]) }
      this.#text += text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text
      return
    }
    if (payload.trim() === '') return
    if (payload.trim() === '[DONE]') {
      this.done = true
      return
    }
    const chunk = JSON.parse(payload) as Chunk
    if (chunk.error) throw errorOf(chunk.error)
    const { text: more, thinks, deltas, usage, finish } = readChunk(chunk)
    this.#text += more
    this.#thinks ||= thinks || deltas.length > 0
    this.#usage = usage ?? this.#usage
    if (this.finished) return
    for (const delta of deltas) {
      const name = this.#deltas.take(delta)
      if (name !== null) this.#started.push(name)
    }
    if (finish === null) return
    this.#calls = this.#deltas.complete()
    this.#finish = finish
    this.finished = true
  }

  /** A completion that came whole: with or without a reason, it has ended. */
  static wholeReply(body: unknown): WireRead {
    const chunk = body as Chunk | null
    const choice = Array.isArray(chunk?.choices) ? chunk.choices[0] : undefined
    const error = chunk?.error ?? choice?.error
    if (error) throw errorOf(error)
    if (!chunk || !choice?.message) throw new Error('the reply has no message')
    const { text, deltas, usage, finish } = readChunk(chunk)
    const all = new ToolCallDeltas()
    for (const delta of deltas) all.take(delta)
    return { text, started: [], calls: all.complete(), usage, finish: finish ?? 'stop' }
  }
}

/** The line of a chunk without its text. */
type Around = { before: string; after: string }

/** The text of a line that is otherwise as one that was only text; `null` when it is not, or has to be unescaped. */
function textWithin(data: string, start: number, end: number, { before, after }: Around): string | null {
  const from = start + before.length
  const to = end - after.length
  // Slices are compared many characters at a time, `startsWith` one by one.
  if (to < from || data.slice(to, end) !== after || data.slice(start, from) !== before) return null
  for (let at = from; at < to; at++) {
    const code = data.charCodeAt(at)
    if (code === QUOTE || code === BACKSLASH) return null
  }
  return data.slice(from, to)
}

/** Where the text of a chunk begins and ends that holds nothing else; `null` when it has to be parsed. What begins with a quote is slow to search in JSON. */
function textOnly(payload: string): [start: number, end: number] | null {
  const at = payload.indexOf(CONTENT)
  if (at < 0 || payload.indexOf('"finish_reason":null') < 0 || payload.indexOf('usage":{') >= 0 || payload.indexOf('_calls"') >= 0) return null
  if (payload.charCodeAt(payload.length - 1) !== BRACE_CLOSE) return null
  const start = at + CONTENT.length
  for (let end = start; end < payload.length; end++) {
    const code = payload.charCodeAt(end)
    if (code === QUOTE) return [start, end]
    if (code === BACKSLASH) end++
  }
  return null
}

type ReadChunk = Pick<WireRead, 'text' | 'usage' | 'finish'> & { thinks: boolean; deltas: ToolCallDelta[] }

function readChunk({ choices, usage }: Chunk): ReadChunk {
  const choice = Array.isArray(choices) ? choices[0] : undefined
  const said = choice?.delta ?? choice?.message
  return {
    text: textOf(said?.content),
    thinks: isText(said?.reasoning_content) || isText(said?.reasoning),
    deltas: Array.isArray(said?.tool_calls) ? said.tool_calls.filter((delta) => typeof delta === 'object' && delta !== null) : [],
    usage: usage ? usageOf(usage) : null,
    finish: typeof choice?.finish_reason === 'string' ? choice.finish_reason : null,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Some servers give the text in parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: unknown } | null) => (isText(part?.text) ? part.text : '')).join('') : ''
}

function usageOf({ prompt_tokens: prompt, completion_tokens: completion, prompt_tokens_details: details }: Counted): Usage {
  const [input, output] = [countOf(prompt), countOf(completion)]
  const cached = details?.cached_tokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: countOf(details.cached_tokens) } }
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, ...cached }
}

const countOf = (value: unknown): number => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0)

/** An error inside the stream; some servers give it the number of a status. */
function errorOf(error: unknown): Error {
  const code = Number((error as { code?: unknown })?.code)
  return Object.assign(
    new Error('the model reported an error'),
    { responseBody: JSON.stringify(error).slice(0, 2_000) },
    code >= 400 ? { statusCode: code } : {},
  )
}
