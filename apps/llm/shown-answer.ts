import { behindAnswer } from '#domain/agent/answers/markdown.ts'
import { plainShape, shapeAnswer } from '#domain/agent/answers/shape-answer.ts'
import type { Completion } from '#domain/agent/completions/completion.ts'
import type { CompletionEvent } from '#domain/agent/completions/completions.ts'
import type { JsonAnswer } from '#domain/agent/model/models.ts'
import type { Attachment, QueryAttachment } from '#domain/agent/sessions/attachments.ts'

/** How an answer is shown: as it is, with its results in Markdown behind it, or as JSON of a shape. What is stored is always the answer as it is. */
export type Shown = { as: 'plain' } | { as: 'markdown'; pictures: PicturesOf } | { as: 'json'; format: JsonAnswer }
/** Where the charts of an answer are shown, by their attachments' ids. */
export type PicturesOf = (completion: Completion) => Promise<ReadonlyMap<string, string>>

/** The events of an answer as a client is shown them. */
export function shownAnswer(events: AsyncIterable<CompletionEvent>, shown: Shown): AsyncIterableIterator<CompletionEvent> {
  if (shown.as === 'json') return inJson(events, shown.format)
  return shown.as === 'markdown' ? inMarkdown(events, shown.pictures) : plain(events)
}

async function* plain(events: AsyncIterable<CompletionEvent>): AsyncIterableIterator<CompletionEvent> {
  yield* events
}

async function* inMarkdown(events: AsyncIterable<CompletionEvent>, pictures: PicturesOf): AsyncIterableIterator<CompletionEvent> {
  for await (const event of events) {
    if (event.type !== 'end') {
      yield event
      continue
    }
    const more = await behind(event.completion, pictures)
    if (more) yield { type: 'text', text: more }
    yield { type: 'end', completion: withContent(event.completion, (content) => content + more) }
  }
}

const behind = async (completion: Completion, pictures: PicturesOf): Promise<string> => behindAnswer(attachmentsOf(completion), await pictures(completion))

/** A stored answer as a client is shown it. */
export async function shownCompletion(completion: Completion, shown: Exclude<Shown, { as: 'json' }>): Promise<Completion> {
  if (shown.as === 'plain') return completion
  const more = await behind(completion, shown.pictures)
  return withContent(completion, (content) => content + more)
}

/** Its words are kept back until the whole is known. Fails with `invalid` where a shape asks for what the answer does not have. */
async function* inJson(events: AsyncIterable<CompletionEvent>, { schema }: JsonAnswer): AsyncIterableIterator<CompletionEvent> {
  for await (const event of events) {
    if (event.type === 'text') continue
    if (event.type !== 'end') {
      yield event
      continue
    }
    const { completion } = event
    const result = attachmentsOf(completion).findLast((attachment): attachment is QueryAttachment => attachment.type === 'query')
    const facts = {
      text: completion.choices[0]?.message.content ?? '',
      columns: result?.columns ?? [],
      rows: result?.rows ?? [],
      rowCount: result?.row_count ?? 0,
    }
    const text = JSON.stringify(schema ? shapeAnswer(schema, facts) : plainShape(facts))
    yield { type: 'text', text }
    yield { type: 'end', completion: withContent(completion, () => text) }
  }
}

const attachmentsOf = ({ choices }: Completion): Attachment[] => choices[0]?.message.attachments ?? []

const withContent = (completion: Completion, change: (content: string) => string): Completion => ({
  ...completion,
  choices: completion.choices.map((choice) => ({ ...choice, message: { ...choice.message, content: change(choice.message.content) } })),
})
