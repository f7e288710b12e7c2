/** The `data` of each event of a stream, as they come; of events with an id `data` is told where it stands. */
export async function* eventsOf(response: Response, data = /^data: ([\s\S]*)$/): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const found = data.exec(event)?.[1]
      if (found !== undefined) yield found
    }
  }
}
