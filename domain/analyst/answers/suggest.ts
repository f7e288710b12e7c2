import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Analysis, AnalysisInput, PreviousTurn } from '#domain/analyst/analysis.ts'
import { type Clock, today } from '#domain/analyst/language/calendar.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { contactLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { tableDistances } from '#domain/analyst/lexicon/table-distance.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { plural } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { starterQuestions } from './starters.ts'

const mostSuggestions = 3
const leastSuggested = 0.8

/** Up to three questions that continue from an answer; each is one the analyst answers itself. */
export function suggestFollowUps(layer: Layer, previous: PreviousTurn, clock: Clock, cache?: LexiconCache): string[] {
  const asked = previous.question.trim().toLowerCase()
  const suggestions: string[] = []
  for (const question of candidates(layer, previous)) {
    if (suggestions.length === mostSuggestions) break
    if (question.toLowerCase() === asked || suggestions.includes(question)) continue
    if (isAnswered(question, { layer, clock, ...(cache ? { cache } : {}) }, previous)) suggestions.push(question)
  }
  return suggestions
}

/**
 * Questions to begin with, for someone who has asked nothing yet: of each measure an owner defined, and of the tables that hold figures over time, by what
 * they can be told apart. Each is one the analyst answers itself.
 */
export function suggestOpenings(layer: Layer, most: number, clock: Clock, cache?: LexiconCache): string[] {
  const place = { layer, clock, ...(cache ? { cache } : {}) }
  const own = layer.measures.map(({ name }): SemanticQuery['measures'][number] => ({ measure: name }))
  const found: string[] = []
  const lists = [...own, ...figuresOf(layer)].slice(0, mostBegun).map((measure) => openingsOf(layer, measure))
  // One of each before a second of any: what there is to ask is shown in its breadth.
  for (let round = 0; round < mostBegun && found.length < most; round++) {
    for (const questions of lists) {
      const question = questions[round]
      if (found.length === most || question === undefined || found.includes(question)) continue
      const read = analyseQuestion({ ...place, question, previous: null })
      if (read.kind === 'query' && read.confidence >= leastSuggested) found.push(question)
    }
  }
  return found.length > 0 ? found : starterQuestions(layer).slice(0, most)
}

const mostBegun = 8

/** What is worth asking of each table that tells of something: sums of those with a date, else counts; the largest first, and none that only joins others. */
function figuresOf(layer: Layer): SemanticQuery['measures'] {
  const tables = layer.tables.filter(
    (table) => !table.isHidden && table.columns.some(({ isHidden, semanticType }) => !isHidden && semanticType !== 'identifier'),
  )
  const isTold = (table: LayerTable) => defaultDate(table) !== null && defaultDate(table) !== undefined && (table.rows ?? 0) >= fewRows
  const sorted = tables.toSorted((a, b) => Number(isTold(b)) - Number(isTold(a)) || (b.rows ?? 0) - (a.rows ?? 0))
  return sorted.map((table) => {
    const figure = defaultDate(table) ? table.columns.find((column) => !column.isHidden && column.semanticType === 'measure') : undefined
    return figure ? { aggregate: 'sum' as const, table: table.name, column: figure.name } : { aggregate: 'count' as const, table: table.name }
  })
}

/** A table of fewer rows is a list of names. */
const fewRows = 50

const contactLabel = wordPattern(contactLabels)

function openingsOf(layer: Layer, measure: SemanticQuery['measures'][number]): string[] {
  const named = 'measure' in measure ? layer.measures.find(({ name }) => name === measure.measure)?.table : 'table' in measure ? measure.table : undefined
  const base = layer.tables.find((table) => table.name === named && !table.isHidden)
  const phrase = measurePhrase(layer, measure)
  if (!base || !phrase) return []
  const columnOf = ({ table, column }: { table: LayerTable; column: string }) => table.columns.find(({ name }) => name === column)
  const fair = (way: { table: LayerTable; column: string }) => Math.abs((columnOf(way)?.distinct ?? 0) - fairSpread)
  const near = categoriesNear(layer, base).filter((way) => !contactLabel.test(way.phrase) && (columnOf(way)?.nullFraction ?? 0) < mostlyEmpty)
  const ways = [...near.toSorted((a, b) => fair(a) - fair(b)), ...kindsOf(layer, base)]
  const [first, second] = ways
  return [
    ...(first ? [`${phrase} by ${first.phrase}?`] : []),
    ...(defaultDate(base) ? [`${phrase} by year?`] : []),
    ...(second ? [`${phrase} by ${second.phrase}?`] : []),
    `${phrase}?`,
  ]
}

/** Groups a chart shows well. */
const fairSpread = 20
const mostlyEmpty = 0.5

