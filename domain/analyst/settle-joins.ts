import { Failure } from '#domain/failure.ts'
import { compileQuery } from '#domain/semantics/compile.ts'
import { searchJoinTrees } from '#domain/semantics/join-path.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { tablesIn } from './filter-parts.ts'
import { nameKey } from './lexicon.ts'
import type { Reading } from './reading.ts'
import { rootOf } from './root.ts'

export type Joined = { query: SemanticQuery } | { question: string; options: string[] } | { failure: string }

/** The query with its joins settled: by the only way there is, by words of the question, or by asking. */
export function withJoins(layer: Layer, query: SemanticQuery, question: string, reading: Reading): Joined {
  try {
    compileQuery(layer, query)
    return { query }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const choices = joinChoices(layer, query)
    if (choices.length < 2) return { failure: error.message }
    const words = question.toLowerCase()
    const near = pairedChoice(choices, words) ?? nearestChoice(choices, reading) ?? wordedChoice(choices, words)
    if (near) return settled(layer, { ...query, joins: [...query.joins, near.join] }, error.message)
    const named = choices.filter(({ label }) => label.split(' ').some((word) => word.length > 3 && words.includes(word)))
    const [only] = named
    if (only && named.length === 1) return settled(layer, { ...query, joins: [...query.joins, only.join] }, error.message)
    const options = choices.slice(0, 4).map(({ label }) => `${question.replace(/[?.!\s]+$/, '')}, by ${label}`)
    return { question: `Which one do you mean: ${choices.map(({ label }) => label).join(' or ')}?`, options }
  }
}

/** "Students from the Math department": of tables that refer to departments, the one named right before them. */
function nearestChoice(choices: JoinChoice[], { tables }: Reading): JoinChoice | null {
  const ranked = choices
    .map((choice) => {
      const target = tables.findLast(({ table }) => table.name === choice.join.to_table)?.at ?? Number.POSITIVE_INFINITY
      const from = tables.filter(({ table, at }) => table.name === choice.join.from_table && at < target).at(-1)?.at ?? -1
      return { choice, from }
    })
    .sort((a, b) => b.from - a.from)
  const [best, second] = ranked
  return best && second && best.from > second.from && best.from >= 0 ? best.choice : null
}

/** Friends are a student and a friend of theirs: students "who have friends" are those who have them, not those who are. */
function pairedChoice(choices: JoinChoice[], question: string): JoinChoice | null {
  const [one, two, ...others] = choices
  if (!one || !two || others.length > 0 || one.join.from_table !== two.join.from_table || one.join.to_table !== two.join.to_table) return null
  const nouns = new Set(nameKey(one.join.from_table.replaceAll('_', ' ')).split(' ').map(rootOf))
  const isHad = ({ label }: JoinChoice) => label.split(' ').every((word) => word === 'id' || (nouns.has(rootOf(word)) && !/(?:er|or)$/.test(word)))
  if (isHad(one) === isHad(two) || choices.some(({ label }) => question.includes(label))) return null
  return isHad(one) ? two : one
}

/** Of several ways, the only one through a table or column that a word of the question speaks of. */
function wordedChoice(choices: JoinChoice[], question: string): JoinChoice | null {
  const roots = new Set(question.split(/[^\p{L}\d]+/u).map(rootOf))
  const spoken = choices.filter(({ label, join }) =>
    nameKey(`${label} ${join.from_table.replaceAll('_', ' ')}`)
      .split(' ')
      .some((word) => word.length > 3 && roots.has(rootOf(word))),
  )
  const [only] = spoken
  return only && spoken.length === 1 ? only : null
}

function settled(layer: Layer, query: SemanticQuery, message: string): Joined {
  try {
    compileQuery(layer, query)
    return { query }
  } catch (error) {
    if (error instanceof Failure) return { failure: message }
    throw error
  }
}

type JoinChoice = { label: string; join: SemanticQuery['joins'][number] }

function joinChoices(layer: Layer, query: SemanticQuery): JoinChoice[] {
  const named = [
    ...query.dimensions.map((item) => item.table),
    ...query.measures.flatMap((item) => ('table' in item ? [item.table] : [])),
    ...(query.filters ? tablesIn(query.filters) : []),
  ]
  const trees = searchJoinTrees(layer, [...new Set(named)], null, query.joins)
  const choices = trees.flatMap((tree) =>
    tree.steps
      .filter((step) => !trees.every((other) => other.steps.some((item) => item.relationship === step.relationship)))
      .map(({ relationship }) => {
        const column = relationship.fromColumns[0] ?? ''
        const label = layer.tables.find((table) => table.name === relationship.fromTable)?.columns.find((item) => item.name === column)?.label ?? column
        return { label: label.toLowerCase(), join: { from_table: relationship.fromTable, from_column: column, to_table: relationship.toTable } }
      }),
  )
  return [...new Map(choices.map((choice) => [choice.label, choice])).values()]
}
