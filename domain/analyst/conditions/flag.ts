import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { labelWords } from '#domain/analyst/language/root.ts'
import { deniedBy } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { behindState, stateAdverbs } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { equalWords } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import {
  auxiliaries,
  beForms,
  conjunctions,
  copulas,
  doForms,
  havingWords,
  lackingWords,
  negatedAuxiliaries,
  negations,
  verbParticles,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { groupMarkers } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { answerPairs } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { isFree, isValueOnly, type Reading, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { FilterValue } from '#domain/semantics/semantic-query.ts'
import { eventFlagAt, type Flag } from './event-flags.ts'
import { addFilter, condition } from './filter-parts.ts'

/** "Products that [are] discontinued", "orders [without] returns": before what a row is or is not. */
const beforeState = wordSet(beForms, doForms, havingWords, negatedAuxiliaries, lackingWords, 'marked flagged')
const denials = wordSet(negations, 'non')
const equating = wordSet(copulas, equalWords)

/**
 * Reads states of rows as conditions on a column of two values or on a date that is empty or not: "discontinued products", "members who are not verified", "unpaid
 * invoices". A question for the column itself, such as "by active", is left to other readers.
 */
export function readFlags(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const flag = isFree(reading, at) ? (flagOf(reading, at) ?? eventFlagAt(reading, at)) : null
    if (!flag) {
      readExhausted(reading, at)
      continue
    }
    const from = predicateFrom(reading, at, flag) ?? attributeFrom(reading, at, flag)
    if (from === null) continue
    const isDenied = reading.items.slice(from, at).some(({ lower }) => denials.has(lower))
    addFilter(reading, isDenied ? flag.no : flag.yes, at)
    take(reading, from, endOf(reading, at), 'filter')
  }
}

/** The column of two values an item names or, as in "uninsured", denies, and which of them says yes. Of several tables with one, that of the rows right behind or nearest. */
function flagOf({ items, lexicon, tables }: Reading, at: number): Flag | null {
  const item = items[at]
  if (!item || item.values.length > 0 || tableOf(item)) return null
  const denied = item.kind === 'word' ? lexicon.names.get(deniedBy(item.lower) ?? '') : undefined
  const near = [ownerOf(items[at + 1]), ...[...tables].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).map(({ table }) => table)]
  const nearness = (table: LayerTable) => (near.includes(table) ? near.indexOf(table) : near.length)
  const [first, ...others] = (denied ?? item.meaning).columns
    .flatMap(({ table, column, weight }) => {
      const answers = answersOf(column)
      const says = (value: FilterValue) => condition({ table, column }, 'equals', [value])
      if (!answers) return []
      const [yes, no] = denied
        ? [says(answers.no), says(answers.yes)]
        : [says(answers.yes), isMark(column) ? condition({ table, column }, 'is_empty', []) : says(answers.no)]
      return [{ table, weight, yes, no, isDate: false }]
    })
    .sort((a, b) => b.weight - a.weight || nearness(a.table) - nearness(b.table))
  return first && others.every(({ table, weight }) => weight < first.weight || nearness(first.table) < nearness(table)) ? first : null
}

/** The table whose rows an item names, itself or by a value of theirs: `insured dogs`. */
function ownerOf(item: Item | undefined): LayerTable | null {
  return tableOf(item) ?? (isValueOnly(item) ? (item?.values[0]?.table ?? null) : null)
}

export function answersOf({ type, sampleValues, distinct }: LayerColumn): { yes: FilterValue; no: FilterValue } | null {
  if (type === 'boolean') return { yes: true, no: false }
  if (sampleValues.length === 0 || distinct === null || distinct > 2) return null
  const lower = sampleValues.map((value) => value.trim().toLowerCase())
  const pair = answerPairs.find((words) => lower.every((value) => words.includes(value)))
  if (!pair) return null
  const [yes, no] = pair.map((word, index): FilterValue => {
    const stored = sampleValues[lower.indexOf(word)] ?? sameCase(pair[index] ?? word, sampleValues[0] ?? '')
    return type === 'integer' ? Number(stored) : stored
  })
  return yes === undefined || no === undefined ? null : { yes, no }
}

/** What is marked with a yes alone has no value where it is not so. */
const isMark = ({ sampleValues, nullFraction, type }: LayerColumn): boolean => type !== 'boolean' && sampleValues.length === 1 && (nullFraction ?? 0) > 0

const sameCase = (word: string, like: string): string =>
  like === like.toUpperCase() ? word.toUpperCase() : like === like.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1)

