import { isFigure, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { quantityLabels } from '#domain/analyst/lexicon/english/meanings/figure-labels.ts'
import { numberNouns } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

const amounts = anyOf([...numberNouns, ...quantityLabels])
const counted = [new RegExp(`^(?:no|nr|${amounts}) of (.+)$`), new RegExp(`^(?:num|${amounts}) (.+)$`), new RegExp(`^(.+) (?:${amounts})$`)]

/** The column by which each row of a table tells of how many it is of what the table is called: the "no of copies" of book copies. */
export function countColumnOf(table: LayerTable): LayerColumn | undefined {
  const noun = wordsOf(table.label).at(-1)
  if (noun === undefined || table.primaryKey.length === 1) return undefined
  return visible(table).find((column) => isFigure(column) && column.type === 'integer' && nounsCounted(column).includes(noun))
}

const nounsCounted = ({ label }: LayerColumn): string[] => counted.flatMap((pattern) => pattern.exec(wordsOf(label).join(' '))?.[1] ?? [])
