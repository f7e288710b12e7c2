const MOST_BYTES = 32_000_000

/**
 * A transcription reply with all members of OpenAI's `verbose_json`: what a server left out or wrote as text is put right, and a bare text becomes an object.
 * Throws on a reply that is neither.
 */
export async function completeReply(response: Response): Promise<Response> {
  const text = await boundedText(response)
  const isText = /^text\/(?!.*json)/i.test(response.headers.get('content-type') ?? '')
  const reply: unknown = isText ? { text } : JSON.parse(text)
  return Response.json(typeof reply === 'object' && reply !== null ? completed(reply as Record<string, unknown>) : reply)
}

function completed({ text, language, duration, segments, words }: Record<string, unknown>): Record<string, unknown> {
  const seconds = numberIn(duration)
  return {
    text,
    ...(typeof language === 'string' ? { language: language.toLowerCase() } : {}),
    ...(seconds === null ? {} : { duration: seconds }),
    ...(Array.isArray(segments) ? { segments: segments.flatMap(completedSegment) } : {}),
    ...(Array.isArray(words) ? { words: words.flatMap(completedWord) } : {}),
  }
}

function completedSegment(segment: unknown, index: number): Record<string, unknown>[] {
  if (typeof segment !== 'object' || segment === null) return []
  const { text, start, end } = segment as Record<string, unknown>
  const [from, to] = [numberIn(start), numberIn(end)]
  if (typeof text !== 'string' || from === null || to === null) return []
  const unused = { seek: 0, tokens: [], temperature: 0, avg_logprob: 0, compression_ratio: 0, no_speech_prob: 0 }
  return [{ id: index, start: from, end: to, text, ...unused }]
}

function completedWord(told: unknown): Record<string, unknown>[] {
  if (typeof told !== 'object' || told === null) return []
  const { word, start, end } = told as Record<string, unknown>
  const [from, to] = [numberIn(start), numberIn(end)]
  return typeof word === 'string' && from !== null && to !== null ? [{ word, start: from, end: to }] : []
}

function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MOST_BYTES) throw new Error('the transcription is too long')
  }
  return text + decoder.decode()
}
