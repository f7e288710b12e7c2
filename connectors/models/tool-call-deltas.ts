import type { LanguageModelV4ToolCall } from '@ai-sdk/provider'

/** More than any call needs, of all calls of a reply together. */
const ARGUMENT_CHARACTERS = 2_000_000

/** A piece of a call as OpenAI's chunks bring it; a whole reply brings a call in one piece, without `index`. */
export type ToolCallDelta = { index?: unknown; id?: unknown; function?: { name?: unknown; arguments?: unknown } | null }

type Call = { id: string; name: string; input: string }

/** Puts tool calls together from their pieces. A piece belongs to the call of its index; another id at the same index begins another call. */
export class ToolCallDeltas {
  readonly #calls: Call[] = []
  readonly #at = new Map<unknown, Call>()
  #characters = 0

  /** Takes a piece; answers the name of the tool when it is the first of a call. Throws when the calls grow too long. */
  take({ index, id, function: called }: ToolCallDelta): string | null {
    const given = typeof id === 'string' && id !== '' ? id : null
    const known = index === undefined || index === null ? undefined : this.#at.get(index)
    const isNew = !known || (given !== null && given !== known.id)
    const call = isNew ? { id: given ?? `call_${this.#calls.length + 1}`, name: '', input: '' } : known
    if (isNew) {
      this.#calls.push(call)
      this.#at.set(index, call)
    }
    if (call.name === '' && typeof called?.name === 'string') call.name = called.name
    if (typeof called?.arguments === 'string') {
      this.#characters += called.arguments.length
      if (this.#characters > ARGUMENT_CHARACTERS) throw new Error('the tool calls are too long')
      call.input += called.arguments
    }
    return isNew && call.name !== '' ? call.name : null
  }

  /** The calls as they are now. Throws when one has no name. */
  complete(): LanguageModelV4ToolCall[] {
    return this.#calls.map(({ id, name, input }) => {
      if (name === '') throw new Error('a tool call has no name')
      return { type: 'tool-call', toolCallId: id, toolName: name, input }
    })
  }
}
