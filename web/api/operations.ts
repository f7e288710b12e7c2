import type { AnalyticsOperations } from './analytics.gen.ts'
import type { AudioOperations } from './audio.gen.ts'
import type { CoreOperations } from './core.gen.ts'
import type { LlmOperations } from './llm.gen.ts'
import type { SemanticOperations } from './semantic.gen.ts'

/** Every operation of the five services, by method and path below `/api/v1`. */
export type Operations = CoreOperations & LlmOperations & AnalyticsOperations & SemanticOperations & AudioOperations
export type Line = keyof Operations
export type ReplyOf<L extends Line> = Operations[L]['reply']

type Given<Name extends string, Type> = [Type] extends [undefined]
  ? { [name in Name]?: undefined }
  : [Record<string, never>] extends [Type]
    ? { [name in Name]?: Type }
    : { [name in Name]: Type }
// Written down for each operation by itself: of the intersections of all of them the compiler would make a product.
type Inputs = {
  [L in Line]: Given<'path', Operations[L]['path']> &
    Given<'query', Operations[L]['query']> &
    Given<'body', Operations[L]['body']> & { headers?: Record<string, string>; signal?: AbortSignal | undefined }
}
/** What an operation is called with. */
export type InputOf<L extends Line> = Inputs[L]
