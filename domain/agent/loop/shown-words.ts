import type { QueryOutcome } from '../../query/query-outcome.ts'
import { citeCells } from './cite-cells.ts'
import { plainWords } from './strip-markup.ts'

/** The words of a model that answers from data, on their way to a reader. */
export type ShownWords = {
  push(delta: string): string
  flush(): string
  /** Citations of cells that no result has. */
  readonly unknown: string[]
}

/** Cells take the place of their citations, and nothing is left that a renderer would load: a cell may hold such a thing too. */
export function shownWords(outcomes: readonly QueryOutcome[], locale: string): ShownWords {
  const citations = citeCells(outcomes, locale)
  const plain = plainWords()
  return {
    unknown: citations.unknown,
    push: (delta) => plain.push(citations.push(delta)),
    flush: () => plain.push(citations.flush()) + plain.flush(),
  }
}
