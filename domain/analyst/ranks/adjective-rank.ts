import { isWrittenDay } from '#domain/analyst/lexicon/column-kind.ts'
import { type Adjective, adjectiveSuperlatives, twoWordAdjectives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { impliedColumn } from '#domain/analyst/lexicon/implied-column.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { Superlative } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { describesText, figureBehind, measureBehind, rankColumn } from './rank-by.ts'
import { lastNoun, rankable } from './ranked-noun.ts'
import { datedFigure, isOneRow, recentOf, superlativesOfOrdinals } from './recent-rank.ts'
import { finish, isAskedValue, limitBefore, numberBefore, rankBy } from './superlative-parts.ts'

/** `oldest employee`, `3 most expensive products`, `longest tracks`. */
export function readAdjective(reading: Reading, at: number, limit = limitBefore(reading, at)): number {
  const word = wordAt(reading, at)
  const recent = word === 'most' && wordAt(reading, at + 1) === 'recently' ? recentOf(reading, at) : null
  if (recent) return finish(reading, { direction: 'desc', limit, by: recent }, numberBefore(reading, at), at + 2)
  const isPair = (word === 'most' || word === 'least') && twoWordAdjectives.get(wordAt(reading, at + 1)) !== undefined
  const pair = isPair ? twoWordAdjectives.get(wordAt(reading, at + 1)) : undefined
  const adjective: Adjective | undefined = pair
    ? { direction: word === 'least' ? 'asc' : 'desc', ...pair }
    : adjectiveSuperlatives.get(isOneRow(reading, at + 1) ? (superlativesOfOrdinals.get(word) ?? word) : word)
  if (!adjective || !isFree(reading, at)) return 0
  const next = at + (isPair ? 2 : 1)
  const target = skip(reading, next)
  const figure = figureBehind(reading, target, adjective.direction, limit)
  if (figure && isAskedValue(reading, at)) return 0
  if (figure) return finish(reading, figure.superlative, numberBefore(reading, at), figure.end)
  const said = columnOf(reading, target)
  if (said && isWrittenDay(said.column)) return 0
  const dated = datedFigure(reading, word, target)
  if (dated) return finish(reading, { direction: adjective.direction, limit, by: dated, isPerGroup: true }, numberBefore(reading, at), next)
  // "What is the latest hire date?" asks for the date itself.
  if (columnOf(reading, target, rankable) && !tableOf(reading.items[target]) && isAskedValue(reading, at)) return 0
  if (describesText(reading, target)) return 0
  const last = lastNoun(reading, target)
  const size = tableOf(reading.items[target]) ? null : columnOf(reading, last, rankable)
  if (size && size.weight >= 0.75 && !isPair)
    return finish(reading, { direction: adjective.direction, limit, by: rankBy(size) }, numberBefore(reading, at), last + 1)
  const table =
    tableOf(reading.items[target]) ??
    reading.draft.focus ??
    reading.tables.find((mention) => mention.at < at)?.table ??
    reading.tables[0]?.table ??
    reading.items[target]?.values[0]?.table
  if (!table) return 0
  const named = tableOf(reading.items[target]) || wordAt(reading, next) === 'by' ? measureBehind(reading, next - 1) : null
  if (named) {
    take(reading, named.at, named.end, 'superlative')
    return finish(reading, { direction: adjective.direction, limit, by: { measure: named.measure } }, numberBefore(reading, at), next)
  }
  const implied = rankColumn(table, adjective, word) ?? (/^(?:high|low)est$/.test(word) ? null : impliedBeyond(reading, table, adjective))
  if (!implied) return 0
  const start = numberBefore(reading, at)
  const onAverage = phraseLength(reading, next, 'on average')
  const by: Superlative['by'] = onAverage > 0 ? { measure: { aggregate: 'avg', ...implied.reference, named: null } } : { column: implied.reference }
  return finish(reading, { direction: implied.direction, limit, by }, start, next + onAverage)
}

/** The column an adjective measures in a table that rows refer to: "the tallest candidate", where candidates refer to people with heights. */
function impliedBeyond({ lexicon: { layer } }: Reading, table: LayerTable, adjective: Adjective): ReturnType<typeof rankColumn> {
  const names = layer.relationships.filter((item) => item.fromTable === table.name && item.toTable !== table.name).map((item) => item.toTable)
  const found = layer.tables.flatMap((parent) => (names.includes(parent.name) ? (impliedColumn(parent, adjective) ?? []) : []))
  return found.length === 1 ? (found[0] ?? null) : null
}
