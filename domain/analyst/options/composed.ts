import { countsItself } from '#domain/analyst/grammar/checks/vacuous.ts'
import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { frameOf } from '#domain/analyst/grammar/frame.ts'
import { resolve } from '#domain/analyst/grammar/query/resolve.ts'
import type { Condition, Figure, Fragment, Group, Sight } from '#domain/analyst/grammar/terms.ts'
import { joinedWays } from '#domain/analyst/queries/settle-joins.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { type Anchors, variantsOf } from './anchors.ts'
import { type Guess, guessedFigures } from './guessed-figures.ts'
import type { Named } from './said-names.ts'

/** A query put together of what is understood of a question and of a figure that no word of it names, or that one names beside others. */
export type Composed = { query: SemanticQuery; guess: Guess | null; varied: boolean; isCued: boolean; anchors: number; left: string[] }

const mostComposed = 48

/** Queries that a question may ask for, made of the values, periods, columns and tables it names; none where it names nothing or denies something. */
export function composedQueries(anchors: Anchors, sight: Sight): Composed[] {
  if (anchors.count === 0 || anchors.left.length > Math.min(2, anchors.count) || anchors.isClosed || anchors.isBare) return []
  const found: Composed[] = []
  for (const [index, variant] of variantsOf(anchors).entries()) {
    const spoken = tablesOf(variant)
    const named = variant.names.flatMap((name) => (name.role === 'figure' && name.figure ? [name.figure] : []))
    const guesses = guessedFigures(sight.layer, spoken, variant.cues, variant.rank?.labels ?? variant.labels)
    const figures: [Figure | null, Guess | null][] = [
      ...named.map((figure): [Figure, null] => [figure, null]),
      ...guesses.map((guess): [Figure, Guess] => [guess.figure, guess]),
      ...(variant.sense ? [[{ kind: 'sense', sense: variant.sense, aggregate: variant.cues.aggregate } as Figure, null] as [Figure, null]] : []),
    ]
    for (const [figure, guess] of figures)
      for (const fragment of fragmentsFor(variant, figure, guess !== null)) {
        const frame = frameOf([fragment])
        const resolved = frame && resolve(frame, sight)
        if (!resolved || countsItself(resolved.query, sight.layer)) continue
        for (const query of joinedWays(sight.layer, resolved.query))
          found.push({ query, guess, varied: index > 0, isCued: isCued(anchors), anchors: anchors.count, left: anchors.left })
        if (found.length >= mostComposed) return found
      }
  }
  return found
}

/** Whether a word tells how the figure is put together, or what it is of. */
const isCued = ({ cues }: Anchors): boolean => cues.aggregate !== null || cues.isAverage || cues.isTime

function tablesOf({ names, conditions }: Anchors): LayerTable[] {
  return [...new Set([...names.map(({ table }) => table), ...conditions.flatMap(({ tables }) => tables)])]
}

const groupsOf = (names: Named[], role: Named['role']): Group[] => names.flatMap((name) => (name.role === role && name.group ? [name.group] : []))

/** The frames of a question whose figure is known: one that ranks, one that compares, or a plain one. */
function fragmentsFor(anchors: Anchors, figure: Figure | null, isGuess: boolean): Fragment[] {
  const { rank, people, names, grains, compared } = anchors
  const conditions = anchors.conditions.map(({ condition }) => condition)
  const asked = groupsOf(names, 'asked')
  const groups = [...groupsOf(names, 'group'), ...grains]
  const figures = figure ? [figure] : []
  if (rank) {
    const topics = groupsOf(names, 'topic').filter((group) => group.kind === 'rows')
    const named = [...groupsOf(names, 'target'), ...asked, ...people, ...topics].slice(0, 3)
    // "The longest": rows of which a column tells how long they are.
    const own = figure?.kind === 'column' && isGuess && isLabelled(figure, rank.labels) ? figure : null
    if (named.length === 0 && own) {
      const target: Group = { kind: 'rows', table: own.ref.table }
      return [{ conditions, groups, rank: { ...rank, target, figure: { ...own, aggregate: 'avg' } } }]
    }
    return named.map((target): Fragment => ({ conditions, groups, rank: { ...rank, target, figure: rowFigure(figure, target) } }))
  }
  // Who does something is told by names; a figure of theirs is asked for where they are ranked.
  if (people.length > 0 && isGuess) return []
  const beside = compared.length === 2 ? [{ conditions: conditions.filter((one) => !compared.includes(one)), figures, compared }] : []
  const split = [...groups, ...asked, ...people.slice(0, asked.length === 0 && groups.length === 0 ? 1 : 0)]
  const within = anchors.isShare && figure && split.length > 0 ? shareWithin(figure, conditions, split) : []
  const share: Fragment[] =
    anchors.isShare && figure ? [groups.length > 0 ? { conditions, figures, groups, derive: 'share' } : { conditions, portion: figure }] : []
  return [...within, ...share, ...(beside.length > 0 ? beside : [{ conditions, figures, groups: split }])]
}

/** What share of each the conditions leave: of the days of each city the sunny ones. */
function shareWithin(figure: Figure, conditions: Condition[], groups: Group[]): Fragment[] {
  const filters = conditions.flatMap((condition) => (condition.kind === 'filter' ? [condition.filter] : []))
  if (filters.length === 0 || figure.kind === 'sense' || figure.kind === 'ratio') return []
  const share: Figure = { kind: 'ratio', numerator: { ...figure, filters }, denominator: figure, percent: true }
  return [{ figures: [share], groups, conditions: conditions.filter(({ kind }) => kind !== 'filter') }]
}

const isLabelled = (figure: Extract<Figure, { kind: 'column' }>, labels: readonly string[]): boolean =>
  wordsOf(figure.ref.column.label).some((word) => labels.includes(word))

/** What a row tells of itself ranks it as it is, and is not added up. */
const rowFigure = (figure: Figure | null, target: Group): Figure | null =>
  figure?.kind === 'column' && target.kind === 'rows' && target.table === figure.ref.table && figure.aggregate === 'sum'
    ? { ...figure, aggregate: 'avg' }
    : figure
