/** The `data` of each event of a stream, as it comes; comments are left out. */
export async function* readEvents(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6))
      if (data.length) yield data.join('\n')
    }
  }
}

/** A stream of completion chunks, taken apart as an OpenAI client would. */
export async function readCompletion(response: Response) {
  const chunks: any[] = []
  let done = false
  for await (const data of readEvents(response)) {
    if (done) throw new Error(`after [DONE] came ${data}`)
    if (data === '[DONE]') done = true
    else chunks.push(JSON.parse(data))
  }
  const choices = chunks.flatMap((chunk) => chunk.choices ?? [])
  const events = chunks.flatMap((chunk) => (chunk.event ? [chunk.event] : []))
  return {
    chunks,
    done,
    text: choices.map((choice) => choice.delta.content ?? '').join(''),
    finish: choices.map((choice) => choice.finish_reason).filter(Boolean),
    statuses: events.flatMap((event) => (event.type === 'status' ? [event.status] : [])),
    attachments: events.flatMap((event) => (event.type === 'attachment' ? [event.attachment] : [])),
    usage: chunks.find((chunk) => chunk.usage)?.usage,
    error: chunks.find((chunk) => chunk.error)?.error,
  }
}
