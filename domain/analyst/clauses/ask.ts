import { tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { defaultDate, displayColumns } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { type Adjective, adjectiveSuperlatives, twoWordAdjectives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { dateNouns } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { employerNouns } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { placeNouns } from '#domain/analyst/lexicon/english/meanings/places.ts'
import { superlativeOf } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { copulas, plainArticles, quantifiers, questionAdverbs } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { impliedColumn } from '#domain/analyst/lexicon/implied-column.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

/** "How old are the", "where is each": between the question word and whose column is asked for. */
const beforeOwner = wordSet(copulas, plainArticles, quantifiers)
const namesPlace = (label: string): boolean => labelWords(label).some((word) => placeNouns.has(word))

/** Reads "where is …", "when did …" and "how old is …" and shows the columns that answer them. A question that no column answers stays unread. */
export function readAsk(reading: Reading): void {
  const { draft } = reading
  for (let at = 0; at < reading.items.length; at++) {
    const word = wordAt(reading, at)
    if (!isFree(reading, at) || !questionAdverbs.has(word)) continue
    if (word === 'where' && at === 0 && asksPlace(reading)) {
      take(reading, at, at + 1, 'select')
      continue
    }
    const table = subjectOf(reading)
    const isStart = at === 0 && draft.selects.length === 0 && draft.measures.length === 0
    if (table && word === 'when' && (isStart || ['and', ','].includes(wordAt(reading, at - 1))) && readWhen(reading, at, table)) continue
    if (!table || (word !== 'how' && !isStart)) continue
    const columns = word === 'where' ? placesOf(reading, table) : word === 'when' ? [defaultDate(table)] : [adjectiveColumn(reading, at, table)]
    const found = columns.filter((column) => column !== null)
    if (found.length === 0) continue
    const average = word === 'how' ? reading.items.findIndex((_, index) => phraseLength(reading, index, 'on average') > 0) : -1
    if (average > at) take(reading, average, average + 2, 'measure')
    for (const column of found)
      if (average > at) draft.measures.push({ aggregate: 'avg', table, column, named: null })
      else draft.selects.push(...shownOf(reading, { table, column }))
    take(reading, at, word === 'how' ? at + 2 : at + 1, 'select')
  }
}

/** Shows the date that is called like a verb ("when did she join"), else the only date of the table. Tells whether one was found. */
function readWhen(reading: Reading, at: number, table: LayerTable): boolean {
  const dates = table.columns.filter((column) => !column.isHidden && column.semanticType === 'time')
  for (let verb = at + 1; verb < reading.items.length; verb++) {
    const item = reading.items[verb]
    if (!item || item.kind === 'quoted' || item.lower.length < 4 || !isFree(reading, verb)) continue
    const root = familyOf(item.stem)
    const column = dates.find(({ label }) => labelWords(label).some((word) => !dateNouns.has(word) && familyOf(word) === root))
    if (!column) continue
    reading.draft.selects.push({ table, column })
    take(reading, at, at + 1, 'select')
    // "Join the company" says no more than that she joined; the first time is the only one a row tells of.
    const employer = wordAt(reading, verb + 1) === 'the' && employerNouns.has(wordAt(reading, verb + 2)) && reading.items[verb + 2]?.kind === 'word'
    take(reading, verb - (wordAt(reading, verb - 1) === 'first' ? 1 : 0), verb + (employer ? 3 : 1), 'select')
    return true
  }
  const [only, ...others] = dates
  if (at === 0 || !only || others.length > 0) return false
  reading.draft.selects.push({ table, column: only })
  take(reading, at, at + 1, 'select')
  return true
}

function subjectOf(reading: Reading): LayerTable | null {
  const [filter] = reading.draft.filters
  const [filtered] = filter ? tablesIn(filter) : []
  return reading.draft.focus ?? reading.tables[0]?.table ?? reading.lexicon.layer.tables.find((table) => table.name === filtered) ?? null
}

/** Whether "where is" asks for a text column that names the place itself: "where is the highest point". */
function asksPlace(reading: Reading): boolean {
  const at = skip(reading, 1, beforeOwner)
  const item = reading.items[at]
  const column = item?.kind === 'name' && item.values.length === 0 && !tableOf(item) ? columnOf(reading, at) : null
  return column !== null && column.weight >= 0.75 && !isNumericType(column.column) && column.column.semanticType !== 'time' && !namesPlace(item?.lower ?? '')
}

/** Columns of a table that tell a place and that no condition of the question fixes, up to three. */
function placesOf(reading: Reading, table: LayerTable): LayerColumn[] {
  const { relationships, tables } = reading.lexicon.layer
  const said = reading.draft.filters.flatMap((filter) => ('column' in filter && filter.table === table.name ? [filter.column] : []))
  const named = displayColumns(table).filter((column) => said.length === 0 || said.includes(column.name))
  const isPlace = (column: LayerColumn) => {
    const to = relationships.find((item) => item.fromTable === table.name && item.fromColumns[0] === column.name)?.toTable
    return [column, tables.find((item) => item.name === to)].some((item) => item !== undefined && namesPlace(item.label))
  }
  // Where all are in one country, that country is not asked for.
  const places = table.columns.filter(
    (column) => !column.isHidden && !named.includes(column) && !said.includes(column.name) && column.distinct !== 1 && isPlace(column),
  )
  return places.slice(0, 3)
}

/** The columns to show for a column: the name of the row it refers to where it is only a number. */
function shownOf({ lexicon: { layer } }: Reading, reference: ColumnReference): ColumnReference[] {
  const { table, column } = reference
  const to = layer.relationships.find((item) => item.fromTable === table.name && item.fromColumns[0] === column.name)?.toTable
  const referred = isNumericType(column) ? layer.tables.find((item) => item.name === to) : undefined
  return referred ? displayColumns(referred).map((shown) => ({ table: referred, column: shown })) : [reference]
}

/** What "how old", "how long" ask for. */
export function adjectiveOf(word: string): Adjective | null {
  const adjective = adjectiveSuperlatives.get(superlativeOf.get(word) ?? '') ?? twoWordAdjectives.get(word)
  return adjective ? { direction: 'desc', ...adjective } : null
}

function adjectiveColumn(reading: Reading, at: number, table: LayerTable): LayerColumn | null {
  const adjective = adjectiveOf(wordAt(reading, at + 1))
  if (!adjective || !isFree(reading, at + 1)) return null
  const owner = tableOf(reading.items[skip(reading, at + 2, beforeOwner)]) ?? table
  const implied = owner === table ? impliedColumn(table, adjective) : null
  return implied?.reference.column ?? null
}
