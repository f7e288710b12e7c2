import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { endingColumn, goesOn } from '#domain/analyst/lexicon/ending-date.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { endingLabels, lastingNouns, pastWords, recurringLabels } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import { leavingLabels } from '#domain/analyst/lexicon/english/meanings/leaving.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { conditionsIn, wordsOfLabel } from './query-parts.ts'

/**
 * "How many members do we have" means those who have not left: the condition that an owner takes for granted of a count of people, contracts or animals that have
 * a date of their end; null where the question speaks of the past, of an end or of a time, or names other rows than theirs.
 */
export function stillThere({ question, layer, clock }: AnalysisInput, query: SemanticQuery): Filter | null {
  const recurring = recurringTable(query, layer)
  const table = recurring ?? countedTable(query, layer)
  const end = table && endingColumn(table)
  // "Total" asks for all that ever were of what is counted, and only adds up money.
  const said = recurring ? question.replace(/\b(?:total|all)\b/gi, '') : question
  if (!table || !end || speaksOfPast(said, table) || isTimed(query, layer)) return null
  if (conditionsIn(query).some((condition) => condition.table === table.name && isState(table, condition.column))) return null
  // Why they left is told of those who are gone.
  if (query.dimensions.some((item) => item.table === table.name && tellsOfEnd(item.column))) return null
  const running = recurring && goesOn(recurring)
  if (running) return running
  const isOpen: Filter = { table: table.name, column: end.name, operator: 'is_empty', values: [] }
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: clock.timeZone }).format(clock.now)
  // An end that is known already may still be to come.
  return (end.max ?? '') > today ? { or: [isOpen, { table: table.name, column: end.name, operator: 'greater_or_equal', values: [today] }] } : isOpen
}

/** The table whose money comes again each month or year, where it is added up or averaged: what has ended brings none. */
function recurringTable({ measures, dimensions, combine }: SemanticQuery, { tables }: Layer): LayerTable | null {
  if (measures.length !== 1 || combine || dimensions.some(({ grain }) => grain !== undefined)) return null
  const [measure] = measures
  const money = measure && 'ratio' in measure ? measure.ratio.numerator : measure
  if (!money || !('aggregate' in money) || money.column === undefined || money.filters) return null
  const table = tables.find(({ name }) => name === money.table)
  const column = table?.columns.find(({ name }) => name === money.column)
  return table && column && wordsOfLabel(column.label).some((word) => recurringLabels.has(word)) ? table : null
}

/** The table whose rows alone are counted, as they are or as parts of a share. */
function countedTable({ measures, dimensions, having, combine }: SemanticQuery, { tables }: Layer): LayerTable | null {
  if (measures.length === 0 || having.length > 0 || combine) return null
  const counted = measures.map(countedIn)
  const [name] = counted
  if (name === undefined || name === null || counted.some((other) => other !== name)) return null
  const table = tables.find((item) => item.name === name)
  const isLasting = table && wordsOfLabel(table.label).some((word) => lastingNouns.has(singular(word)))
  return isLasting && dimensions.every(({ grain }) => grain === undefined) ? table : null
}

function countedIn(measure: QueryMeasure): string | null {
  if ('ratio' in measure) {
    const { numerator, denominator } = measure.ratio
    const [above, below] = [numerator, denominator].map((part) => ('aggregate' in part && part.aggregate === 'count' ? part.table : null))
    return above === below ? (above ?? null) : null
  }
  return 'aggregate' in measure && measure.aggregate === 'count' && !measure.filters ? measure.table : null
}

const tellsOfEnd = (column: string): boolean =>
  column
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => leavingLabels.has(word) || endFamilies.has(familyOf(word)))
const endFamilies = new Set([...endingLabels].map(familyOf))

/** Whether a column tells how it stands with a row, so that a condition on it says which are meant. */
function isState({ columns }: LayerTable, name: string): boolean {
  const column = columns.find((item) => item.name === name)
  return column !== undefined && (column.semanticType === 'time' || /\b(?:status|state|active)\b/i.test(column.label))
}

const isTimed = (query: SemanticQuery, { tables }: Layer): boolean =>
  conditionsIn(query).some(
    ({ table, column }) => tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.semanticType === 'time',
  )

/** Words that name the data are no past: "left-handed", "signed contracts". */
function speaksOfPast(question: string, table: LayerTable): boolean {
  const named = new Set([table.label, ...table.columns.map(({ label }) => label)].flatMap(wordsOfLabel))
  const values = new Set(table.columns.flatMap(({ sampleValues }) => sampleValues.map((value) => value.toLowerCase())))
  return tokenize(question).some(({ lower }) => pastWords.has(lower) || (isPastForm(lower) && !named.has(lower) && !values.has(lower)))
}
