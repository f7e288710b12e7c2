import { goodsNamed } from '#domain/analyst/grammar/business/goods.ts'
import { payersNamed } from '#domain/analyst/grammar/business/payers-named.ts'
import { isFigure, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Payload, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { countsOne } from '#domain/analyst/lexicon/column-kind.ts'
import { kinWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { alikeInTrade } from '#domain/analyst/lexicon/english/business/trade-nouns.ts'
import { plainShorts } from '#domain/analyst/lexicon/english/forms/spellings.ts'
import { isDoerOf } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { rowDates, rowNumbers, rowStages } from '#domain/analyst/lexicon/english/meanings/figure-labels.ts'
import { percentNouns } from '#domain/analyst/lexicon/english/sentences/grammar-words.ts'
import { livingVerbs } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import type { Lexicon, Meaning } from '#domain/analyst/lexicon/lexicon.ts'
import { lookUpName } from '#domain/analyst/lexicon/look-up-name.ts'
import { identifierOf, nameBesideKey } from '#domain/analyst/lexicon/name-beside-key.ts'
import { isSaidOf, kindOfPerson } from '#domain/analyst/lexicon/said-of.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { isBoughtIn } from '#domain/analyst/transactions/bought-tables.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { withHeaded } from './headed-tables.ts'

const leastNamed = 0.4
/** Only what the data calls so with its whole name stands for another word. */
const leastInTrade = 0.68
const none: Meaning = { tables: [], columns: [], measures: [] }

function payloadsOf({ tables, columns, measures }: Meaning, factor: number): [Payload, number][] {
  return [
    ...measures.map(({ measure, weight }): [Payload, number] => [{ is: 'measure', measure }, weight * factor]),
    ...columns.map(({ table, column, weight }): [Payload, number] => [{ is: 'column', ref: { table, column } }, weight * factor]),
    ...tables.map(({ table, weight }): [Payload, number] => [{ is: 'table', table }, weight * factor]),
  ]
}

/** What of the data a phrase names: by label, synonym or name, by a common synonym, by a kindred word, by a word of a label. */
export function namesOf(lexicon: Lexicon, stem: string): [Payload, number][] {
  const named = namedBy(lexicon, stem).filter(([payload]) => !isOwnBuyer(payload, lexicon.layer, stem))
  const payers = named.length === 0 ? payersNamed(lexicon.layer, stem) : null
  const meant = named.length > 0 ? null : payers ? { is: 'table' as const, table: payers } : goodsNamed(lexicon.layer, stem)
  return withHeaded(lexicon, stem, meant ? [[meant, sureOfTrade]] : withNames(named, stem))
}

/** How surely goods and those who pay are meant by words that trades have for them. */
const sureOfTrade = 0.8

/** Things that a sheet numbers and names are meant by their name. */
function withNames(named: [Payload, number][], stem: string): [Payload, number][] {
  const last = stem.split(' ').at(-1)
  let isNamed = false
  const told = named.map(([payload, weight]): [Payload, number] => {
    const ref = payload.is === 'column' && wordsOf(payload.ref.column.label).at(-1) !== last ? payload.ref : null
    const column = ref && nameBesideKey(ref.table, ref.column)
    if (!ref || !column) return [payload, weight]
    isNamed = true
    return [{ is: 'column', ref: { table: ref.table, column } }, weight + byName]
  })
  return isNamed ? surest(told) : named
}

/** How much surer the name is than other columns of the same noun. */
const byName = 0.12

function namedBy(lexicon: Lexicon, stem: string): [Payload, number][] {
  const own = lexicon.names.get(stem)
  const found = own ? payloadsOf(own, 1) : []
  if (found.some(([, weight]) => weight >= 0.75)) {
    // Of a sheet with a number of guests and a guest name, guests may be meant by either.
    const isNumber = found.every(([payload]) => payload.is === 'column' && isFigure(payload.ref.column))
    const named = isNumber ? labelledOf(lexicon, stem, 0.6).filter(([payload]) => payload.is === 'column' && / name$/i.test(payload.ref.column.label)) : []
    return [...found.filter(([, weight]) => weight >= leastNamed), ...named]
  }
  // An ugly header writes two words as one.
  const other = own ? null : ((stem.includes(' ') ? lexicon.names.get(stem.replaceAll(' ', '')) : null) ?? lookUpName(lexicon, stem))
  // "Bonus percentage" of a header that reads "Bonus %".
  const signed = percentName.exec(stem)?.[1]
  const ofSign = signed ? columnsCalled(lexicon, `${signed} %`).map((ref): [Payload, number] => [{ is: 'column', ref }, 0.9]) : []
  const ofRows = own ? [] : columnsOfRows(lexicon, stem)
  if (ofRows.length > 0) return ofRows.map((ref): [Payload, number] => [{ is: 'column', ref }, 0.85])
  const kindred = [...new Set(kinWords.filter((group) => group.includes(stem)).flat())].filter((word) => word !== stem)
  const alike = kindred.flatMap((word): [Payload, number][] => {
    const meaning = lexicon.names.get(word) ?? (word.includes(' ') ? null : lookUpName(lexicon, word))
    return withHeaded(lexicon, word, [...(meaning ? payloadsOf(meaning, 0.75) : []), ...labelledOf(lexicon, word, 0.5)], sureOfKin)
  })
  const labelled = labelledOf(lexicon, stem, 0.6)
  const inTrade =
    labelled.length > 0 ? [] : alikeInTrade(stem).flatMap((word) => payloadsOf(lexicon.names.get(word) ?? none, 0.8).filter(([, sure]) => sure >= leastInTrade))
  return surest([
    ...found,
    ...inTrade,
    ...ofSign,
    ...(other ? payloadsOf(other, 1) : []),
    ...labelledOf(lexicon, stem, 0.6),
    ...inflected(lexicon, stem),
    ...alike,
  ]).filter(([, weight]) => weight >= leastNamed)
}

/** How surely a kindred noun means rows of the one table whose label ends in it. */
const sureOfKin = 0.7

/** Who buys from suppliers is no customer. */
const isOwnBuyer = (payload: Payload, layer: Layer, said: string): boolean =>
  payload.is === 'column' && said !== 'buyer' && wordsOf(payload.ref.column.label).includes('buyer') && isBoughtIn(layer, payload.ref.table)

const columnsCalled = ({ layer }: Lexicon, label: string): Ref[] =>
  layer.tables.flatMap((table) =>
    table.isHidden ? [] : table.columns.flatMap((column) => (!column.isHidden && wordsOf(column.label).join(' ') === label ? [{ table, column }] : [])),
  )

/** "Booking channel" is the channel of reservations: a column behind another word for its rows. */
function columnsOfRows(lexicon: Lexicon, stem: string): Ref[] {
  const [rows = '', ...label] = stem.split(' ')
  if (label.length === 0 || lexicon.names.has(rows)) return []
  const others = kinWords.filter((group) => group.includes(rows)).flat()
  const tables = new Set(
    [rows, ...others]
      .flatMap((word) => (lexicon.names.get(word) ?? (word === rows ? lookUpName(lexicon, word) : null))?.tables ?? [])
      .map(({ table }) => table),
  )
  return columnsCalled(lexicon, label.join(' ')).filter(({ table }) => tables.has(table))
}

/** "Shipping mode" is the ship mode. */
function inflected({ layer }: Lexicon, stem: string): [Payload, number][] {
  const words = stem.split(' ')
  if (words.length !== 2) return []
  const families = words.map(familyOf).join(' ')
  return layer.tables.flatMap((table) =>
    table.isHidden
      ? []
      : table.columns.flatMap((column): [Payload, number][] => {
          const label = wordsOf(column.label)
          return !column.isHidden && label.length === 2 && label[1] === words[1] && label.map(familyOf).join(' ') === families
            ? [[{ is: 'column', ref: { table, column } }, 0.85]]
            : []
        }),
  )
}

function surest(named: [Payload, number][]): [Payload, number][] {
  const best = new Map<object, [Payload, number]>()
  for (const item of named) {
    const [payload, weight] = item
    const of = payload.is === 'column' ? payload.ref.column : payload.is === 'table' ? payload.table : payload.is === 'measure' ? payload.measure : payload
    if ((best.get(of)?.[1] ?? 0) < weight) best.set(of, item)
  }
  return [...best.values()]
}

const labels = new WeakMap<Lexicon, Map<string, Ref[]>>()

const percentName = new RegExp(`^(.+) ${anyOf(percentNouns)}$`)

/** Columns one of whose labels' words this is, the surer the more of the label it is; and rows whose number or stage is called so. */
function labelledOf(lexicon: Lexicon, word: string, weight: number): [Payload, number][] {
  const known = labels.get(lexicon) ?? new Map<string, Ref[]>()
  if (!labels.has(lexicon)) {
    labels.set(lexicon, known)
    for (const table of lexicon.layer.tables)
      for (const column of table.columns)
        if (!table.isHidden && !column.isHidden && !countsOne(column))
          for (const part of new Set(wordsOf(column.label))) if (!isSaidOf(column, part)) known.set(part, [...(known.get(part) ?? []), { table, column }])
  }
  if ((word.length < 3 && !plainShorts.has(word)) || livingVerbs.has(word)) return []
  const tables = lexicon.layer.tables.filter(({ isHidden, label }) => !isHidden && wordsOf(label).length > 1 && wordsOf(label)[0] === word)
  // Of parts sold with a part code, each row tells of one of the parts.
  const rowsOf = tables.filter((table) => !identifierOf(table, word))
  const rows = lexicon.layer.tables.length === 1 ? rowsOf.map((table): [Payload, number] => [{ is: 'table', table }, weight + 0.1]) : []
  const own = known.get(word) ?? []
  const isSheet = lexicon.layer.tables.length === 1
  const kindred = own.length > 0 || word.length < 4 ? [] : (familiesOf(known).get(familyOf(word)) ?? []).filter((ref) => !isOfDoers(ref, word))
  // Of a sheet with an applicant income and no applicant, each row is an applicant.
  const who =
    isSheet && own.length === 0
      ? lexicon.layer.tables.filter(({ columns }) => columns.some((column) => isSaidOf(column, word) && (isFigure(column) || kindOfPerson(column))))
      : []
  return [
    ...rows,
    ...who.map((table): [Payload, number] => [{ is: 'table', table }, weight + 0.1]),
    ...kindred.map((ref): [Payload, number] => [{ is: 'column', ref }, weight - 0.12 + 0.1 / wordsOf(ref.column.label).length]),
    ...own.flatMap((ref): [Payload, number][] => {
      const words = wordsOf(ref.column.label)
      const head = words.at(-1) ?? ''
      const isOwn = rowNumbers.has(head) && ref.table.rows !== null && ref.column.distinct === ref.table.rows && !refersOn(lexicon, ref)
      // Of a sheet with an application date and an applicant income, each row is an application by an applicant.
      const isRow = isSheet && words.length === 2 && rowDates.has(head) && ref.column.semanticType === 'time' && ref.column.nullFraction === 0
      if (words.length === 2 && words[0] === word && (isOwn || rowStages.has(head) || isRow)) return [[{ is: 'table', table: ref.table }, weight + 0.1]]
      const isIt = identifierOf(ref.table, word) === ref.column ? 0.1 : 0
      return [[{ is: 'column', ref }, weight - (head === word ? 0.05 : 0.12) + 0.2 / words.length + (/\btotal\b/i.test(ref.column.label) ? 0.04 : 0) + isIt]]
    }),
  ]
}

/** Whether a column names rows of another table: an invoice with an order number is no order. */
const refersOn = ({ layer }: Lexicon, { table, column }: Ref): boolean =>
  layer.relationships.some(({ fromTable, fromColumns, toTable }) => fromTable === table.name && toTable !== table.name && fromColumns.includes(column.name))

/** Rides are not riders. */
const isOfDoers = ({ column }: Ref, word: string): boolean => wordsOf(column.label).some((other) => isDoerOf(other, word))

const families = new WeakMap<Map<string, Ref[]>, Map<string, Ref[]>>()

/** Columns by the families of their labels' words: `rating` of "rated". */
function familiesOf(labelled: Map<string, Ref[]>): Map<string, Ref[]> {
  const known = families.get(labelled)
  if (known) return known
  const found = new Map<string, Ref[]>()
  for (const [word, refs] of labelled) if (word.length >= 4) found.set(familyOf(word), [...(found.get(familyOf(word)) ?? []), ...refs])
  families.set(labelled, found)
  return found
}
