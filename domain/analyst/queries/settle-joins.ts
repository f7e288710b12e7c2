import { tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import { rootOf } from '#domain/analyst/language/root.ts'
import { nameKey } from '#domain/analyst/lexicon/phrases.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import { roleScore, wayScore } from '#domain/analyst/values/value-role.ts'
import { Failure } from '#domain/failure.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { type JoinTree, searchJoinTrees } from '#domain/semantics/compile/join-path.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

export type Joined = { query: SemanticQuery } | { ways: string[]; options: string[] } | { failure: string }

const chosenWay = /, by way of ([^,]+?)[?.!\s]*$/i

/** The two parts of a question that takes up an option: what was asked, and the join that was chosen. */
export function wayIn(question: string): { asked: string; way: string | null } {
  const way = chosenWay.exec(question)?.[1]?.toLowerCase() ?? null
  return { asked: question.replace(chosenWay, ''), way }
}

/** The query with its joins decided: the only way, the one that was chosen, or one that words of the question tell; else the ways to offer. */
export function withJoins(layer: Layer, query: SemanticQuery, question: string, way: string | null, reading: Reading): Joined {
  try {
    compileQuery(layer, query)
    return { query }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const choices = joinChoices(layer, query)
    if (choices.length < 2) return { failure: error.message }
    const words = question.toLowerCase()
    const near =
      choices.find((choice) => wayOf(choice) === way) ??
      toldChoice(choices, reading) ??
      pairedChoice(choices, words) ??
      nearestChoice(choices, reading) ??
      wordedChoice(choices, words)
    if (near) return settled(layer, { ...query, joins: [...query.joins, near.join] }, error.message)
    const options = choices.slice(0, 4).map((choice) => `${question.replace(/[?.!\s]+$/, '')}, by way of ${wayOf(choice)}`)
    return { ways: choices.map(wayOf), options }
  }
}

/** The query where its tables are joined in one way, else the query of each way. */
export function joinedWays(layer: Layer, query: SemanticQuery): SemanticQuery[] {
  try {
    compileQuery(layer, query)
    return [query]
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return joinChoices(layer, query).map(({ join }) => ({ ...query, joins: [...query.joins, join] }))
  }
}

const wayOf = ({ label }: JoinChoice): string => label.replace(/(?<=\w) id$/, '')

/** Of several tables that refer to one, the one named right before it: "students from the Math department". */
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

/** Of several references, the one whose name fits the preposition before a value: "parcels to Porto" with "to depot" and "from depot". */
function toldChoice(choices: JoinChoice[], { items, taken }: Reading): JoinChoice | null {
  const told = choices.filter(({ label, join }) =>
    items.some(
      ({ values }, at) => taken[at] === 'value' && values.some(({ table }) => table.name === join.to_table) && roleScore(label, items[at - 1]?.lower ?? '') > 0,
    ),
  )
  return told.length === 1 ? (told[0] ?? null) : null
}

/** Of the two references of a table that pairs rows of one kind, the owner's: "students who have friends", where a row holds a student and a friend. */
function pairedChoice(choices: JoinChoice[], question: string): JoinChoice | null {
  const [one, two, ...others] = choices
  if (!one || !two || others.length > 0 || one.join.from_table !== two.join.from_table || one.join.to_table !== two.join.to_table) return null
  const nouns = new Set(nameKey(one.join.from_table.replaceAll('_', ' ')).split(' ').map(rootOf))
  const isHad = ({ label }: JoinChoice) => label.split(' ').every((word) => word === 'id' || (nouns.has(rootOf(word)) && !/(?:er|or)$/.test(word)))
  if (isHad(one) === isHad(two) || choices.some(({ label }) => question.includes(label))) return null
  return isHad(one) ? two : one
}

/** Of several ways, the one whose table or column has the most words of the question, as they are or as words of one root. */
function wordedChoice(choices: JoinChoice[], question: string): JoinChoice | null {
  const said = new Set(nameKey(question).split(' '))
  const roots = new Set([...said].map(americanRoot))
  const isBetweenTables = new Set(choices.map(({ join }) => join.from_table)).size > 1
  const wordsOf = ({ label, join }: JoinChoice) => new Set(nameKey(isBetweenTables ? `${label} ${join.from_table.replaceAll('_', ' ')}` : label).split(' '))
  const scored = choices.map((choice) => {
    const own = [...wordsOf(choice)].filter((word) => word.length > 2 && !choices.every((other) => wordsOf(other).has(word)))
    const score = own.reduce((sum, word) => sum + (said.has(word) ? 2 : roots.has(americanRoot(word)) ? 1 : 0), wayScore(own, said))
    return { choice, score }
  })
  const most = Math.max(...scored.map(({ score }) => score))
  const [best, ...others] = scored.filter(({ score }) => score === most).map(({ choice }) => choice)
  const isOne = best?.trees.some((tree) => others.every(({ trees }) => trees.includes(tree)))
  return best && most > 0 && isOne ? best : null
}

const americanRoot = (word: string) => rootOf(word.replace(/is(?=e[ds]?$|ing$|ation$)/, 'iz'))

function settled(layer: Layer, query: SemanticQuery, message: string): Joined {
  try {
    compileQuery(layer, query)
    return { query }
  } catch (error) {
    if (error instanceof Failure) return { failure: message }
    throw error
  }
}

/** A join that tells ways apart, with the label of its column. `trees` are the ways that use it. */
type JoinChoice = { label: string; join: SemanticQuery['joins'][number]; trees: number[] }

function joinChoices(layer: Layer, query: SemanticQuery): JoinChoice[] {
  const named = [
    ...query.dimensions.map((item) => item.table),
    ...query.measures.flatMap((item) => ('table' in item ? [item.table] : [])),
    ...(query.filters ? tablesIn(query.filters) : []),
  ]
  const trees = searchJoinTrees(layer, [...new Set(named)], null, query.joins)
  const steps = trees.flatMap((tree) => tree.steps).filter((step) => !trees.every((tree) => takes(tree, step)))
  const found = steps.map((step) => {
    const { fromTable, fromColumns, toTable } = step.relationship
    const column = fromColumns[0] ?? ''
    const label = layer.tables.find((table) => table.name === fromTable)?.columns.find((item) => item.name === column)?.label ?? column
    const join = { from_table: fromTable, from_column: column, to_table: toTable }
    return { label: label.toLowerCase(), join, trees: trees.flatMap((tree, at) => (takes(tree, step) ? [at] : [])) }
  })
  // A way is named by its first step.
  const choices = [...new Map(found.toReversed().map((choice) => [JSON.stringify(choice.trees), choice])).values()].reverse()
  const isSame = (one: JoinChoice) => choices.some((other) => other !== one && other.label === one.label)
  const tableLabel = (name: string) => layer.tables.find((table) => table.name === name)?.label.toLowerCase() ?? name
  return choices.map((choice) => (isSame(choice) ? { ...choice, label: `${choice.label} of ${tableLabel(choice.join.from_table)}` } : choice))
}

function takes({ steps }: JoinTree, { relationship }: JoinTree['steps'][number]): boolean {
  return steps.some((step) => step.relationship === relationship)
}