/** The index at which the predicate of a state begins ("are not" before "verified"); null where no verb states it or the question asks for the column itself. */
function predicateFrom(reading: Reading, at: number, { isDate, table }: Flag): number | null {
  let from = at
  while (
    from > 0 &&
    isFree(reading, from - 1) &&
    (beforeState.has(wordAt(reading, from - 1)) || stateAdverbs.has(wordAt(reading, from - 1)) || isAs(reading, from - 1))
  )
    from--
  const words = reading.items.slice(from, at).map(({ lower }) => lower)
  // "Tickets still open", "works remotely".
  // "Insured and not neutered": what was said goes on.
  const isListed =
    wordAt(reading, from - 1) === 'where' ||
    ((conjunctions.has(wordAt(reading, from - 1)) || wordAt(reading, from - 1) === ',') && reading.taken[from - 2] === 'filter')
  const isSaid = isListed || words.some((word) => beforeState.has(word)) || (isDate ? words.includes('still') : isWholePredicate(wordAt(reading, at)))
  const next = reading.items[isDate ? endOf(reading, at) : at + 1]
  // "Vouchers used", "vouchers not used".
  const isBehind = isDate && tableOf(reading.items[from - 1]) === table && isEnd(next)
  if (isBehind) return from
  // "Are the inactive …", "what is the active …": the column is asked for. "Not returned in May" says when.
  return !isSaid ||
    from === 0 ||
    ['what', 'which'].includes(wordAt(reading, from - 1)) ||
    (isDate ? !isEnd(next) : next?.kind === 'name' || equating.has(next?.lower ?? ''))
    ? null
    : from
}

/** "Is active" as the name of a column, "remotely". */
function isWholePredicate(said: string): boolean {
  const [first = '', ...rest] = said.split(' ')
  return (rest.length > 0 && auxiliaries.has(first)) || said.endsWith('ly')
}

/** Past what belongs to the verb: `logged in`, `paid yet`. */
function endOf(reading: Reading, at: number): number {
  const isPhrasal = verbParticles.has(wordAt(reading, at + 1)) && isEnd(reading.items[at + 2])
  const end = isPhrasal ? at + 2 : at + 1
  return wordAt(reading, end) === 'yet' ? end + 1 : end
}

const isEnd = (item: Item | undefined): boolean => item === undefined || item.kind === 'sign' || behindState.has(item.lower)

function isAs(reading: Reading, at: number): boolean {
  return wordAt(reading, at) === 'as' && beforeState.has(wordAt(reading, at - 1))
}

/** The index at which a state right before its table begins, with a "non" before it: "non-refundable bookings"; null where it stands elsewhere. */
function attributeFrom(reading: Reading, at: number, { table, yes, isDate }: Flag): number | null {
  // "Status No" is a column with its value.
  const isOwnValue = reading.items[at + 1]?.values.some(({ column }) => column.name === yes.column) ?? false
  const next = reading.items[at + 1]
  const isOwned = ownerOf(next) === table || (isDate && next?.meaning.columns.some((column) => column.table === table))
  if (isOwnValue || !isOwned || groupMarkers.has(wordAt(reading, at - 1))) return null
  if (wordAt(reading, at - 1) === '-' && wordAt(reading, at - 2) === 'non') return at - 2
  return ['non', 'not'].includes(wordAt(reading, at - 1)) ? at - 1 : at
}

/** Reads "out of stock" as zero and "in stock" as more than zero of a column that counts. */
function readExhausted(reading: Reading, at: number): void {
  const isOut = wordAt(reading, at - 1) === 'of' && wordAt(reading, at - 2) === 'out'
  const verb = at - (wordAt(reading, at - 2) === 'still' ? 3 : 2)
  const isSaid = beforeState.has(wordAt(reading, verb)) || (tableOf(reading.items[at - 2]) !== null && isEnd(reading.items[at + 1]))
  const isIn = wordAt(reading, at - 1) === 'in' && isSaid && wordAt(reading, verb + 1) !== 'not'
  if ((!isOut && !isIn) || !isFree(reading, at) || !isFree(reading, at - 1)) return
  const column = columnOf(reading, at, ({ column }) => isMeasurable(column, 'sum'))
  if (!column || tableOf(reading.items[at]) || (isIn && !labelWords(column.column.label).includes('in'))) return
  addFilter(reading, condition(column, isIn ? 'greater_than' : 'equals', [0]), at)
  take(reading, isIn ? verb + 1 : wordAt(reading, at - 3) === 'run' ? at - 3 : at - 2, at + 1, 'filter')
}
