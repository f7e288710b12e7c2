import { lineKeyLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Ref } from './terms.ts'

const keyEnding = new RegExp(`^(.+)[ _-]${anyOf(lineKeyLabels)}$`, 'i')

/** The name a sheet has for what a key of it numbers: customers are shown by their "Customer Name", unless their number is what is asked for. */
export function namedInstead(ref: Ref, said: string): Ref {
  const noun = keyEnding.exec(ref.column.label)?.[1]?.toLowerCase()
  if (noun === undefined || keyEnding.test(said)) return ref
  const name = ref.table.columns.find(({ isHidden, label }) => !isHidden && [`${noun} name`, noun].includes(label.toLowerCase().replaceAll('_', ' ')))
  return name ? { table: ref.table, column: name } : ref
}
