import {
  beforeExtreme,
  beforeTradeVerb,
  bestWords,
  spendVerbs,
  takingVerbs,
  tradedUnits,
  tradeVerbs,
} from '#domain/analyst/lexicon/english/business/trade-words.ts'
import { countPhrases } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import type { Comparison } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { beForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { comparisonAt, numberAt } from '#domain/analyst/reading/numbers.ts'
import { forget, isFree, longestPhrase, phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { readBest } from './best.ts'
import { type Found, isEnd, mainMoney, rank, settle, transactionFigureFor, usualNumber } from './transaction-parts.ts'
import { isParty, mainTransactionTable, payersOf, quantityOf } from './transaction-tables.ts'

/** Takes figures, rankings and conditions about buying and selling: `best selling tracks`, `sold the most`, `spent more than 40`, `how many tracks were sold`. */
export function readTransactions(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const end = readBest(reading, at) || readSold(reading, at) || readSpent(reading, at) || readTradedCount(reading, at)
    if (end) at = end - 1
  }
}

/** Whether an operator compares texts, which is no condition on a sum. */
function isOfText(operator: Comparison): operator is 'contains' | 'starts_with' | 'ends_with' {
  return operator === 'contains' || operator === 'starts_with' || operator === 'ends_with'
}

/** `which employee sold the most`, `who bought the most tracks`, `customers who bought more than 10 tracks`, `what product sells best`. */
function readSold(reading: Reading, at: number): number {
  if (!tradeVerbs.has(wordAt(reading, at))) return 0
  const subject = subjectBefore(reading, at)
  const next = skip(reading, at + 1, beforeExtreme)
  if (!subject) return readWeSell(reading, at, next)
  const counted = readMoreThan(reading, at, subject)
  if (counted) return counted
  const direction = bestWords.get(wordAt(reading, next))
  if (direction === undefined || !isFree(reading, next)) return 0
  const goods = tableOf(reading.items[skip(reading, next + 1)])
  const end = goods ? skip(reading, next + 1) + 1 : next + 1
  if (!goods && !isEnd(reading, end)) return 0
  const found = goods && goods !== subject ? transactionFigureFor(reading, [subject, goods], 'quantity') : partyFigure(reading, subject)
  if (!found) return 0
  rank(reading, direction, limitOf(reading, subject, isPlural(reading, subject)), found, subject)
  if (goods) forget(reading, goods, end - 1)
  take(reading, at, end, 'superlative')
  return end
}

/** `on which day do we sell most`. */
function readWeSell(reading: Reading, at: number, next: number): number {
  const direction = bestWords.get(wordAt(reading, next))
  const measure = wordAt(reading, at - 1) === 'we' && direction !== undefined && isEnd(reading, next + 1) ? mainMoney(reading) : null
  if (!measure || direction === undefined) return 0
  reading.draft.superlative = { direction, limit: 1, by: { measure } }
  take(reading, at - 1, next + 1, 'superlative')
  return next + 1
}

function readMoreThan(reading: Reading, at: number, subject: LayerTable): number {
  const comparison = comparisonAt(reading, at + 1)
  const valueAt = at + 1 + (comparison?.length ?? 0)
  const value = comparison ? numberAt(reading, valueAt) : null
  const goods = tableOf(reading.items[skip(reading, valueAt + 1)])
  if (!comparison || value === null || !goods || goods === subject) return 0
  const found = transactionFigureFor(reading, [subject, goods], 'quantity')
  const { operator } = comparison
  if (!found || isOfText(operator)) return 0
  const end = skip(reading, valueAt + 1) + 1
  settle(reading, found)
  reading.draft.having.push({ measure: found.measure, operator, values: [value] })
  forget(reading, goods, end - 1)
  take(reading, at, end, 'having')
  return end
}

/** `who spent the most`, `customers who spent more than 40`, `how much did each customer spend`. */
function readSpent(reading: Reading, at: number): number {
  if (!spendVerbs.has(wordAt(reading, at))) return 0
  const isPerson = wordAt(reading, at - 1) === 'who' && at === 1
  const subject = isPerson ? payersOf(reading.lexicon.layer) : subjectBefore(reading, at)
  const found = subject && transactionFigureFor(reading, [subject], wordAt(reading, at) === 'paid' ? 'paid' : 'money')
  if (!subject || !found) return 0
  const next = skip(reading, at + 1, beforeExtreme)
  const comparison = comparisonAt(reading, next)
  const valueAt = next + (comparison?.length ?? 0)
  const value = comparison ? numberAt(reading, valueAt) : null
  const direction = bestWords.get(wordAt(reading, next))
  if (comparison && value !== null && !isOfText(comparison.operator)) {
    settle(reading, found)
    reading.draft.having.push({ measure: found.measure, operator: comparison.operator, values: [value] })
    take(reading, at, valueAt + 1, 'having')
    return valueAt + 1
  }
  if (direction !== undefined && isEnd(reading, next + 1)) {
    if (isPerson) see(reading, subject)
    const isMany = !isPerson && isPlural(reading, subject)
    rank(reading, direction, limitOf(reading, subject, isMany), found, subject)
    take(reading, isPerson ? 0 : at, next + 1, 'superlative')
    return next + 1
  }
  return readHowMuch(reading, at, found)
}

/** `how much did … spend`, and without a subject `how much did we sell`. */
function readHowMuch(reading: Reading, at: number, found: Found): number {
  const how = reading.items.findIndex((_, index) => index < at && phraseLength(reading, index, 'how much') > 0)
  if (how === -1) return 0
  settle(reading, found)
  reading.draft.measures.push(found.measure)
  take(reading, how, how + 2, 'measure')
  take(reading, at, at + 1, 'measure')
  return at + 1
}

/** `how many tracks were sold`, `number of tracks sold`, `how much did we sell`. */
function readTradedCount(reading: Reading, at: number): number {
  const many = longestPhrase(reading, at, countPhrases)
  if (many > 0) {
    const target = skip(reading, at + many)
    const goods = tableOf(reading.items[target])
    if (!goods && tradedUnits.has(reading.items[target]?.stem ?? '')) return readPieces(reading, at, target)
    const verb = skip(reading, target + 1, beforeTradeVerb)
    if (!goods || !tradeVerbs.has(wordAt(reading, verb)) || !isFree(reading, verb)) return 0
    const found = transactionFigureFor(reading, [goods], 'quantity')
    // "How many customers bought" counts customers.
    const isPassive = reading.items.slice(target, verb).some(({ lower }) => lower === 'we' || beForms.has(lower))
    if (!found || (!isPassive && verb > target && isParty(reading.lexicon.layer, found, goods))) return 0
    settle(reading, found)
    reading.draft.measures.push(found.measure)
    forget(reading, goods, target)
    take(reading, at, verb + 1, 'measure')
    return verb + 1
  }
  if (phraseLength(reading, at, 'how much') === 0) return 0
  const verb = skip(reading, at + 2, beforeTradeVerb)
  const measure = takingVerbs.has(wordAt(reading, verb)) ? mainMoney(reading) : null
  if (!measure) return 0
  reading.draft.measures.push(measure)
  take(reading, at, verb + 1, 'measure')
  return verb + 1
}

/** `how many units of Chai did we sell`: all quantities traded. */
function readPieces(reading: Reading, at: number, target: number): number {
  const table = mainTransactionTable(reading.lexicon.layer)
  const verb = reading.items.findIndex((item, index) => index > target && tradeVerbs.has(item.lower) && isFree(reading, index))
  const measure = table && verb > 0 ? quantityOf(table) : null
  if (!measure?.column) return 0
  reading.draft.measures.push(measure)
  take(reading, at, target + 1, 'measure')
  for (let index = verb; index === verb || (index > target && beforeTradeVerb.has(wordAt(reading, index))); index--) take(reading, index, index + 1, 'measure')
  return target + 1
}

/** The figure by which a subject of "sold the most" is ranked: money for people and places that sell, the number sold for goods. */
function partyFigure(reading: Reading, subject: LayerTable): Found | null {
  const byNumber = transactionFigureFor(reading, [subject], 'quantity')
  const isSeller = byNumber !== null && isParty(reading.lexicon.layer, byNumber, subject)
  return isSeller ? transactionFigureFor(reading, [subject], 'money') : byNumber
}

function see(reading: Reading, table: LayerTable): void {
  reading.tables.unshift({ table, at: -1 })
}

/** The number of rows to show: 3 for "the 3 customers who spent the most"; without a number, `usualNumber` for a plural and 1 for a singular. */
function limitOf(reading: Reading, subject: LayerTable, isMany: boolean): { limit: number; isAssumed: boolean } {
  const at = reading.items.findIndex((item, index) => tableOf(item) === subject && numberAt(reading, index - 1) !== null)
  const limit = at > 0 ? numberAt(reading, at - 1) : null
  if (limit === null || limit < 1) return { limit: isMany ? usualNumber : 1, isAssumed: isMany }
  take(reading, at - 1, at, 'superlative')
  return { limit, isAssumed: false }
}

function isPlural({ items }: Reading, subject: LayerTable): boolean {
  return items.some((item) => tableOf(item) === subject && item.lower !== item.stem)
}

function subjectBefore(reading: Reading, at: number): LayerTable | null {
  const named = reading.tables.findLast((mention) => mention.at < at && mention.at >= at - 5)?.table
  // "How much did Ada Lovelace spend".
  const values = reading.items.slice(Math.max(0, at - 4), at).findLast((item) => item.values.length > 0)?.values ?? []
  const payer = values.length > 0 ? payersOf(reading.lexicon.layer) : null
  return named ?? (payer && values.some(({ table }) => table === payer) ? payer : null)
}
