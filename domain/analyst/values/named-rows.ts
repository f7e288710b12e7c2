import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { adjectiveSuperlatives, superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { copulas, determiners, haveForms, subjectRelatives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { tableOf } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { askedOf, isOwnName } from './value-place.ts'

const leastShared = 0.5

/**
 * A text column that names rows of another table stands for those rows where something is asked of them that only they have: "the largest capital",
 * "the population of the capital of Texas", where capitals are names of cities.
 */
export function withNamedRows(items: Item[], lexicon: Lexicon): Item[] {
  for (let at = 1; at < items.length; at++) {
    const column = textAt(items, at)
    const named = column && namedBy(lexicon.layer, column)
    if (!column || !named) continue
    const end = tableOf(items[at + 1]) === named.table ? at + 2 : at + 1
    const of = items[end]?.lower === 'of' ? skipArticles(items, end + 1) : end
    const owner = of > end ? items[of]?.values.find((value) => value.table === column.table && isOwnName(value)) : undefined
    const start = tableOf(items[at - 1]) === column.table ? at - 1 : at
    const isAsked = owner !== undefined && asksOf(items.slice(0, start), named.table)
    if (!isAsked && !((isRanked(items, start) || isRankedBehind(items, end)) && of === end)) continue
    const noun = isAsked ? [] : [tableItem(items[at] as Item, named.table)]
    const before = items.slice(0, start)
    return [...(isAsked ? askedOf(before, named.table) : before), ...noun, nameItem(items.slice(start, end), named, column), ...items.slice(isAsked ? of : end)]
  }
  return items
}

/** A text that tells rows of its table nothing apart, where the item names nothing else. */
function textAt(items: Item[], at: number): ColumnReference | null {
  const item = items[at]
  if (item?.kind !== 'name' || tableOf(item) || item.values.length > 0) return null
  const [best, ...others] = item.meaning.columns.filter(({ weight }) => weight >= 0.9)
  return best && others.length === 0 && !isNumericType(best.column) && best.column.semanticType !== 'time' && !isOwnName(best) ? best : null
}

/** The one table that belongs to that of the column and whose names its values are, or may be where they were not sampled. */
function namedBy({ tables, relationships }: Layer, { table, column }: ColumnReference): ColumnReference | null {
  const isReference = relationships.some((item) => item.fromTable === table.name && item.fromColumns.includes(column.name))
  if (isReference || column.distinct !== table.rows) return null
  const found = tables.flatMap((other) => {
    const [name, ...more] = other !== table && hasOwnName(other) ? displayColumns(other) : []
    const belongs = relationships.some((item) => item.fromTable === other.name && item.toTable === table.name)
    if (!name || more.length > 0 || !belongs || isNumericType(name) || (name.distinct ?? 0) <= (table.rows ?? 0)) return []
    const known = new Set(name.sampleValues)
    const isShared = known.size === 0 || column.sampleValues.filter((value) => known.has(value)).length >= leastShared * column.sampleValues.length
    return isShared ? [{ table: other, column: name }] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Whether the figures asked before are ones the table has. */
function asksOf(before: Item[], table: LayerTable): boolean {
  const names = before.filter((item) => item.kind === 'name')
  return names.length > 0 && names.every((item) => item.meaning.columns.some((meaning) => meaning.table === table && isNumericType(meaning.column)))
}

function isRanked(items: Item[], start: number): boolean {
  const word = items[start - 1]?.lower ?? ''
  return adjectiveSuperlatives.has(word) || superlatives.has(word) || ['populated', 'populous'].includes(word)
}

const beforeHaving = wordSet(subjectRelatives, 'with')
const hasOrIs = wordSet(haveForms, copulas)

/** "The capital that has the largest population", "which capital is the largest". */
function isRankedBehind(items: Item[], end: number): boolean {
  const verb = beforeHaving.has(items[end]?.lower ?? '') ? end + 1 : end
  return hasOrIs.has(items[verb]?.lower ?? '') && isRanked(items, skipArticles(items, verb + 1) + 1)
}

function skipArticles(items: Item[], from: number): number {
  let at = from
  while (determiners.has(items[at]?.lower ?? '')) at++
  return at
}

function tableItem(item: Item, table: LayerTable): Item {
  return { ...item, meaning: { tables: [{ table, weight: 1 }], columns: [], measures: [] } }
}

/** Stands for the rows whose name is the value of the column in the row they belong to. */
function nameItem(items: Item[], { table, column }: ColumnReference, sameAs: ColumnReference): Item {
  const text = items.map((item) => item.text).join(' ')
  const [lower, meaning] = [text.toLowerCase(), { tables: [], columns: [], measures: [] }]
  const values = [{ table, column, value: text, weight: 1, sameAs, isUnverified: column.sampleValues.length === 0 }]
  return { ...(items[0] as Item), kind: 'name', text, lower, stem: lower, meaning, values }
}
