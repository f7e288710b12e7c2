import { belongsTo, isSpent } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import type { Figure } from '#domain/analyst/grammar/terms.ts'
import type { VerbSense } from '#domain/analyst/lexicon/english/business/measures.ts'
import { closedLabels, earnedNouns, revenueLabels } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { outgoingVerbs } from '#domain/analyst/lexicon/english/business/trade-words.ts'
import { payerLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { anyOf, nounPattern, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { isBoughtIn } from '#domain/analyst/transactions/bought-tables.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { figuresOfSense } from './senses.ts'

const payer = nounPattern(payerLabels)

/** What customers spend is what comes in, and what nobody is said to have paid is what goes out. */
export function payersSense(sense: VerbSense, frame: Frame, layer: Layer): VerbSense {
  if (sense === 'spend') return isOfPayers(frame, layer) ? 'money' : 'spend'
  const isToldApart = figuresOfSense(layer, 'paid')[0] !== figuresOfSense(layer, 'money')[0]
  return sense === 'paid' && !isToldApart && !isOfPayers(frame, layer) ? 'spend' : sense
}

/** Whether a question names those who pay: by who is asked for, what it is split by, or whom it is limited to. */
function isOfPayers({ shapes, groups, rank, figures, conditions }: Frame, layer: Layer): boolean {
  const split = [...groups, ...(rank?.target ? [rank.target] : [])]
  const labels = [
    ...split.flatMap((group) => (group.kind === 'rows' ? [group.table.label] : group.kind === 'column' ? [group.ref.column.label, group.ref.table.label] : [])),
    ...figures.flatMap((figure) => (figure.kind === 'rows' ? [figure.table.label] : [])),
    ...conditions.flatMap((condition) => (condition.kind === 'filter' ? labelsOf(condition.filter, layer) : [])),
  ]
  return shapes.has('who') || labels.some((label) => payer.test(label))
}

/** Whether the data tells what was bought from suppliers. */
export function isBuyer(layer: Layer): boolean {
  const [spent] = figuresOfSense(layer, 'spend')
  return spent?.kind === 'formula' && isBoughtIn(layer, spent.table)
}

const saysEarned = wordPattern(revenueLabels, ['income', 'sales'])

/** Whether a question what came in is answered by what was paid to suppliers. */
export const tellsSpent = (question: string, { measures }: SemanticQuery, layer: Layer): boolean =>
  saysEarned.test(question) &&
  measures.some((measure) => {
    const table = 'aggregate' in measure && measure.expression ? layer.tables.find(({ name }) => name === measure.table) : undefined
    return table !== undefined && isBoughtIn(layer, table)
  })

const weSpend = new RegExp(`\\bwe (?:\\w+ )?${anyOf(outgoingVerbs)}\\b`, 'i')

/** Whether a question what the asker spent is answered by what came in, as no costs are told. */
export function tellsEarned(question: string, { measures }: SemanticQuery, layer: Layer): boolean {
  const [main] = weSpend.test(question) ? figuresOfSense(layer, 'spend') : []
  const isEarned =
    (main?.kind === 'formula' && !isBoughtIn(layer, main.table)) ||
    (main?.kind === 'column' && (earnedLabel.test(main.ref.column.label) || happensAsDeal.test(main.ref.table.label) || isPaidByOthers(layer, main)))
  const name = main?.kind === 'column' ? main.ref.column.name : null
  const text = JSON.stringify(measures)
  return isEarned && text.includes(name === null ? '"expression"' : `"column":${JSON.stringify(name)}`)
}

/** What those pay whom its rows belong to: the amount of bookings that customers made. */
const isPaidByOthers = (layer: Layer, { ref: { table, column } }: Extract<Figure, { kind: 'column' }>): boolean =>
  !isSpent(layer, table, column) && layer.tables.some((other) => payer.test(other.label) && other !== table && belongsTo(layer, table, other))

const earnedLabel = wordPattern(revenueLabels, closedLabels)
const happensAsDeal = nounPattern(earnedNouns)

/** How the table and the column are called that a condition is of. */
function labelsOf(filter: Filter, { tables }: Layer): string[] {
  if (!('column' in filter)) return []
  const table = tables.find(({ name }) => name === filter.table)
  return [table?.label ?? '', table?.columns.find(({ name }) => name === filter.column)?.label ?? '']
}
