import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** The server-sent events of a reply, until it ends. */
export async function* serverEvents(response: Response): AsyncGenerator<EventSourceMessage, void> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  const waiting: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => void waiting.push(event) })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* waiting.splice(0)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
