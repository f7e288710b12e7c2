import { asTyped } from '#domain/analyst/language/as-typed.ts'
import type { Clock } from '#domain/analyst/language/calendar.ts'
import { withOneExcept } from '#domain/analyst/language/exceptions.ts'
import { withTimesSpelt } from '#domain/analyst/language/time-phrases.ts'
import { withTermsSpelt } from '#domain/analyst/lexicon/as-read/terms-spelt.ts'
import { type LexiconCache, lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { withSpellingOfData } from '#domain/analyst/lexicon/linking/regional-spelling.ts'
import { withValuesSpelt } from '#domain/analyst/lexicon/linking/short-values.ts'
import type { Layer } from '#domain/semantics/layer.ts'

/** A question in the words that both ways of reading know: without slips, with times, values and exceptions in one form. `layer` is one `layerAsRead` gave. */
export function questionAsRead(question: string, layer: Layer, clock: Clock, cache?: LexiconCache): string {
  const timed = withTermsSpelt(withTimesSpelt(asTyped(question, lexiconOf(layer, cache))), layer, clock)
  return withOneExcept(withSpellingOfData(withValuesSpelt(timed, layer), layer))
}
