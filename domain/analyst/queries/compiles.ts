import { Failure } from '#domain/failure.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Whether a query can be written as a statement over a layer. */
export function compiles(layer: Layer, query: SemanticQuery): boolean {
  try {
    compileQuery(layer, query)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
