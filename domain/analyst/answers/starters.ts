import { plural } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

/** Questions any layer can answer, for someone who does not know what to ask. */
export function starterQuestions(layer: Layer): string[] {
  const visible = layer.tables.filter((table) => !table.isHidden)
  const largest = [...visible].sort((a, b) => (b.rows ?? 0) - (a.rows ?? 0))
  return largest.slice(0, 3).map((table) => `How many ${plural(table.label.toLowerCase())} are there?`)
}
