import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { placeCues } from '#domain/analyst/lexicon/english/sentences/figure-cues.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'

type Leaf = FilterCondition & { values: string[] }

const isLeaf = (filter: Filter): filter is Leaf =>
  'column' in filter && filter.operator === 'equals' && !filter.grain && filter.values.length > 0 && filter.values.every((value) => typeof value === 'string')

/** Each condition that asks for a value of words, with what puts another in its place. */
export function leavesOf(filter: Filter): { leaf: Leaf; put: (other: Filter | null) => Filter | null }[] {
  if (isLeaf(filter)) return [{ leaf: filter, put: (other) => other }]
  if (!('and' in filter)) return []
  return filter.and.flatMap((item, index) =>
    leavesOf(item).map(({ leaf, put }) => ({
      leaf,
      put: (other: Filter | null): Filter | null => {
        const made = put(other)
        const and = made ? filter.and.with(index, made) : filter.and.toSpliced(index, 1)
        return and.length === 1 ? (and[0] ?? null) : { and }
      },
    })),
  )
}

/** Words that say by themselves which of two places is meant: flights from Oslo. */
const towards = new RegExp(`\\b${anyOf(placeCues)}\\s+(?:the\\s+)?$`, 'i')

/** Whether a query asks one column for a value that another, called alike, holds as well, and the question does not say which of them it means. */
export function takesOneOfTwins({ filters }: SemanticQuery, edges: Edge[], question: string): boolean {
  const said = new Set(wordsOf(question).map(familyOf))
  return (filters ? leavesOf(filters) : []).some(({ leaf }) =>
    twinsOf(edges, leaf.values[0]?.toLowerCase() ?? '').some((pair) => {
      const own = pair.some(({ table, column }) => table.name === leaf.table && column.name === leaf.column)
      const [a = [], b = []] = pair.map(({ column }) => wordsOf(column.label))
      const isSaid = [...a.filter((word) => !b.includes(word)), ...b.filter((word) => !a.includes(word))].some((word) => said.has(familyOf(word)))
      const at = question.toLowerCase().indexOf(leaf.values[0]?.toLowerCase() ?? '')
      return own && !isSaid && !towards.test(question.slice(0, Math.max(0, at)))
    }),
  )
}

/** Two columns of one table that hold a value and are called alike, each told apart by one word: home team and away team. */
export function twinsOf(edges: Edge[], value: string): [Ref, Ref][] {
  const refs = edges.flatMap(({ payload }) => (payload.is === 'value' && payload.value.toLowerCase() === value ? [payload.ref] : []))
  return refs.flatMap((one, index) => refs.slice(index + 1).flatMap((other): [Ref, Ref][] => (isTwin(one, other) ? [[one, other]] : [])))
}

/** Whether two columns of one table are called alike but for one word. */
export function isTwin(one: Ref, other: Ref): boolean {
  const [a = [], b = []] = [one, other].map(({ column }) => wordsOf(column.label))
  return one.table === other.table && one.column !== other.column && a.length > 1 && a.length === b.length && a.filter((word) => !b.includes(word)).length === 1
}
