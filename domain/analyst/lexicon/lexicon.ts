import { placeKinds } from '#domain/analyst/language/place-names.ts'
import { familyOf, labelWords, rootOf } from '#domain/analyst/language/root.ts'
import { flagVerbs } from '#domain/analyst/lexicon/english/column-labels.ts'
import { fillers } from '#domain/analyst/lexicon/english/fillers.ts'
import { determiners, negations } from '#domain/analyst/lexicon/english/function-words.ts'
import { labelFrequencies, labelJoints, labelPrepositions, verbalRowNouns } from '#domain/analyst/lexicon/english/label-words.ts'
import { synonymGroups } from '#domain/analyst/lexicon/english/synonyms.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerMeasure, LayerTable } from '#domain/semantics/layer.ts'
import type { QueryJoin, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { displayColumns, isRepeated } from './display.ts'
import { nameKey, phrasesOf } from './phrases.ts'
import { roleNouns } from './role-nouns.ts'
import { addValues } from './value-names.ts'
import { anyOf } from './word-pattern.ts'

export type ColumnMeaning = { table: LayerTable; column: LayerColumn; weight: number }
/** `by` is the reference by which the rows are called so, see `roleNouns`. */
export type TableMeaning = { table: LayerTable; weight: number; by?: QueryJoin }
export type MeasureMeaning = { measure: LayerMeasure; weight: number }
/** `rows` are found by another query, of whose phrase `value` is the text; `sameAs` is a column of the row it belongs to that holds it; an unverified value was not sampled. */
export type ValueMeaning = {
  table: LayerTable
  column: LayerColumn
  value: string
  weight: number
  rows?: SemanticQuery
  sameAs?: { table: LayerTable; column: LayerColumn }
  isUnverified?: boolean
}
export type Meaning = { tables: TableMeaning[]; columns: ColumnMeaning[]; measures: MeasureMeaning[] }

/** Every phrase that names something in a layer, and every value it is known to hold. */
export type Lexicon = {
  layer: Layer
  /** By the singular words of a phrase. */
  names: Map<string, Meaning>
  /** Of labels and synonyms, by the roots of their words; a root of several names is left out. */
  roots: Map<string, Meaning>
  /** Of labels of several words, by the roots of their words in the order of the alphabet; what several share is left out. */
  bags: Map<string, Meaning>
  /** The words of names. */
  words: Set<string>
  /** The short ones of labels of several words. */
  shorts: Set<string>
  /** By the lower-case words of a value. */
  values: Map<string, ValueMeaning[]>
  /** Single words of columns of a few values, by the family of the word: `cancelled` of "cancellation". */
  valueFamilies: Map<string, ValueMeaning[]>
  /** Words in the longest phrase. */
  longest: number
}

/** Built lexicons by `layer.version`; the caller keeps it for as long as it likes. */
export type LexiconCache = Map<string, Lexicon>

/** The lexicon of a layer, taken from the cache while the layer's version is the same. */
export function lexiconOf(layer: Layer, cache?: LexiconCache): Lexicon {
  const key = `${layer.datasourceId}:${layer.version}`
  const known = cache?.get(key)
  if (known) return known
  const lexicon = buildLexicon(layer)
  cache?.set(key, lexicon)
  return lexicon
}

/** Weights: label 1, authored synonym 0.95, with or without the table's name 0.9 and 0.75, the last words of a label 0.5 to 0.7. */
export function buildLexicon(layer: Layer): Lexicon {
  const lexicon: Lexicon = {
    layer,
    names: new Map(),
    roots: new Map(),
    bags: new Map(),
    words: new Set(),
    shorts: new Set(),
    values: new Map(),
    valueFamilies: new Map(),
    longest: 3,
  }
  for (const table of layer.tables) {
    if (table.isHidden) continue
    // Rows called as one of their columns, of which many share a value, are not what the word means.
    const isClass = table.columns.some((column) => column.label.toLowerCase() === singular(table.label.toLowerCase()) && isRepeated(table, column, 5))
    for (const { phrase, weight } of phrasesOf(table.label.replace(howOften, ''), table.synonyms, table.name))
      addName(lexicon, phrase, { tables: [{ table, weight: isClass ? weight * 0.85 : weight }] })
    for (const column of table.columns) if (!column.isHidden) addColumn(lexicon, table, column)
    const [key, ...parts] = table.columns.filter((column) => table.primaryKey.includes(column.name))
    if (key && parts.length === 0 && !lexicon.names.has(`${nameKey(table.label)} id`))
      addName(lexicon, `${nameKey(table.label)} id`, { columns: [{ table, column: key, weight: 0.9 }] })
    const named = `${nameKey(table.label)} name`
    const shown = displayColumns(table)
    if (!lexicon.names.has(named)) for (const column of shown) addName(lexicon, named, { columns: [{ table, column, weight: 0.9 }] })
    // The name of a company is its "company".
    for (const column of shown)
      if (nameKey(column.label) === nameKey(table.label) && !isNumericType(column)) addName(lexicon, 'name', { columns: [{ table, column, weight: 0.75 }] })
  }
  // "Orders" are the customer orders, where no other table is of orders.
  for (const noun of verbalRowNouns) {
    const [only, ...others] = layer.tables.filter(({ isHidden, label }) => !isHidden && ` ${nameKey(label)}`.endsWith(` ${noun}`))
    if (only && others.length === 0) addName(lexicon, noun, { tables: [{ table: only, weight: 0.75 }] })
  }
  // Where nothing is called an id, the id of a row is its key.
  if (!lexicon.names.has('id'))
    for (const table of layer.tables)
      for (const column of table.columns)
        if (table.primaryKey.length === 1 && table.primaryKey[0] === column.name && !column.isHidden)
          addName(lexicon, 'id', { columns: [{ table, column, weight: 0.9 }] })
  for (const measure of layer.measures) {
    const entry = (weight: number) => ({ measures: [{ measure, weight }] })
    for (const phrase of [measure.label, measure.name.replaceAll('_', ' ')]) addName(lexicon, phrase, entry(1))
    for (const synonym of measure.synonyms) addName(lexicon, synonym, entry(0.95))
  }
  const isNamed = (word: string) => bestWeight(lexicon.names.get(word) ?? { tables: [], columns: [], measures: [] }) >= 0.5
  for (const [word, place] of placeKinds(layer, isNamed)) addName(lexicon, word, { columns: [{ ...place, weight: 0.8 }] })
  const isTable = (word: string) => (lexicon.names.get(nameKey(word))?.tables.length ?? 0) > 0
  addRoots(lexicon)
  // What is a value is no role: "male" students. Nor is a verb: "treats" speaks of no "treatment" here.
  for (const { noun, ...role } of roleNouns(layer, isTable)) if (role.weight === 1 || !lexicon.values.has(noun)) addName(lexicon, noun, { tables: [role] })
  return lexicon
}

function addRoots({ layer, names, roots, bags, words, shorts }: Lexicon): void {
  for (const [name, meaning] of names) if (bestWeight(meaning) >= 0.75) for (const word of name.split(' ')) if (word.length > 3) words.add(word)
  for (const { label, columns } of layer.tables)
    for (const labelled of [label, ...columns.map((column) => column.label)]) for (const word of shortWords(labelled)) shorts.add(word)
  fillByKey(names, roots, (name) => name.split(' ').map(rootOf).join(' '))
  fillByKey(names, bags, bagOf)
}

const shortWords = (label: string): string[] => (label.includes(' ') ? labelWords(label).filter(({ length }) => length >= 3 && length <= 5) : [])

/** Names by a key; a key of several names is left out. */
function fillByKey(names: ReadonlyMap<string, Meaning>, byKey: Map<string, Meaning>, keyOf: (name: string) => string | null): void {
  const held = new Set<string>()
  for (const [name, meaning] of names) {
    const key = bestWeight(meaning) < 0.75 ? null : keyOf(name)
    if (key === null) continue
    if (held.has(key)) byKey.delete(key)
    else byKey.set(key, meaning)
    held.add(key)
  }
}

/** The roots of the words that say something, in the order of the alphabet: `date of creation` and `creation date` have one. Null for a single one. */
export function bagOf(phrase: string): string | null {
  const words = phrase.split(' ').filter((word) => !labelJoints.has(word) && !determiners.has(word))
  return words.length < 2 ? null : words.map(familyOf).sort().join(' ')
}

/** What a phrase of singular words names; words unknown to the layer are tried as common synonyms, at half weight where they are no phrase. */
export function lookUpName(lexicon: Lexicon, phrase: string): Meaning | null {
  const known = lexicon.names.get(phrase)
  if (known) return known
  const meanings = synonymGroups.filter((group) => group.includes(phrase)).flatMap((group) => group.flatMap((other) => lexicon.names.get(other) ?? []))
  const [best] = meanings.sort((a, b) => bestWeight(b) - bestWeight(a))
  return best && bestWeight(best) >= 0.5 ? weakened(best, phrase.includes(' ') ? 0.75 : 0.5) : null
}

export function bestWeight({ tables, columns, measures }: Meaning): number {
  let best = 0
  for (const items of [tables, columns, measures]) for (const { weight } of items) if (weight > best) best = weight
  return best
}

function addColumn(lexicon: Lexicon, table: LayerTable, column: LayerColumn): void {
  const tableKey = nameKey(table.label)
  for (const { phrase, weight } of phrasesOf(column.label, column.synonyms, column.name)) {
    const meaning = (factor: number) => ({ columns: [{ table, column, weight: weight * factor }] })
    addName(lexicon, phrase, meaning(1))
    const key = nameKey(phrase)
    // "Amount of transaction" is the amount of a transaction, as "transaction amount" is.
    if (key.endsWith(` of ${tableKey}`)) addName(lexicon, key.slice(0, -tableKey.length - 4), meaning(0.75))
    if (key.startsWith(`${tableKey} `)) addName(lexicon, key.slice(tableKey.length + 1), meaning(0.75))
    else if (weight > 0.7 && !stated.test(key) && !behindVerb.test(key)) addName(lexicon, `${tableKey} ${key}`, meaning(1))
    if (/(?:^|e-? ?| )mail$/.test(key)) addName(lexicon, `${key} address`, meaning(0.9))
    // "Is remote" says of an employee that he is remote.
    if (stated.test(key)) addName(lexicon, key.replace(stated, ''), meaning(0.9))
    // "Organized by" tells the organizer.
    if (/^\S+ed by$/.test(key)) addName(lexicon, key.slice(0, -3), meaning(0.9))
    if (key.startsWith('number of ')) addName(lexicon, `number of ${tableKey} ${key.slice(10)}`, meaning(0.9))
    // "Death count" for what is called "number of deaths".
    const counted = weight > 0.9 ? /^number (?:of )?(\S+)$/.exec(key)?.[1] : undefined
    if (counted !== undefined) addName(lexicon, `${counted} count`, meaning(0.9))
    if (key.startsWith('number ') && !key.startsWith('number of ')) addName(lexicon, `number of ${key.slice(7)}`, meaning(1))
    if (!isNumericType(column) && !key.endsWith('number') && weight > 0.9) addName(lexicon, `${key} number`, meaning(0.7))
    if (key.endsWith(' number') && weight > 0.9) addName(lexicon, key.slice(0, -7), meaning(0.6))
    // "Document type" is what tells the type, its code.
    if (/ \S+ code$/.test(key) && weight > 0.9) addName(lexicon, key.slice(0, -5), meaning(0.75))
    if (/ id$/.test(key) && weight > 0.9) addName(lexicon, `${key.slice(0, -3)} number`, meaning(0.75))
    // "Assigned from" and "assigned to" are the beginning and the end.
    const end = column.semanticType === 'time' ? (/ from$|^from | start date$/.test(key) ? 'start' : / to$|^to | end date$/.test(key) ? 'end' : null) : null
    if (end !== null && weight > 0.9) for (const word of [end, `${end}ing`]) addName(lexicon, `${word} date`, meaning(0.8))
    // "Username" for what is called "user name".
    if (/^\S+ \S+$/.test(key) && weight > 0.9) addName(lexicon, key.replace(' ', ''), meaning(0.9))
  }
  addValues(lexicon, table, column)
}

/** At the end of a table's label it says how often rows are added, not what they are. */
const howOften = new RegExp(` ${anyOf(labelFrequencies)}$`, 'i')
/** "Accounts referred by a partner" are accounts. */
const behindVerb = new RegExp(`(?:ed|en|out|up) ${anyOf(labelPrepositions)}$`)
const stated = new RegExp(`^${anyOf(flagVerbs)} `)

function addName(lexicon: Lexicon, phrase: string, part: Partial<Meaning>): void {
  const key = nameKey(phrase)
  if (key === '' || (fillers.has(key) && bestWeight({ tables: [], columns: [], measures: [], ...part }) < 0.75) || negations.has(key)) return
  lexicon.longest = Math.max(lexicon.longest, key.split(' ').length)
  const known = lexicon.names.get(key) ?? { tables: [], columns: [], measures: [] }
  lexicon.names.set(key, known)
  for (const item of part.tables ?? []) merge(known.tables, item, (other) => other.table === item.table)
  for (const item of part.columns ?? []) merge(known.columns, item, (other) => other.column === item.column)
  for (const item of part.measures ?? []) merge(known.measures, item, (other) => other.measure === item.measure)
}

function merge<Item extends { weight: number }>(items: Item[], item: Item, isSame: (other: Item) => boolean): void {
  const known = items.find(isSame)
  if (known) known.weight = Math.max(known.weight, item.weight)
  else items.push(item)
}

export function weakened({ tables, columns, measures }: Meaning, factor: number): Meaning {
  return {
    tables: tables.map((item) => ({ ...item, weight: item.weight * factor })),
    columns: columns.map((item) => ({ ...item, weight: item.weight * factor })),
    measures: measures.map((item) => ({ ...item, weight: item.weight * factor })),
  }
}
