import type { LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { CallOptions } from '../model/model-caller.ts'
import type { WireCall, WireMessage, WireRequest } from '../model/models.ts'

/** A call in OpenAI's form; `null` when it holds what that wire is not used for: files, other tools than functions, a forced choice among them. */
export function wireRequest({
  prompt,
  tools,
  toolChoice,
  temperature,
  topP,
  maxOutputTokens,
  responseFormat,
  isWhole,
  traceparent,
}: CallOptions): WireRequest | null {
  const messages = wireMessages(prompt)
  if (!messages || !areFunctions(tools) || (toolChoice && toolChoice.type !== 'auto' && toolChoice.type !== 'none')) return null
  return {
    messages,
    tools: tools?.length ? tools : undefined,
    toolChoice: toolChoice?.type === 'none' ? 'none' : 'auto',
    temperature,
    topP,
    maxOutputTokens,
    json: responseFormat?.type === 'json' ? responseFormat : undefined,
    whole: isWhole ?? false,
    traceparent,
  }
}

const areFunctions = (tools: CallOptions['tools']): tools is LanguageModelV4FunctionTool[] | undefined =>
  tools === undefined || tools.every(({ type }) => type === 'function')

function wireMessages(prompt: LanguageModelV4Prompt): WireMessage[] | null {
  const messages: WireMessage[] = []
  for (const message of prompt) {
    const read = wireMessage(message)
    if (!read) return null
    messages.push(...read)
  }
  return messages
}

function wireMessage(message: LanguageModelV4Message): WireMessage[] | null {
  if (message.role === 'system') return [{ role: 'system', content: message.content }]
  if (message.role === 'tool') {
    const results: WireMessage[] = []
    for (const part of message.content) {
      if (part.type !== 'tool-result' || (part.output.type !== 'json' && part.output.type !== 'error-json')) return null
      results.push({ role: 'tool', tool_call_id: part.toolCallId, content: JSON.stringify(part.output.value) })
    }
    return results
  }
  let content = ''
  const calls: WireCall[] = []
  for (const part of message.content) {
    if (part.type === 'text') content += part.text
    else if (part.type === 'tool-call' && message.role === 'assistant') {
      calls.push({ id: part.toolCallId, type: 'function', function: { name: part.toolName, arguments: JSON.stringify(part.input) } })
    } else return null
  }
  if (calls.length) return [{ role: 'assistant', content: content === '' ? null : content, tool_calls: calls }]
  return [{ role: message.role, content }]
}
