import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { dateNouns } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Whether different dates are counted where no word asks for days: exams are not the dates of exams. */
export const countsDates = (question: string, { measures }: SemanticQuery, layer: Layer): boolean =>
  measures.some(
    (measure) =>
      'aggregate' in measure &&
      measure.aggregate === 'count_distinct' &&
      !('grain' in measure && measure.grain !== undefined) &&
      layer.tables.some(
        ({ name, columns }) => name === measure.table && columns.some((column) => column.name === measure.column && column.semanticType === 'time'),
      ),
  ) && !wordsOf(question).some((word) => dateNouns.has(word) || grainWords.has(word))
