import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { labelWords, rootOf } from '#domain/analyst/language/root.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { type Adjective, adjectiveSuperlatives, comparatives, twoWordAdjectives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import {
  behindComparedNumber,
  betweenColumnAndComparison,
  betweenNumberAndColumn,
  heightComparatives,
} from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import {
  copulas,
  determiners,
  doForms,
  havingWords,
  indefiniteDeterminers,
  modals,
  objectPronouns,
  placePrepositions,
  thirdPersonPossessives,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { isAmountLabel } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { comparedVerbs } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import { impliedColumn } from '#domain/analyst/lexicon/implied-column.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { FilterCondition } from '#domain/semantics/semantic-query.ts'

/** "Cars [that can] seat over 4", "names [that do not] contain". */
const betweenColumnAndVerb = wordSet(betweenColumnAndComparison, doForms, modals, 'not')

/** The column an adjective is about: of the table named nearest before, else of what is asked about, else of any that is named. */
export function impliedNear(reading: Reading, at: number, adjective: Adjective): ReturnType<typeof impliedColumn> {
  const before = reading.tables.filter((mention) => mention.at < at).map(({ table }) => table)
  const selected = reading.items.slice(0, at).flatMap((item) => (item.kind === 'name' ? item.meaning.columns.map(({ table }) => table) : []))
  for (const table of [
    ...before.reverse(),
    ...(reading.draft.focus ? [reading.draft.focus] : []),
    ...reading.tables.map((mention) => mention.table),
    ...selected,
    ...parentsOf(reading, before[0] ?? reading.draft.focus),
  ]) {
    const implied = impliedColumn(table, adjective)
    if (implied) return implied
  }
  return null
}

/** The tables that rows of a table refer to: a candidate may refer to a person, who has the age. */
function parentsOf({ lexicon: { layer } }: Reading, table: LayerTable | null): LayerTable[] {
  const parents = layer.relationships.filter((item) => item.fromTable === table?.name).map((item) => item.toTable)
  return layer.tables.filter((item) => parents.includes(item.name))
}

/** "Earn more than 80000" is about a salary, "cost over 5" about a price. */
export function verbFigure(reading: Reading, at: number): ColumnReference | null {
  const columns = comparedVerbs.get(wordAt(reading, at))
  return columns ? (impliedNear(reading, at, { direction: 'desc', columns })?.reference ?? null) : null
}

/** What rows named before are compared by, "invoices above average", or the verb tells: "earn more than average". */
export function comparedFigure(reading: Reading, at: number, before: number): ColumnReference | null {
  const rows = tableOf(reading.items[before]) ?? reading.draft.focus
  return rows && (verbFigure(reading, at - 1) ?? figureOf(rows))
}

/** `older than`, `more expensive than`: what the adjective is about, and where what it is compared with begins. */
export function comparativeAt(reading: Reading, at: number): { adjective: Adjective; next: number } | null {
  const word = wordAt(reading, at)
  const pair = ['more', 'less'].includes(word) && wordAt(reading, at + 2) === 'than' ? twoWordAdjectives.get(wordAt(reading, at + 1)) : undefined
  if (pair) return { adjective: { direction: word === 'more' ? 'desc' : 'asc', ...pair }, next: at + 3 }
  const isThan = wordAt(reading, at + 1) === 'than'
  const adjective = isThan || reading.items[at + 1]?.kind === 'number' ? comparatives.get(word) : undefined
  return adjective ? { adjective, next: isThan ? at + 2 : at + 1 } : null
}

const endsComparison = (word: string): boolean => word === '' || behindComparedNumber.has(word)

/** The number column that rows named before a comparison are compared by, where no column is named: "budgets above 3000". */
function ownFigure(reading: Reading, before: number, next: number): ColumnReference | null {
  const table = tableOf(reading.items[before])
  // A noun behind the number is what it counts.
  if (!table || !endsComparison(wordAt(reading, next)) || havingWords.has(wordAt(reading, before + 1))) return null
  return figureOf(table)
}

/** The measure of a table that is compared where none is named: the one called like the table, else the only one, else the only amount. */
function figureOf(table: LayerTable): ColumnReference | null {
  const figures = table.columns.filter((column) => !column.isHidden && column.semanticType === 'measure' && isMeasurable(column, 'sum'))
  const nouns = labelWords(table.label).map(rootOf)
  const named = figures.filter((column) => labelWords(column.label).some((word) => nouns.includes(rootOf(word))))
  const own = named.filter(({ label }) => !label.includes(' '))
  const [only, ...others] = own.length > 0 ? own : named.length > 0 ? named : figures.length > 1 ? figures.filter(({ label }) => isAmountLabel(label)) : figures
  return only && others.length === 0 ? { table, column: only } : null
}

/** The number column a comparison is about: the one before it, right after its number, else the only one its table has. */
export function numericColumnNear(reading: Reading, at: number, after: number): { reference: ColumnReference; at: number | null } | null {
  const fits = ({ column }: ColumnReference) => isMeasurable(column, 'max') || (column.semanticType === 'identifier' && isNumericType(column))
  const next = skip(reading, after, betweenNumberAndColumn)
  const following = isFree(reading, next) ? columnOf(reading, next, fits) : null
  if (following && next <= after + 1 && !tableOf(reading.items[next])) return { reference: following, at: next }
  const before = skipBack(reading, at - 1, betweenColumnAndVerb)
  const preceding = columnOf(reading, before, fits)
  // "Invoices over 500" are not so by their numbers.
  const isMeant = preceding && (preceding.column.semanticType !== 'identifier' || preceding.weight >= 0.7)
  if (isMeant && !tableOf(reading.items[before])) return { reference: preceding, at: before }
  const said = verbFigure(reading, at - 1)
  if (said) return { reference: said, at: at - 1 }
  const figure = ownFigure(reading, before, next)
  if (figure) return { reference: figure, at: null }
  // "Students who are over 18" are so by their age.
  const isOfAge = copulas.has(wordAt(reading, at - 1)) && endsComparison(wordAt(reading, next))
  const age = isOfAge ? impliedNear(reading, at, { direction: 'desc', columns: ['age'] }) : null
  if (age) return { reference: age.reference, at: null }
  // "Towers higher than 100" are so by their height, where nothing else is named.
  const tall = heightComparatives.has(wordAt(reading, at)) && !reading.items.slice(0, at).some(({ lower }) => heightComparatives.has(lower))
  const height = tall ? impliedNear(reading, at, { direction: 'desc', columns: adjectiveSuperlatives.get('tallest')?.columns ?? [] }) : null
  if (height) return { reference: height.reference, at: null }
  const last = [...reading.draft.filters].reverse().find((filter): filter is FilterCondition => 'column' in filter)
  if (last && ['or', 'and'].includes(wordAt(reading, at - 1))) return referenceOf(reading, last)
  return null
}

export function textColumnNear(reading: Reading, at: number, after: number): { reference: ColumnReference; at: number | null } | null {
  const named = skipBack(reading, at - 1, betweenColumnAndVerb)
  const own = wordAt(reading, named) === 'name' && reading.items[named]?.kind === 'word' ? nameOwner(reading, at, named) : null
  if (own) return { reference: own, at: null }
  const found = namedTextColumn(reading, at, after)
  const owner = found?.at == null || reading.items[found.at]?.stem !== 'name' ? null : nameOwner(reading, at, found.at)
  return found && owner ? { ...found, reference: owner } : found
}

const beforeOwned = wordSet(betweenColumnAndComparison, 'whose')

/** "Publishers whose name contains", "publishers with a word in their names", where publishers are a column: that one. */
function nameOwner(reading: Reading, at: number, name: number): ColumnReference | null {
  const isOwned = wordAt(reading, name - 1) === 'whose' || thirdPersonPossessives.has(wordAt(reading, name - 1))
  const noun = skipBack(reading, Math.min(at, name) - 1, beforeOwned)
  const owner = isOwned && !tableOf(reading.items[noun]) ? columnOf(reading, noun, isText) : null
  if (!owner || owner.weight < 0.75 || reading.items[noun]?.stem === 'name') return null
  // "By a publisher whose name" says whose, and does not ask for publishers.
  if (indefiniteDeterminers.has(wordAt(reading, noun - 1))) take(reading, noun, noun + 1, 'filter column')
  return owner
}

const isText = ({ column }: ColumnReference): boolean => column.type === 'text' || column.type === 'other'

/** "Contain rock [as part of their] titles". */
const betweenTextAndColumn = wordSet(determiners, placePrepositions, objectPronouns, 'as part')

function namedTextColumn(reading: Reading, at: number, after: number): { reference: ColumnReference; at: number | null } | null {
  const fits = isText
  const behind = skip(reading, after, betweenTextAndColumn)
  const following = isFree(reading, behind) ? columnOf(reading, behind, fits) : null
  if (following && behind > after && wordAt(reading, after) === 'in' && !tableOf(reading.items[behind])) return { reference: following, at: behind }
  const before = skipBack(reading, at - 1, betweenColumnAndVerb)
  const preceding = columnOf(reading, before, fits)
  if (preceding && !tableOf(reading.items[before])) return { reference: preceding, at: before }
  // "Last names of customers that start with M".
  const owned = skipBack(reading, before - 1)
  const named = wordAt(reading, owned + 1) === 'of' && !tableOf(reading.items[owned]) ? columnOf(reading, owned, fits) : null
  if (named) return { reference: named, at: null }
  const table = tableOf(reading.items[before]) ?? reading.tables[0]?.table
  const [display] = table ? displayColumns(table) : []
  return table && display ? { reference: { table, column: display }, at: null } : null
}

function referenceOf(reading: Reading, filter: FilterCondition): { reference: ColumnReference; at: null } | null {
  const table = reading.lexicon.layer.tables.find((item) => item.name === filter.table)
  const column = table?.columns.find((item: LayerColumn) => item.name === filter.column)
  return table && column ? { reference: { table, column }, at: null } : null
}
