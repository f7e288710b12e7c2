import { isTimeTaken } from '#domain/analyst/grammar/happenings/timings.ts'
import { tablesOf } from '#domain/analyst/grammar/query/query-tables.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { areRankedAlike } from './differences.ts'
import type { GrammarReading } from './read.ts'

/** Whether a form of its own counts rows that it names, where the readers counted those of another table: payments of "paying guests". */
export const countsOthers = ({ cover, query }: GrammarReading, { measures: [counted, ...more], dimensions }: SemanticQuery): boolean => {
  const [own] = query.measures
  const isCount = cover.fragments.some(({ isOwn, payload }) => isOwn && payload.is === 'fragment' && payload.fragment.shape === 'count')
  if (!isCount || more.length > 0 || dimensions.length > 0 || !own || !counted || !('aggregate' in own) || !('aggregate' in counted)) return false
  return own.aggregate === 'count' && counted.aggregate === 'count' && own.table !== counted.table
}

/** Whether a form of its own makes a formula of several columns, or lists what things cost, where the readers took one of the columns together. */
export const isCalculated = ({ cover }: GrammarReading, read: SemanticQuery): boolean =>
  !JSON.stringify(read).includes('"expression"') &&
  cover.fragments.some(
    ({ isOwn, payload }) =>
      isOwn && payload.is === 'fragment' && (payload.fragment.shape === 'once' || payload.fragment.figures?.some(({ kind }) => kind === 'formula')),
  )

/** Whether both answers of a column are asked for beside each other, where the readers took one of them. */
export const splitsBoth = ({ cover }: GrammarReading, read: SemanticQuery): boolean =>
  cover.fragments.some(({ isOwn, payload }) => {
    const { groups = [], figures, conditions, rank } = payload.is === 'fragment' ? payload.fragment : {}
    const isSplit = isOwn && !figures && !conditions && !rank
    return (
      isSplit &&
      groups.some((group) => group.kind === 'column' && JSON.stringify(read).includes(`"column":${JSON.stringify(group.ref.column.name)},"operator":"equals"`))
    )
  })

/** Whether rows are ranked by how much of something they did, and were ranked by another column: by what a meter stands at. */
export const ranksOther = ({ cover, query }: GrammarReading, read: SemanticQuery): boolean =>
  cover.fragments.some(({ payload }) => payload.is === 'fragment' && payload.fragment.shape === 'deed') && !areRankedAlike(query, read)

/** Whether a form of its own tells what is measured, and not only which rows are counted, and tells no less than the readers. */
export const measuresItself = ({ cover, query }: GrammarReading, read: SemanticQuery): boolean =>
  shownOf(query) >= shownOf(read) &&
  query.dimensions.length >= read.dimensions.length &&
  cover.fragments.some(({ isOwn, payload }) => isOwn && payload.is === 'fragment' && payload.fragment.figures?.some(({ kind }) => kind !== 'rows'))

/** Whether it is asked how long something takes, how large a part was late or on time, or by how much: of rows that are not done with yet that is not known. */
export const tellsTime = ({ query, cover }: GrammarReading): boolean => {
  const isShare = query.measures.some((measure) => 'ratio' in measure && measure.percent)
  return cover.fragments.some(({ payload, isOwn }) => {
    const { figures = [], conditions = [], part, rank } = payload.is === 'fragment' ? payload.fragment : {}
    const isOfTime = [...figures, ...(rank?.figure ? [rank.figure] : [])].some(
      (figure) =>
        figure.kind === 'lateness' ||
        (figure.kind === 'duration' && figure.span) ||
        (isOwn && figure.kind === 'column' && figure.aggregate === 'avg' && isTimeTaken(figure.ref.column)),
    )
    return isOfTime || (isShare && [...conditions, ...(part?.conditions ?? [])].some(({ kind }) => kind === 'late'))
  })
}

/** Whether a state or a date that a word stands for is told by another column than the readers took, or by none of theirs. */
export function isStatedElsewhere({ cover, query }: GrammarReading, read: SemanticQuery): boolean {
  const told = (of: SemanticQuery) => JSON.stringify([of.filters ?? null, of.measures, of.dimensions])
  const own = cover.fragments.flatMap(({ isOwn, payload }) => (isOwn && payload.is === 'fragment' ? [payload.fragment] : []))
  const columns = own.flatMap(({ conditions = [], figures = [], rank, having, lacking }) => [
    ...conditions.flatMap((condition) =>
      condition.kind === 'event' && (condition.isMoved || tablesOf(read).has(condition.ref.table.name))
        ? [condition.ref.column.name]
        : condition.kind === 'filter' && condition.isStanding
          ? columnIn(condition.filter)
          : [],
    ),
    ...[...figures, rank?.figure, having?.figure].flatMap((figure) => (figure?.filters ?? []).flatMap(columnIn)),
    ...(lacking?.filter ? columnIn(lacking.filter) : []),
  ])
  const isTold = (of: SemanticQuery, column: string) => told(of).includes(`"column":${JSON.stringify(column)}`)
  // What went out is counted each time it went, and not once.
  const isMoved = own.some(({ shape, conditions = [] }) => shape === 'count' && conditions.some((condition) => 'isMoved' in condition && condition.isMoved))
  const countsOnce = isMoved && read.measures.some((measure) => 'aggregate' in measure && measure.aggregate === 'count_distinct')
  return countsOnce || columns.some((column) => isTold(query, column) && !isTold(read, column))
}

const columnIn = (filter: Filter): string[] => ('column' in filter ? [filter.column] : [])

const shownOf = ({ measures }: SemanticQuery): number => measures.filter((measure) => !('hidden' in measure && measure.hidden)).length
