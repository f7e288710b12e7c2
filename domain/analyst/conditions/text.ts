import { beforeText, letterNouns, mailNouns, textNouns, textParts } from '#domain/analyst/lexicon/english/meanings/texts.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { beforeRelatingVerb, clauseEnds, clauseSigns, valueJoints } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { isFree, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { textColumnNear } from './column-near.ts'
import { addFilter, condition, negationBefore, takeColumn, takeNegation } from './filter-parts.ts'

type Part = typeof textParts extends Map<string, infer Operator> ? Operator : never

/** `with the letter a in their names`, `have "Rock" as a substring in their title`. */
export function readPart(reading: Reading, at: number): number {
  // "String instruments" are instruments of the family of strings.
  const part = reading.items[at]?.kind === 'name' ? undefined : textParts.get(wordAt(reading, at) as 'letter')
  if (part) return readText(reading, at, at, 'contains')
  const named = skip(reading, at + 2)
  const told = wordAt(reading, at + 1) === 'as' && isFree(reading, at) ? textParts.get(wordAt(reading, named) as 'letter') : undefined
  const item = reading.items[at]
  return told && item && item.kind !== 'sign' ? addText(reading, at, named + 1, told, [item.text]) : 0
}

/** `containing "rock"`, `whose email contains gmail`: an unknown word is a text only right behind a column, since "contain tracks with ..." is no text search. */
export function readText(reading: Reading, at: number, next: number, operator: Part): number {
  const hasCue = [next, next + 1].some((index) => textNouns.has(wordAt(reading, index)))
  const valueAt = textAt(reading, next)
  const item = reading.items[valueAt]
  if (!item || item.kind === 'sign' || !isFree(reading, valueAt)) return 0
  const column = reading.items[skipBack(reading, at - 1, beforeRelatingVerb)]
  const isLast = wordAt(reading, valueAt + 1) === '' || clauseEnds.has(wordAt(reading, valueAt + 1))
  const isSaid = item.kind === 'name' ? isLast : item.kind === 'word' && !fillers.has(item.lower)
  const isBehindColumn = isSaid && column !== undefined && column.meaning.columns.length > 0 && !tableOf(column)
  const isText = item.kind === 'quoted' || hasCue || isBehindColumn || ((operator !== 'contains' || item.lower.length === 1) && item.kind !== 'name')
  if (!isText) return 0
  const texts = [item.text]
  let end = valueAt + 1
  for (; wordAt(reading, end) === 'or' && isFree(reading, end + 1) && isAlike(item, reading.items[end + 1]); end += 2)
    texts.push(reading.items[end + 1]?.text ?? '')
  return addText(reading, at, end, operator, texts)
}

/** "The letters D or S", `"rock" or "jazz"`. */
const isAlike = (one: Item, other: Item | undefined): boolean =>
  one.kind === 'quoted' ? other?.kind === 'quoted' : one.text.length === 1 && other?.text.length === 1

/** `a Gmail address`, `Gmail or Yahoo email addresses`: mail of those domains. */
export function readMailDomain(reading: Reading, start: number): number {
  const names: string[] = []
  let at = start
  while (isDomain(reading, at)) {
    names.push(`@${wordAt(reading, at)}.`)
    at += (valueJoints.has(wordAt(reading, at + 1)) || wordAt(reading, at + 1) === '/') && isDomain(reading, at + 2) ? 2 : 1
  }
  if (names.length === 0 || !isMailNoun(reading, at) || !isFree(reading, at)) return 0
  const end = isMailNoun(reading, at + 1) ? at + 2 : at + 1
  for (const table of [...(reading.draft.focus ? [reading.draft.focus] : []), ...reading.tables.map((mention) => mention.table)]) {
    const column = table.columns.find(({ label, isHidden }) => !isHidden && /\be ?-?mail\b/i.test(label))
    if (!column) continue
    addFilter(reading, condition({ table, column }, 'contains', names), start)
    take(reading, start, end, 'filter')
    return end
  }
  return 0
}

const isMailNoun = ({ items }: Reading, at: number): boolean => items[at]?.kind !== 'quoted' && mailNouns.has(items[at]?.stem ?? '')

/** A name of its own that nothing here is called. */
function isDomain({ items, taken }: Reading, at: number): boolean {
  const item = items[at]
  return item?.kind === 'word' && item.isCapitalised && at > 0 && taken[at] === null && /^[a-z]{3,}$/.test(item.lower) && !fillers.has(item.lower)
}

/** A condition on the text column near the items from `start` to `end`; 0 when there is none. */
function addText(reading: Reading, start: number, end: number, operator: Part, texts: string[]): number {
  const column = textColumnNear(reading, start, end)
  if (!column) return 0
  const negated = negationBefore(reading, start)
  const filter = condition(
    column.reference,
    operator,
    texts.map((text) => text.replace(/^%|%$/g, '')),
  )
  addFilter(reading, filter, start, negated !== null)
  takeNegation(reading, negated)
  if (column.at !== null && column.at < start) takeColumn(reading, column.at)
  else if (column.at !== null) take(reading, end, column.at + 1, 'filter')
  take(reading, start, end, 'filter')
  return end
}

/** Where the text stands, past its cues. "A" is an article only before something: "starts with A", "begins with an A", "the letter a in". */
function textAt(reading: Reading, from: number): number {
  const at = skip(reading, from, beforeText)
  const isText = reading.items[at] !== undefined && !clauseSigns.has(wordAt(reading, at))
  const isLetter = letterNouns.has(wordAt(reading, at - 2))
  const last = reading.items[at - 1]
  return at > from && (last?.text === 'A' || (last?.lower === 'a' && (isLetter || !isText))) ? at - 1 : at
}
