import { placeKinds } from '#domain/analyst/language/place-names.ts'
import { familyOf, labelWords, rootOf } from '#domain/analyst/language/root.ts'
import { flagVerbs } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { labelFrequencies, labelJoints, labelPrepositions } from '#domain/analyst/lexicon/english/meanings/label-words.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { determiners, negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { verbalNouns } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { signUpLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerMeasure, LayerTable } from '#domain/semantics/layer.ts'
import type { QueryJoin, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { countsOne, sureOf } from './column-kind.ts'
import { displayColumns, isRepeated } from './display.ts'
import { lineThings } from './line-things.ts'
import { bestWeight } from './meaning.ts'
import { identifierOf } from './name-beside-key.ts'
import { type NounOfKind, nounsOfKind } from './nouns-of-kind.ts'
import { nameKey, phrasesOf } from './phrases.ts'
import { roleNouns, sinceNouns } from './role-nouns.ts'
import { isSaidOf } from './said-of.ts'
import { addValues } from './value-names.ts'
import { anyOf } from './word-pattern.ts'

export type ColumnMeaning = { table: LayerTable; column: LayerColumn; weight: number }
/** A table that words may mean. `by` is the reference that gives its rows that name, see `roleNouns`. */
export type TableMeaning = { table: LayerTable; weight: number; by?: QueryJoin }
export type MeasureMeaning = { measure: LayerMeasure; weight: number }
/** A value that words may mean. `rows`: a query finds it, and `value` is the text of its phrase. `sameAs`: another column of the row holds it. `isUnverified`: it is not among the samples. */
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
  /** Names by their singular words. */
  names: Map<string, Meaning>
  /** Labels and synonyms by the roots of their words; roots that several names share are left out. */
  roots: Map<string, Meaning>
  /** Labels of several words by the roots of their words in alphabetical order; keys that several share are left out. */
  bags: Map<string, Meaning>
  /** All words of names that have more than three letters. */
  words: Set<string>
  /** Words of three to five letters of labels of several words. */
  shorts: Set<string>
  /** Values by their words in small letters. */
  values: Map<string, ValueMeaning[]>
  /** Values of one word of columns of few values, by the family of the word: `cancelled` is found for "cancellation". */
  valueFamilies: Map<string, ValueMeaning[]>
  /** Nouns that are read as what is of the same kind. */
  readAs: ReadonlyMap<string, NounOfKind>
  /** How many words the longest phrase has. */
  longest: number
}

/** Built lexicons by `layer.version`; the caller keeps it for as long as it likes. */
export type LexiconCache = Map<string, Lexicon>

const built = new WeakMap<Layer, Lexicon>()

/** The lexicon of a layer, taken from the cache while the layer's version is the same; without a cache it is kept for as long as this very layer is. */
export function lexiconOf(layer: Layer, cache?: LexiconCache): Lexicon {
  const key = `${layer.datasourceId}:${layer.version}`
  const known = cache ? cache.get(key) : built.get(layer)
  if (known) return known
  const lexicon = buildLexicon(layer)
  if (cache) cache.set(key, lexicon)
  else built.set(layer, lexicon)
  return lexicon
}

