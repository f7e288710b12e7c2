import { isFigure, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Ref } from '#domain/analyst/grammar/terms.ts'
import type { Outcome } from '#domain/analyst/lexicon/english/business/contests.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic, Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { isTwin } from './twin-columns.ts'

/** One side of a row: who it is, what it made, and the word that tells it from the other side. */
export type Side = { word: string; name: Ref; score: Ref | null }

/** A table whose rows have two sides of one kind: home team and away team, sender and receiver of a name. */
export type Sides = { table: LayerTable; sides: readonly [Side, Side] }

/** The tables whose rows have two sides; those that tell what each side made come first. */
export function sidesIn(layer: Layer): Sides[] {
  const found = layer.tables.flatMap((table): Sides[] => {
    if (table.isHidden) return []
    const shown = table.columns.filter((column) => !column.isHidden && column.semanticType !== 'time')
    const figures = pairsOf(table, shown.filter(isFigure))
    return pairsOf(
      table,
      shown.filter((column) => !isFigure(column)),
    ).map(({ words, pair }): Sides => {
      const score = figures.find((other) => other.words.join() === words.join())?.pair
      return {
        table,
        sides: [
          { word: words[0], name: pair[0], score: score?.[0] ?? null },
          { word: words[1], name: pair[1], score: score?.[1] ?? null },
        ],
      }
    })
  })
  return found.toSorted((a, b) => Number(b.sides[0].score !== null) - Number(a.sides[0].score !== null))
}

type Pair = { words: [string, string]; pair: [Ref, Ref] }

function pairsOf(table: LayerTable, columns: LayerColumn[]): Pair[] {
  return columns.flatMap((one, index) =>
    columns.slice(index + 1).flatMap((other): Pair[] => {
      const pair: [Ref, Ref] = [
        { table, column: one },
        { table, column: other },
      ]
      if (!isTwin(...pair)) return []
      const [a, b] = [wordsOf(one.label), wordsOf(other.label)]
      const words: [string, string] = [a.find((word) => !b.includes(word)) ?? '', b.find((word) => !a.includes(word)) ?? '']
      return [{ words, pair }]
    }),
  )
}

const operators = { won: 'greater_than', lost: 'less_than', drawn: 'equals' } as const

const isOf = ({ table, column }: Ref, value: string): FilterCondition => ({ table: table.name, column: column.name, operator: 'equals', values: [value] })

/** What holds of a row where one of its sides has this outcome; null where the data tells no outcome. */
function endsSo(own: Side, other: Side, outcome: Outcome): Filter | null {
  if (!own.score || !other.score) return null
  const { table, column } = own.score
  return {
    table: table.name,
    column: column.name,
    operator: operators[outcome],
    values: [],
    column_value: { table: other.score.table.name, column: other.score.column.name },
  }
}

/** Rows that a name has a side of, against another where one is said, with an outcome for the first of them; of one side alone where its word is said. */
export function rowsOfSide({ sides }: Sides, names: readonly string[], outcome: Outcome | null, said: Side | null): Filter | null {
  const [name, against] = names
  const forSide = (own: Side): Filter | null => {
    const other = own === sides[0] ? sides[1] : sides[0]
    const ends = outcome ? endsSo(own, other, outcome) : null
    if (outcome && !ends) return null
    const and = [...(name === undefined ? [] : [isOf(own.name, name)]), ...(against === undefined ? [] : [isOf(other.name, against)]), ...(ends ? [ends] : [])]
    return and.length === 0 ? null : and.length === 1 ? (and[0] ?? null) : { and }
  }
  if (said) return forSide(said)
  // Without a name only a draw is the same from both sides.
  if (name === undefined) return outcome === 'drawn' ? forSide(sides[0]) : null
  const [one, other] = sides.map(forSide)
  return one && other ? { or: [one, other] } : null
}

const columnOf = ({ column }: Ref): Arithmetic => ({ column: column.name })

/** What both sides of a row made together, or by how much they differ, squared as it has no sign then. */
export function scoreOf({ sides: [one, other] }: Sides, how: 'together' | 'apart'): Arithmetic | null {
  if (!one.score || !other.score) return null
  const [left, right] = [columnOf(one.score), columnOf(other.score)]
  if (how === 'together') return { op: '+', left, right }
  const apart: Arithmetic = { op: '-', left, right }
  return { op: '*', left: apart, right: apart }
}

/** The rows with the largest difference between their sides, first. */
export function byMargin(sides: Sides, filters: Filter[], limit: number): SemanticQuery | null {
  const expression = scoreOf(sides, 'apart')
  if (!expression) return null
  const { table } = sides
  const shown = [...timeColumns(table).slice(0, 1), ...sides.sides.map(({ name }) => name.column), ...sides.sides.flatMap(({ score }) => score?.column ?? [])]
  return {
    measures: [{ aggregate: 'max', table: table.name, expression, name: 'margin', hidden: true }],
    dimensions: shown.map(({ name: column }) => ({ table: table.name, column })),
    ...(filters.length > 0 ? { filters: filters.length === 1 && filters[0] ? filters[0] : { and: filters } } : {}),
    having: [],
    order: [{ by: 'margin', direction: 'desc' }],
    limit,
    distinct: false,
    joins: [],
  }
}
