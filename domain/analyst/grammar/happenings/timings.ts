import { isFigure, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { targetLabels, timedDeeds, timeTakenLabels } from '#domain/analyst/lexicon/english/times/timings.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'

/** The number that tells how long a deed took, by whichever of its words: the "reply time" of "how fast did we respond". Null where several may be meant. */
export function timeTakenBy(deed: string, layer: Layer): Ref | null {
  const said = deed.toLowerCase()
  const own = columnsFor([said], layer)
  const found = own.length > 0 ? own : columnsFor(timedDeeds.find((words) => words.includes(said)) ?? [], layer)
  const [best, next] = [...found].sort((a, b) => a.words - b.words)
  return best && (next === undefined || best.words < next.words) ? best.ref : null
}

function columnsFor(deeds: readonly string[], layer: Layer): { ref: Ref; words: number }[] {
  const families = new Set(deeds.map(familyOf))
  return tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column) => {
      const words = wordsOf(column.label)
      return isTimeTaken(column) && words.some((word) => families.has(familyOf(word))) ? [{ ref: { table, column }, words: words.length }] : []
    }),
  )
}

/** Whether a number tells how long something took, and not how long it was to take. */
export function isTimeTaken(column: LayerColumn): boolean {
  const words = wordsOf(column.label)
  return isFigure(column) && words.some((word) => timeTakenLabels.has(word)) && !words.some((word) => targetLabels.has(word))
}
