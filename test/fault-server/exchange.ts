import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request to the fault server, and the means to answer it badly. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What was asked. */
  readonly body: { stream?: boolean; tools?: unknown[]; messages?: unknown[] }
  /** 1 for a case's first request. */
  readonly attempt: number
  isOver = false
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(request: IncomingMessage, response: ServerResponse, body: Exchange['body'], attempt: number) {
    this.request = request
    this.response = response
    this.body = body
    this.attempt = attempt
    response.on('error', () => {})
    response.on('close', () => {
      this.isOver = true
      for (const timer of this.#timers) clearInterval(timer)
    })
  }

  /** Nobody looks before the end. */
  get isWhole(): boolean {
    return this.body.stream !== true
  }

  head(status = 200, headers: Record<string, string | string[]> = { 'content-type': 'text/event-stream' }): void {
    this.response.writeHead(status, headers)
    this.response.flushHeaders()
  }

  json(body: unknown, status = 200, headers: Record<string, string> = {}): void {
    this.response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  write(text: string | Uint8Array): void {
    if (!this.isOver) this.response.write(text)
  }

  end(text = ''): void {
    if (!this.isOver) this.response.end(text)
  }

  /** TCP RST. */
  reset(): void {
    this.request.socket.resetAndDestroy()
  }

  after(ms: number, run: () => void): void {
    this.#timers.add(setTimeout(run, ms))
  }

  every(ms: number, run: () => void): void {
    this.#timers.add(setInterval(run, ms))
  }

  /** Sends without end, as fast as it is taken. */
  pour(text: string): void {
    const more = () => {
      while (!this.isOver && this.response.write(text)) {}
    }
    this.response.on('drain', more)
    more()
  }

  /** A stream at once. */
  stream(text = ''): void {
    this.head()
    this.end(text)
  }

  answerAfterHints(): void {
    this.response.writeEarlyHints({ link: '</x>; rel=preload' })
    this.answer()
  }

  /** An answer in words as it was asked for: whole, or one after the other. */
  answer(words: string[] = WORDS): void {
    if (this.isWhole) {
      this.json(whole({ content: words.join('') }))
      return
    }
    this.head()
    for (const word of words) this.write(token(word))
    this.end(stop() + usage() + DONE)
  }

  /** A call of one tool, as often as the model is asked; in words where it is offered none. */
  calls(name: string, input: string): void {
    if (this.isWhole) {
      const call = { id: 'call_1', type: 'function', function: { name, arguments: input } }
      this.json(whole({ content: null, tool_calls: [call], finish_reason: 'tool_calls' }))
      return
    }
    this.head()
    this.write(toolCall(name, input, this.attempt))
    this.end(stop('tool_calls') + usage() + DONE)
  }
}

export const WORDS = ['Fünf ', 'Kunden ', '€ 🎵 ', 'kamen.']
export const ANSWER = WORDS.join('')
export const DONE = 'data: [DONE]\n\n'

const chunk = (members: object) => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...members })}\n\n`
export const token = (content: string): string => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
export const stop = (reason = 'stop'): string => chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
export const usage = (prompt_tokens = 10, completion_tokens = 4): string =>
  chunk({ choices: [], usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens } })
export const toolCall = (name: string, input: string, id: number): string =>
  chunk({
    choices: [
      { index: 0, delta: { tool_calls: [{ index: id, id: `call_${id}`, type: 'function', function: { name, arguments: input } }] }, finish_reason: null },
    ],
  })
type Whole = { content?: string | null; tool_calls?: object[]; finish_reason?: string | null; usage?: object | undefined }

/** A completion in one piece. */
export const whole = ({ content = ANSWER, tool_calls, finish_reason = 'stop', ...facts }: Whole = {}): string =>
  JSON.stringify({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content, tool_calls }, finish_reason }],
    usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
    ...facts,
  })
export const errorEvent = (code: number | string = 'server_error'): string => `data: ${JSON.stringify({ error: { message: 'sk-upstream-words', code } })}\n\n`
