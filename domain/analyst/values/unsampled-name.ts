import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { numberWords } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { titleWords } from '#domain/analyst/lexicon/english/meanings/texts.ts'
import { drawingNouns } from '#domain/analyst/lexicon/english/sentences/charts.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import {
  choiceWords,
  copulas,
  determiners,
  haveForms,
  locationPrepositions,
  negations,
  ownerPrepositions,
  plainArticles,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { operatorWords } from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import { namingParticiples } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { tableOf } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { askedOf, isOwnName } from './value-place.ts'

const mostWords = 3
const mostOfTitle = 8
const locating = wordSet(copulas, 'lie lies')
const behindLocating = wordSet(locationPrepositions, 'located')
const betweenNounAndName = wordSet(ownerPrepositions, 'at')
const beforeNoun = wordSet(plainArticles, 'in')

const known = new WeakMap<Lexicon, ColumnReference[]>()

/**
 * Words that stand where a name must stand, and that no sampled value matches, are a name of the one table that has more names than were sampled and
 * what is asked of them: "what state is Dallas in", "the population of Tempe Arizona", "the city of Flint".
 */
export function withUnsampledNames(items: Item[], lexicon: Lexicon): Item[] {
  const named = known.get(lexicon) ?? unsampled(lexicon.layer.tables)
  known.set(lexicon, named)
  if (named.length === 0) return items
  for (let from = 0; from < items.length; from++) {
    const to = runFrom(items, from)
    if (to === from) continue
    const owner = ownerOf(items, from, to, named, lexicon)
    if (!owner) {
      from = Math.max(from, to - 1)
      continue
    }
    const before = items.slice(0, from)
    return withUnsampledNames(
      [...(asksAttribute(before, owner.table) ? askedOf(before, owner.table) : before), nameItem(items.slice(from, to), owner), ...items.slice(to)],
      lexicon,
    )
  }
  return items
}

/** Tables with a name of their own, and no key, that holds more values than were sampled. */
function unsampled(tables: LayerTable[]): ColumnReference[] {
  return tables.flatMap((table) => {
    const [column, ...others] = displayColumns(table)
    const isText = column !== undefined && (column.type === 'text' || column.type === 'other') && column.semanticType !== 'identifier'
    return column && isText && others.length === 0 && hasOwnName(table) && (column.distinct ?? 0) > column.sampleValues.length ? [{ table, column }] : []
  })
}

function runFrom(items: Item[], from: number): number {
  const first = items[from]
  // What is known as a value, but as no row's own name, may be the name of one that was not sampled.
  const isValue = first !== undefined && first.values.length > 0 && first.meaning.columns.length + first.meaning.tables.length === 0
  if (isValue && (first.kind === 'name' || first.kind === 'quoted')) return from + 1
  const title = titleFrom(items, from)
  if (title > from + 1) return title
  let to = from
  while (to < from + mostWords && isUnknown(items[to])) to++
  return to
}

/** Where words in capitals end, with small ones between them: "Gone with the Wind". */
function titleFrom(items: Item[], from: number): number {
  const isWritten = (item: Item | undefined) => item?.kind === 'word' && item.isCapitalised
  let end = from
  for (let to = from; from > 0 && to < from + mostOfTitle; to++) {
    if (isWritten(items[to])) end = to + 1
    else if (to === from || items[to]?.kind !== 'word' || !titleWords.has(items[to]?.lower ?? '')) break
  }
  return items.slice(from, end).some(isUnknown) ? end : from
}

/** A word that neither the data source nor the grammar knows. */
export function isUnknown(item: Item | undefined): boolean {
  return (
    item?.kind === 'word' &&
    !drawingNouns.has(item.stem) &&
    !drawingNouns.has(item.lower) &&
    item.lower.length > 1 &&
    !fillers.has(item.lower) &&
    !determiners.has(item.lower) &&
    !negations.has(item.lower) &&
    !operatorWords.has(item.lower) &&
    !numberWords.has(item.lower)
  )
}

function nameItem(run: Item[], { table, column }: ColumnReference): Item {
  const [first] = run
  const [known] = first?.values ?? []
  const text = known?.value ?? run.map((item) => item.text).join(' ')
  const meaning = { tables: [], columns: [], measures: [] }
  const lower = text.toLowerCase()
  return { ...(first as Item), kind: 'name', text, lower, stem: lower, meaning, values: [{ table, column, value: text, weight: 0.5, isUnverified: true }] }
}

function ownerOf(items: Item[], from: number, to: number, named: ColumnReference[], lexicon: Lexicon): ColumnReference | null {
  const values = items[from]?.values ?? []
  if (values.some((value) => value.isUnverified || value.rows || named.some(({ column }) => column === value.column))) return null
  // "The subject in History" is told by the column that was just named.
  const isTold = values.some(({ column }) =>
    items.slice(Math.max(0, from - 2), from).some((item) => item.meaning.columns.some((named) => named.column === column)),
  )
  if (isTold) return null
  const typed = typedBy(items, from, to, named)
  if (typed) return typed
  if (values.some((value) => isOwnName(value) && asksAttribute(items.slice(0, from), value.table))) return null
  const isNamed = values.some(isOwnName)
  const [only, ...others] = named.filter(({ table }) => asks(items, from, to, table, lexicon, isNamed))
  return only && others.length === 0 ? only : null
}

