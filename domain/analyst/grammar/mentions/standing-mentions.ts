import { unpaidFilter } from '#domain/analyst/grammar/business/debts.ts'
import { eventTables, quantityOf, tablesOf, timeColumns, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { empty, runsForward } from '#domain/analyst/grammar/happenings/moments.ts'
import type { Condition, Payload, Ref } from '#domain/analyst/grammar/terms.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { dueWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { documentLabels, type Standing, standings, takenBackLabels } from '#domain/analyst/lexicon/english/meanings/standings.ts'
import { stateLabels } from '#domain/analyst/lexicon/english/meanings/states.ts'
import { lateWords } from '#domain/analyst/lexicon/english/times/moments.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

const bySaid = Map.groupBy(
  standings.flatMap((standing) => standing.said.map((said) => ({ said, standing }))),
  ({ said }) => said,
)

/** Whether it goes on with "late", "on time": what came back late is told by two dates. */
export const saysLate = (tokens: Token[], at: number): boolean =>
  lateWords.has(tokens[at]?.lower ?? '') || (tokens[at + 1]?.lower === 'time' && timelyPrepositions.has(tokens[at]?.lower ?? ''))

const timelyPrepositions = new Set(['on', 'in'])

/** Rows in the state that a phrase says, or to which it happened, by whatever tells it of each table. */
export function standingsOf(lexicon: Lexicon, phrase: string): [Payload, number][] {
  const found = bySaid.get(phrase)
  if (!found) return []
  // What the data itself writes so is meant as it is written.
  const isWritten = lexicon.values.has(phrase)
  return found.flatMap(({ standing }) =>
    tablesOf(lexicon.layer).flatMap((table): [Payload, number][] => {
      const condition = conditionOf(standing, table, isWritten)
      return condition ? [[{ is: 'condition', condition }, eventTables(lexicon.layer)[0] === table ? 0.85 : 0.8]] : []
    }),
  )
}

/** Documents whose numbers begin with a letter, where the others have none, or lines of fewer than none, are those that were taken back, where nothing else tells of it. */
function takenBack(table: LayerTable): Filter | null {
  const numbered = visible(table).find(
    ({ type, label, min, max }) => type === 'text' && numberLabel.test(label) && /^\d+$/.test(min ?? '') && /^[A-Z]{1,2}-?\d+$/.test(max ?? ''),
  )
  if (numbered) return { table: table.name, column: numbered.name, operator: 'starts_with', values: [/^[A-Z]+/.exec(numbered.max ?? '')?.[0] ?? ''] }
  const quantity = quantityOf(table)
  const isTold = visible(table).some(({ label }) => wordsOf(label).some((word) => takenBackLabels.has(word)))
  return quantity && Number(quantity.min ?? 0) < 0 && !isTold ? { table: table.name, column: quantity.name, operator: 'less_than', values: [0] } : null
}

const numberLabel = wordPattern(documentLabels)

const statesOf = (table: LayerTable): LayerColumn[] =>
  visible(table).filter(({ label, sampleValues }) => sampleValues.length > 0 && wordsOf(label).some((word) => stateLabels.has(word)))

function conditionOf(standing: Standing, table: LayerTable, isWritten: boolean): Condition | null {
  const isMoved = standing.isMoved ? { isMoved: true as const } : {}
  const filter = isWritten ? null : standing.isUnpaid ? unpaidFilter(table) : standing.isTakenBack ? takenBack(table) : stateFilter(standing, table)
  if (filter) return { kind: 'filter', filter, tables: [table.name], isStanding: true, ...isMoved }
  const open = standing.undated && dateIn(table, standing.undated, true)
  if (open && mayBeMissing(open.column) && !isWritten) return { kind: 'filter', filter: empty(open), tables: [table.name], isStanding: true, ...isMoved }
  const done = standing.dated && dateIn(table, standing.dated)
  return done ? { kind: 'event', ref: done, ...isMoved } : null
}

function stateFilter({ values = [], not = [] }: Standing, table: LayerTable) {
  for (const column of statesOf(table)) {
    const among = (list: readonly string[]) => column.sampleValues.filter((value) => list.includes(value.trim().toLowerCase()))
    const [own, done] = [among(values), among(not)]
    const of = { table: table.name, column: column.name }
    if (own.length > 0) return { ...of, operator: 'equals' as const, values: own }
    if (done.length > 0 && done.length < column.sampleValues.length) return { ...of, operator: 'not_equals' as const, values: done }
  }
  return null
}

/** The date of a table that is called by the likeliest of some labels, and is not one by which something was only to be done. */
function dateIn(table: LayerTable, labels: readonly string[], isEnd = false): Ref | null {
  const dates = timeColumns(table).filter(({ label }) => !wordsOf(label).some((word) => dueWords.has(word)))
  const isPair = dates.length > 1
  for (const label of labels) {
    const column = dates.find((date) => wordPattern([label]).test(date.label))
    // The last of its dates is the one on which it ended.
    const isFirst =
      column !== undefined && isPair && isEnd && dates.every((other) => other === column || !runsForward({ table, column: other }, { table, column }))
    if (column && !isFirst) return { table, column }
  }
  return null
}