/** Short lists a table refers to: a track's genre, an order's status. */
const kindsOf = (layer: Layer, base: LayerTable): { phrase: string }[] =>
  layer.tables
    .filter((table) => !table.isHidden && table !== base && isReferredTo(layer, base, table) && (table.rows ?? 0) > 1 && (table.rows ?? 0) <= fewRows)
    .map((table) => ({ phrase: table.label.toLowerCase() }))

/** Whether a question is answered for what it says, also where it goes on from the answer it is suggested for. */
function isAnswered(question: string, place: Place, previous: PreviousTurn): boolean {
  const own = asAsked(question, place)
  if (own.kind !== 'query' || own.confidence < leastSuggested) return false
  const next = analyseQuestion({ ...place, question, previous })
  return next.kind === 'query' && JSON.stringify(next.query) === JSON.stringify(own.query)
}

type Place = Omit<AnalysisInput, 'question' | 'previous'>

const mostRead = 500
const readings = new WeakMap<Layer, Map<string, Analysis>>()

/** What a suggestion says by itself, read once a day for a layer: many answers suggest the same. */
function asAsked(question: string, place: Place): Analysis {
  const read = readings.get(place.layer) ?? new Map<string, Analysis>()
  readings.set(place.layer, read)
  const key = JSON.stringify([question, place.clock.timeZone, today(place.clock)])
  const known = read.get(key) ?? analyseQuestion({ ...place, question, previous: null })
  if (read.size >= mostRead) read.clear()
  read.set(key, known)
  return known
}

function candidates(layer: Layer, { query }: PreviousTurn): string[] {
  const named = [...query.measures.flatMap((item) => ('table' in item ? [item.table] : [])), ...query.dimensions.map((item) => item.table)]
  const [base] = layer.tables.filter((table) => table.name === named[0] && !table.isHidden)
  if (!base) return starterQuestions(layer)
  const grouped = new Set(query.dimensions.map((item) => `${item.table}.${item.column}`))
  const measure = measurePhrase(layer, query.measures[0]) ?? `How many ${nounOf(base)} are there`
  const categories = categoriesNear(layer, base).filter(({ table, column }) => !grouped.has(`${table.name}.${column}`))
  const date = defaultDate(base)
  const byTime = date && !grouped.has(`${base.name}.${date.name}`) ? [`${measure} by year?`] : []
  const amounts = base.columns.filter((column) => !column.isHidden && column.semanticType === 'measure')
  return [
    ...byTime,
    ...categories.slice(0, 3).map(({ phrase }) => `${measure} by ${phrase}?`),
    ...amounts.slice(0, 2).map((column) => `What is the average ${column.label.toLowerCase()} of ${nounOf(base)}?`),
    `How many ${nounOf(base)} are there?`,
    ...starterQuestions(layer),
  ]
}

function measurePhrase(layer: Layer, measure: PreviousTurn['query']['measures'][number] | undefined): string | null {
  if (!measure) return null
  if ('measure' in measure) return `What is the ${layer.measures.find((item) => item.name === measure.measure)?.label ?? measure.measure}`
  if (!('aggregate' in measure)) return null
  const table = layer.tables.find((item) => item.name === measure.table)
  if (!table || measure.filters) return null
  if (measure.aggregate === 'count') return `How many ${nounOf(table)} are there`
  const column = table.columns.find((item) => item.name === measure.column)
  const words = { count_distinct: 'number of different', sum: 'total', avg: 'average', median: 'median', min: 'lowest', max: 'highest' }
  return column ? `What is the ${figureOf(words[measure.aggregate], column.label)} of ${nounOf(table)}` : null
}

/** "Total" of a column that is called so already is said once. */
function figureOf(word: string, label: string): string {
  const name = label.toLowerCase()
  return name.split(' ').includes(word) ? name : `${word} ${name}`
}

/** Columns worth grouping by, of the table itself and of those it refers to. */
function categoriesNear(layer: Layer, base: LayerTable): { table: LayerTable; column: string; phrase: string }[] {
  const distances = tableDistances(layer, base.name)
  const near = layer.tables.filter((table) => !table.isHidden && (table === base || isReferredTo(layer, base, table)) && (distances.get(table.name) ?? 9) <= 1)
  return near.flatMap((table) =>
    table.columns
      .filter(
        (column) =>
          !column.isHidden &&
          (column.semanticType === 'category' || column.semanticType === 'geo') &&
          (column.distinct ?? 99) > 1 &&
          (column.distinct ?? 99) <= 50,
      )
      .map((column) => ({
        table,
        column: column.name,
        phrase: table === base ? column.label.toLowerCase() : `${table.label.toLowerCase()} ${column.label.toLowerCase()}`,
      })),
  )
}

function isReferredTo(layer: Layer, from: LayerTable, to: LayerTable): boolean {
  return layer.relationships.some((item) => item.fromTable === from.name && item.toTable === to.name)
}

function nounOf(table: LayerTable): string {
  return plural(table.label.toLowerCase())
}
