import { isFigure, refersTo, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import type { Figure } from '#domain/analyst/grammar/terms.ts'
import { identifierOf } from '#domain/analyst/lexicon/name-beside-key.ts'
import { isPersonWord } from '#domain/analyst/lexicon/said-of.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

const isOfPeople = ({ label }: LayerTable): boolean => wordsOf(label).some(isPersonWord)

/** How many people the conditions of a question leave: each once where the rows tell who they are of, else one for each row. Null where it is not known of which rows they are. */
export function peopleFigure({ figures, groups, conditions }: Frame, layer: Layer): Figure | null {
  const named = new Set(conditions.flatMap((condition) => (condition.kind === 'filter' ? condition.tables : [])))
  const [table, ...others] = tablesOf(layer).filter(({ name }) => named.has(name))
  if (!table || others.length > 0 || figures.length + groups.length > 0) return null
  if (isOfPeople(table)) return { kind: 'rows', table }
  const [person, ...more] = refersTo(layer, table).filter(isOfPeople)
  if (person) {
    const by = layer.relationships.find(({ fromTable, toTable }) => fromTable === table.name && toTable === person.name)
    const column = table.columns.find(({ name }) => name === by?.fromColumns[0])
    return column && more.length === 0 ? { kind: 'column', ref: { table, column }, aggregate: 'count_distinct' } : null
  }
  if (tablesOf(layer).length > 1) return null
  const told = visible(table).find(
    (column) => !isFigure(column) && wordsOf(column.label).some((word) => isPersonWord(word) && identifierOf(table, word) === column),
  )
  return told ? { kind: 'column', ref: { table, column: told }, aggregate: 'count_distinct' } : { kind: 'rows', table }
}