/** Builds the lexicon of a layer. Weights: 1 for a label, 0.95 for a synonym the owner wrote, 0.9 and 0.75 with and without the name of the table, 0.5 to 0.7 for the last words of a label. */
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
    readAs: new Map(),
    longest: 3,
  }
  for (const table of layer.tables) {
    if (table.isHidden) continue
    // Where a column has the name of its table and repeated values, the word means the column; rows of parts sold that have a part code are none of the parts.
    const noun = singular(table.label.toLowerCase())
    const own = identifierOf(table, noun)
    const isNamed = own?.distinct != null && table.rows !== null && own.distinct * 5 <= table.rows
    const isClass = isNamed || table.columns.some((column) => column.label.toLowerCase() === noun && isRepeated(table, column, 5))
    if (own && isNamed) addName(lexicon, noun, { columns: [{ table, column: own, weight: 0.95 }] })
    const label = table.label.replace(howOften, '')
    for (const { phrase, weight } of phrasesOf(label, table.synonyms, table.name))
      if (weight > 0.5 || nameKey(label).endsWith(` ${phrase}`) || !identifierOf(table, phrase))
        addName(lexicon, phrase, { tables: [{ table, weight: isClass ? weight * 0.85 : weight }] })
    for (const column of table.columns) if (!column.isHidden) addColumn(lexicon, table, column)
    const [key, ...parts] = table.columns.filter((column) => table.primaryKey.includes(column.name))
    if (key && parts.length === 0 && !lexicon.names.has(`${nameKey(table.label)} id`))
      addName(lexicon, `${nameKey(table.label)} id`, { columns: [{ table, column: key, weight: 0.9 }] })
    const named = `${nameKey(table.label)} name`
    const shown = displayColumns(table)
    if (!lexicon.names.has(named)) for (const column of shown) addName(lexicon, named, { columns: [{ table, column, weight: 0.9 }] })
    // A column called "company" of companies holds their name.
    for (const column of shown)
      if (nameKey(column.label) === nameKey(table.label) && !isNumericType(column)) addName(lexicon, 'name', { columns: [{ table, column, weight: 0.75 }] })
  }
  // "Orders" of a sheet whose rows are lines of orders: neither its rows nor the columns called after orders.
  for (const { noun, table, column } of lineThings(layer)) {
    const tables = lexicon.names.get(noun)?.tables.filter((item) => item.table !== table) ?? []
    lexicon.names.set(noun, { tables, columns: [{ table, column, weight: 1 }], measures: [] })
    // "Expense claims" are the claims of their numbers.
    if (nameKey(table.label).endsWith(` ${noun}`)) lexicon.names.set(nameKey(table.label), { ...lexicon.names.get(noun), tables: [] } as Meaning)
  }
  // "Orders" are customer orders, where no other table is called orders.
  for (const noun of verbalNouns) {
    const [only, ...others] = layer.tables.filter(({ isHidden, label }) => !isHidden && ` ${nameKey(label)}`.endsWith(` ${noun}`))
    if (only && others.length === 0) addName(lexicon, noun, { tables: [{ table: only, weight: 0.75 }] })
  }
  // Where no column is called id, "id" is the primary key.
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
  // A value is no role noun ("male" students).
  for (const { noun, ...role } of [...sinceNouns(layer, isTable), ...roleNouns(layer, isTable)])
    if (role.weight === 1 || !lexicon.values.has(noun)) addName(lexicon, noun, { tables: [role] })
  lexicon.readAs = nounsOfKind(lexicon)
  for (const [noun, { meaning }] of lexicon.readAs) addName(lexicon, noun, meaning)
  return lexicon
}

function addRoots({ layer, names, roots, bags, words, shorts }: Lexicon): void {
  for (const [name, meaning] of names) if (bestWeight(meaning) >= 0.75) for (const word of name.split(' ')) if (word.length > 3) words.add(word)
  for (const label of layer.tables.flatMap((table) => [table, ...table.columns].map((named) => named.label)))
    for (const word of shortWords(label)) shorts.add(word)
  fillByKey(names, roots, (name) => name.split(' ').map(rootOf).join(' '))
  // The number of flights is not a flight number.
  fillByKey(names, bags, (name) => (name.endsWith(' number') ? null : bagOf(name)))
}

const shortWords = (label: string): string[] => (label.includes(' ') ? labelWords(label).filter(({ length }) => length >= 3 && length <= 5) : [])

/** Fills a map of names by a key; keys of several names are left out. */
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

/** The families of the words of a phrase in alphabetical order, without prepositions and articles: `date of creation` and `creation date` have the same. Null for a single word. */
export function bagOf(phrase: string): string | null {
  const words = phrase.split(' ').filter((word) => !labelJoints.has(word) && !determiners.has(word))
  return words.length < 2 ? null : words.map(familyOf).sort().join(' ')
}

