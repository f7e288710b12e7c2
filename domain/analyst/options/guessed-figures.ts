import { eventTables, isAdditive, isFigure, isFlag, moneyFigures, refersTo, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { durationOf } from '#domain/analyst/grammar/happenings/moments.ts'
import { tableOf } from '#domain/analyst/grammar/query/query-parts.ts'
import type { Figure } from '#domain/analyst/grammar/terms.ts'
import { calendarLabels, durationLabels } from '#domain/analyst/lexicon/english/meanings/column-kinds.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Aggregate } from '#domain/semantics/semantic-query.ts'

/** How a figure that no word names is put together. */
export type GuessKind = 'rows' | 'sum' | 'avg' | 'time'

/** A figure that a question may ask for though no word names it. `at` is its place among those of its kind, `far` whether its table is not
 * spoken of, and `isCalled` whether it is called what words like long, fast and cheap speak of. */
export type Guess = { figure: Figure; kind: GuessKind; at: number; far: boolean; isCalled: boolean }

/** What the words of a question tell about the figure it asks for. */
export type FigureCues = { isCount: boolean; isAmount: boolean; isAverage: boolean; isTime: boolean; aggregate: Aggregate | null }

const mostOfKind = 5

/** Figures of the tables spoken of and of those that refer to them: how many rows, totals, averages, how long it takes; of each kind the likeliest first. */
export function guessedFigures(layer: Layer, spoken: readonly LayerTable[], cues: FigureCues, labels: readonly string[]): Guess[] {
  const events = eventTables(layer)
  const isNear = (table: LayerTable) => spoken.length === 0 || spoken.includes(table) || spoken.some((one) => reaches(layer, table, one))
  const near = events.filter(isNear)
  const isWanted = ({ label }: LayerColumn) => wordsOf(label).some((word) => labels.includes(word) || (cues.isTime && durationLabels.has(word)))
  const columns = [...near, ...events.filter((table) => !near.includes(table) && near.some((one) => reaches(layer, one, table)))].flatMap((table) =>
    table.columns.flatMap((column) => (!column.isHidden && isFigure(column) && !isFlag(column) && !isCalendar(column.label) ? [{ table, column }] : [])),
  )
  const sorted = columns.toSorted((a, b) => Number(isWanted(b.column)) - Number(isWanted(a.column)))
  const [money] = moneyFigures(layer)
  const sums = sorted.filter(isAdditive).map((ref): Figure => ({ kind: 'column', ref, aggregate: 'sum' }))
  const isOpen = cues.aggregate === 'avg' || cues.isTime || cues.isAverage || labels.length > 0
  const averages = (
    isOpen
      ? sorted.toSorted((a, b) => Number(isWanted(b.column)) - Number(isWanted(a.column)) || Number(isAdditive(a)) - Number(isAdditive(b)))
      : sorted.filter((ref) => !isAdditive(ref))
  ).map((ref): Figure => ({ kind: 'column', ref, aggregate: cues.aggregate ?? 'avg' }))
  const durations = near.flatMap((table): Figure[] => {
    const found = durationOf(table)
    return found ? [found] : []
  })
  const kinds: [GuessKind, Figure[], boolean][] = [
    ['rows', near.map((table): Figure => ({ kind: 'rows', table })), !cues.isAmount && !cues.isAverage && cues.aggregate === null],
    ['sum', money ? [money, ...sums] : sums, !cues.isAverage && (cues.aggregate === null || cues.aggregate === 'sum')],
    ['avg', averages, !cues.isCount && cues.aggregate !== 'sum'],
    ['time', durations, cues.isTime || cues.isAverage],
  ]
  return kinds.flatMap(([kind, figures, isAsked]): Guess[] =>
    isAsked
      ? unique(figures)
          .slice(0, mostOfKind)
          .map((figure, at) => ({
            figure,
            kind,
            at,
            far: !spoken.some((table) => table === tableOf(figure)),
            isCalled: figure.kind === 'column' ? isWanted(figure.ref.column) : kind === 'time' && cues.isTime,
          }))
      : [],
  )
}

/** What a column tells of a calendar is no figure: the year something is of. */
const isCalendar = (label: string): boolean => wordsOf(label).some((word) => calendarLabels.has(word))

const mostSteps = 3

/** Whether each row of `from` leads to one of `to`, over a few references. */
export function reaches(layer: Layer, from: LayerTable, to: LayerTable, steps = mostSteps): boolean {
  return from === to || (steps > 0 && refersTo(layer, from).some((table) => table !== from && reaches(layer, table, to, steps - 1)))
}

function unique(figures: Figure[]): Figure[] {
  const seen = new Set<string>()
  return figures.filter((figure) => {
    const key =
      figure.kind === 'column'
        ? `${figure.ref.table.name}.${figure.ref.column.name}`
        : figure.kind === 'rows'
          ? `rows ${figure.table.name}`
          : JSON.stringify(figure)
    return seen.has(key) ? false : seen.add(key)
  })
}