/** "The city of Flint", "the city Flint", "New York city", "cities named Springfield". */
function typedBy(items: Item[], from: number, to: number, named: ColumnReference[]): ColumnReference | null {
  const word = items[from - 1]?.lower ?? ''
  const isNaming = namingParticiples.has(word)
  const before = items[word === 'of' || isNaming ? from - 2 : from - 1]
  const after = items[to]
  const isSingular = (item: Item | undefined) => item !== undefined && (isNaming || item.lower === item.stem)
  const isKnown = (items[from]?.values.length ?? 0) > 0
  // "The largest city of Kansas" is no city called Kansas.
  const isWhole = word !== 'of' || beforeNoun.has(items[from - 3]?.lower ?? '')
  // "The city Flint", but not "students taking classes".
  const isBeside = word !== 'of' && !isNaming
  const isLast = items[to] === undefined || items[to]?.kind === 'sign'
  // "The artist Metallica", though a composer of that name is all that was sampled.
  const isWritten = items[from]?.kind === 'quoted' || items[from]?.isCapitalised === true
  const isApposed = !isBeside || isWritten || (!isKnown && isLast && items[from - 2]?.lower === 'the' && !/(?:ing|ed)$/.test(items[to - 1]?.lower ?? ''))
  const type = isSingular(before) && isWhole && isApposed ? tableOf(before) : null
  const behind = !isNaming && betweenNounAndName.has(word) && after && after.lower === after.stem ? tableOf(after) : null
  return named.find(({ table }) => table === type || table === behind) ?? null
}

/** Whether the place asks for a name of the table. */
function asks(items: Item[], from: number, to: number, table: LayerTable, { layer }: Lexicon, isNamed: boolean): boolean {
  const [before, word] = [items[from - 2], items[from - 1]?.lower ?? '']
  const after = items[to]
  const isLast = after === undefined || after.kind === 'sign'
  const refersTo = (other: LayerTable | null) =>
    other !== null && layer.relationships.some((item) => item.fromTable === table.name && item.toTable === other.name)
  const noun = tableOf(before)
  const isKnown = (items[from]?.values.length ?? 0) > 0
  // "What state is Dallas in", "in which state is Dallas": what is known to be somewhere is looked for there.
  if (isKnown && (locating.has(word) || from === 0)) return false
  if (locating.has(word) && noun && choiceWords.has(items[from - 3]?.lower ?? '')) return refersTo(noun) && (isLast || behindLocating.has(after.lower))
  // "Dallas is in what state".
  if (from === 0 && locating.has(after?.lower ?? '') && behindLocating.has(items[to + 1]?.lower ?? '') && choiceWords.has(items[to + 2]?.lower ?? ''))
    return refersTo(tableOf(items[to + 3]))
  const isHeld = after !== undefined && after.values.length > 0 && (items[to + 1] === undefined || items[to + 1]?.kind === 'sign')
  const isEnd = isLast || (isHeld && after.values.some((value) => value.table === table || refersTo(value.table)))
  const isHad = word === 'does' && haveForms.has(after?.lower ?? '')
  // "Albums by Iron Maiden", "how many albums does Iron Maiden have".
  const isOthers = noun !== null && noun !== table && !isKnown
  // "Metallica's albums", "the Metallica albums".
  const owned = !isKnown && items[from]?.isCapitalised && (items[to - 1]?.isPossessive || word === 'the') ? tableOf(after) : null
  if (owned && owned !== table && after?.lower !== after?.stem && agents.test(table.label)) return leadsTo(layer, owned, table)
  if (isOthers && word === 'by' && isLast && agents.test(table.label)) return leadsTo(layer, noun, table)
  if (isOthers && isHad && isLastBut(items, to)) return leadsTo(layer, noun, table)
  // "Erie Pennsylvania": a lake of that name has no population.
  return ((betweenNounAndName.has(word) && isEnd && (!isNamed || isHeld)) || (isHad && !isNamed)) && asksAttribute(items.slice(0, from), table)
}

/** Who does or makes something, as labels call them. */
const agents = /(?:er|or|ist|ian)s?$/i

/** Whether each row of one table belongs to one of the other, at once or by way of others. */
function leadsTo({ relationships }: Lexicon['layer'], from: LayerTable, to: LayerTable): boolean {
  const found = new Set([from.name])
  for (const name of found) for (const item of relationships) if (item.fromTable === name && item.cardinality !== 'many_to_many') found.add(item.toTable)
  return found.has(to.name)
}

function isLastBut(items: Item[], at: number): boolean {
  return items[at + 1] === undefined || items[at + 1]?.kind === 'sign'
}

/** Only columns are asked of it, and the table has each. */
function asksAttribute(before: Item[], table: LayerTable): boolean {
  const names = before.filter((item) => item.kind === 'name')
  return (
    names.length > 0 &&
    names.every(
      (item) => tableOf(item) === null && item.values.length === 0 && item.meaning.columns.some((meaning) => meaning.table === table && meaning.weight >= 0.5),
    )
  )
}
