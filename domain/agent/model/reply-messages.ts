import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { Failure } from '../../failure.ts'
import type { ModelCallResult } from './model-call.ts'
import type { ToldReply } from './reply-reading.ts'

/** A model's reply as the prompt of its next call holds it. */
export const assistantMessage = ({ text, toolCalls }: Pick<ModelCallResult, 'text' | 'toolCalls'>): LanguageModelV4Message => ({
  role: 'assistant',
  content: [
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...toolCalls.map(({ toolCallId, toolName, input }) => ({ type: 'tool-call' as const, toolCallId, toolName, input: jsonOrText(input) })),
  ],
})

const UNUSABLE = {
  unreadable: 'Your tool call could not be read. Call the tool with its arguments as one JSON object, and write nothing else.',
  uncalled:
    'You have called no tool. Write the one SELECT statement that answers the question, corrected where it failed, in a ```sql block and nothing else; or, when the data cannot answer the question, say in one sentence what is missing.',
  unfounded: 'You told figures before any result had come. Call a tool first, then answer from its result.',
}

/** What a model is told of a reply that is not shown. */
export const reproach = ({ text, unusable }: ToldReply): LanguageModelV4Message[] => [
  { role: 'assistant', content: [{ type: 'text', text: text.slice(0, 2_000) || 'I have not answered yet.' }] },
  { role: 'user', content: [{ type: 'text', text: UNUSABLE[unusable ?? 'unreadable'] }] },
]

/** What an answer fails with that came to nothing. */
export const unusable = (why: keyof typeof UNUSABLE): Failure =>
  new Failure('provider_failed', why === 'unreadable' ? 'the model wrote tool calls that cannot be read' : 'the model told figures without asking the data', {
    hint: 'ask a larger model, or give this one the prompt profile "small"',
  })

function jsonOrText(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return { unreadable: input.slice(0, 2_000) }
  }
}