function addColumn(lexicon: Lexicon, table: LayerTable, column: LayerColumn): void {
  if (countsOne(column)) return
  const tableKey = nameKey(table.label)
  for (const { phrase, weight } of phrasesOf(column.label, column.synonyms, column.name)) {
    const key = nameKey(phrase)
    if (isSaidOf(column, key)) continue
    const sure = weight * sureOf(table, column, key)
    const meaning = (factor: number) => ({ columns: [{ table, column, weight: sure * factor }] })
    addName(lexicon, phrase, meaning(1))
    // "Amount of transaction" and "transaction amount" are also "amount".
    if (key.endsWith(` of ${tableKey}`)) addName(lexicon, key.slice(0, -tableKey.length - 4), meaning(0.75))
    if (key.startsWith(`${tableKey} `)) addName(lexicon, key.slice(tableKey.length + 1), meaning(0.75))
    else if (weight > 0.7 && !stated.test(key) && !behindVerb.test(key)) addName(lexicon, `${tableKey} ${key}`, meaning(1))
    if (/(?:^|e-? ?| )mail$/.test(key)) addName(lexicon, `${key} address`, meaning(0.9))
    // "Is remote" is also "remote".
    if (stated.test(key)) addName(lexicon, key.replace(stated, ''), meaning(0.9))
    // "Organized by" is also "organized".
    if (/^\S+ed by$/.test(key)) addName(lexicon, key.slice(0, -3), meaning(0.9))
    if (key.startsWith('number of ')) addName(lexicon, `number of ${tableKey} ${key.slice(10)}`, meaning(0.9))
    // "Number of deaths" is also "death count".
    const counted = weight > 0.9 ? /^number (?:of )?(\S+)$/.exec(key)?.[1] : undefined
    if (counted !== undefined) addName(lexicon, `${counted} count`, meaning(0.9))
    if (key.startsWith('number ') && !key.startsWith('number of ')) addName(lexicon, `number of ${key.slice(7)}`, meaning(1))
    if (!isNumericType(column) && !key.endsWith('number') && weight > 0.9) addName(lexicon, `${key} number`, meaning(0.7))
    if (key.endsWith(' number') && weight > 0.9) addName(lexicon, key.slice(0, -7), meaning(0.6))
    // Of a sheet with a shop name and a shop number, shops are told by their names.
    if (/^\S+ name$/.test(key) && weight > 0.9 && isNumbered(table, key)) addName(lexicon, key.slice(0, -5), meaning(0.7))
    // "Document type code" is also "document type".
    if (/ \S+ code$/.test(key) && weight > 0.9) addName(lexicon, key.slice(0, -5), meaning(0.75))
    if (/ id$/.test(key) && weight > 0.9) addName(lexicon, `${key.slice(0, -3)} number`, meaning(0.75))
    // "Assigned from" and "assigned to" are also "start date" and "end date".
    const end = column.semanticType === 'time' ? (/ from$|^from | start date$/.test(key) ? 'start' : / to$|^to | end date$/.test(key) ? 'end' : null) : null
    if (end !== null && weight > 0.9) for (const word of [end, `${end}ing`]) addName(lexicon, `${word} date`, meaning(0.8))
    // Those who signed up, joined or registered are sign-ups.
    if (column.semanticType === 'time' && signedUp.test(key)) for (const word of ['signup', 'sign up']) addName(lexicon, word, meaning(0.85))
    // "User name" is also "username".
    if (/^\S+ \S+$/.test(key) && weight > 0.9) addName(lexicon, key.replace(' ', ''), meaning(0.9))
  }
  addValues(lexicon, table, column)
}

const isNumbered = ({ columns }: LayerTable, named: string): boolean => columns.some(({ label }) => nameKey(label) === named.replace(/name$/, 'number'))

const howOften = new RegExp(` ${anyOf(labelFrequencies)}$`, 'i')
const behindVerb = new RegExp(`(?:ed|en|out|up) ${anyOf(labelPrepositions)}$`)
const signedUp = new RegExp(`^${anyOf(signUpLabels)}\\b`)
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
