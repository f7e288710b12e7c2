import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import {
  betweenSubjectAndVerb,
  copulas,
  haveForms,
  negations,
  objectOpeners,
  sentenceEnds,
  subjectPronouns,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, prefersValue, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { searchJoinTrees } from '#domain/semantics/compile/join-path.ts'

/** "Rivers [that never] traverse". */
const beforeActiveVerb = wordSet(betweenSubjectAndVerb, negations)
const behindActiveVerb = wordSet(sentenceEnds, haveForms, copulas, 'through')

/** Reads a verb that is called like a referring column of the table before it: "rivers that traverse Texas", where rivers have a column `traverse`. */
export function readReferenceVerbs(reading: Reading): void {
  for (let at = 1; at < reading.items.length; at++) {
    const item = reading.items[at]
    if (isDoing(reading, at)) takeDoing(reading, at)
    if (item?.kind !== 'name' || !isFree(reading, at) || item.values.length > 0 || tableOf(item)) continue
    const column = columnOf(reading, at, (reference) => refersOn(reading, reference))
    if (!column || column.weight < 0.7) continue
    if (isActive(reading, at, column)) take(reading, at, at + 1, 'table')
  }
}

/** "To repair", "they repair": right before a verb. */
const beforeVerb = wordSet(subjectPronouns, 'to who')

/** Whether the name of a table is a verb here: "repair" in "mechanics assigned to repair machines", where mechanics and machines are joined without repairs. */
function isDoing(reading: Reading, at: number): boolean {
  const item = reading.items[at]
  const verb = tableOf(item)
  if (!item || !verb || !isFree(reading, at) || item.lower !== item.stem || item.isCapitalised || !beforeVerb.has(wordAt(reading, at - 1))) return false
  const object = tableOf(reading.items[skip(reading, at + 1)]) ?? null
  const named = reading.items.flatMap((other) => tableOf(other) ?? other.meaning.columns.find(({ weight }) => weight > 0.9)?.table ?? [])
  const others = [...new Set(named)].filter((table) => table !== verb)
  const [one, two] = others
  const isObject = object !== null ? others.includes(object) : wordAt(reading, at - 1) !== 'who' && (reading.items[at + 1]?.kind ?? 'sign') === 'sign'
  if (!isObject || !one || !two || others.length > 2) return false
  const trees = searchJoinTrees(reading.lexicon.layer, [one.name, two.name], one.name, [])
  return trees.length === 1 && !trees[0]?.steps.some(({ child }) => child === verb.name)
}

function takeDoing(reading: Reading, at: number): void {
  reading.tables = reading.tables.filter((mention) => mention.at !== at)
  take(reading, wordAt(reading, at - 1) === 'they' ? at - 1 : at, at + 1, 'verb')
}

function refersOn({ lexicon }: Reading, { table, column }: ColumnReference): boolean {
  return lexicon.layer.relationships.some((item) => item.fromTable === table.name && item.fromColumns.includes(column.name))
}

function targetOf({ lexicon }: Reading, { table, column }: ColumnReference): string | undefined {
  return lexicon.layer.relationships.find((item) => item.fromTable === table.name && item.fromColumns[0] === column.name)?.toTable
}

/** "Rivers that traverse Texas", "the river traverses the most states", "states that the Ohio traverses". */
function isActive(reading: Reading, at: number, column: ColumnReference): boolean {
  const before = skipBack(reading, at - 1, beforeActiveVerb)
  const object = skip(reading, at + 1)
  const isObject =
    objectOpeners.has(wordAt(reading, object)) ||
    tableOf(reading.items[object])?.name === targetOf(reading, column) ||
    (reading.items[object]?.values.length ?? 0) > 0
  if (tableOf(reading.items[before]) === column.table && isObject) return true
  const isSubject = prefersValue(reading, before) && reading.items[before]?.values.some(({ table }) => table === column.table)
  const isLast = reading.items[at + 1] === undefined || behindActiveVerb.has(wordAt(reading, at + 1))
  return isSubject === true && isLast && reading.tables.some((mention) => mention.at < before && mention.table.name === targetOf(reading, column))
}
