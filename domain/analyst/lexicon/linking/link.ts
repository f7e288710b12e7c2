import { familyOf } from '#domain/analyst/language/root.ts'
import type { TimeMention } from '#domain/analyst/language/time.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { numberWords } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { determiners, negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { groupMarkers } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { beforeStateCode, behindCommand, behindI, commandVerbs } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { quantityNouns } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { cyclicPhrases, grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { Lexicon, Meaning, ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { bestWeight } from '#domain/analyst/lexicon/meaning.ts'
import type { MeasurePart } from '#domain/analyst/reading/draft.ts'
import { aggregateWords, namesColumn } from './aggregate-column.ts'
import { absorbHeads, shareHeadNouns, shareLeadingNouns, shareModifiers, shareOwners } from './head-nouns.ts'
import { hyphenatedName, nameOf } from './named-by-words.ts'
import { withAdverbsInPlace } from './reordered-name.ts'
import { withSpellingFixed } from './spelling.ts'
import { withTableWords, withVerbsOfRows } from './table-words.ts'
import { endsInOwnTable, quotedValues, valuesBefore, valuesBehind, valuesOf, valueWeight } from './value-words.ts'
import { valuesMeant } from './values-meant.ts'
import { isOfOrders, isOfSorting, isVerbOfMaking, isVerbOfOpening } from './verb-or-name.ts'

/** One or several words of the question that were recognised together, or a single word that was not. */
export type Item = {
  kind: 'word' | 'number' | 'quoted' | 'sign' | 'time' | 'name'
  text: string
  lower: string
  stem: string
  number: number | null
  time: TimeMention | null
  /** What the words may name; empty unless `kind` is `name`. */
  meaning: Meaning
  values: ValueMeaning[]
  /** The word the data source knows, when the question's was misspelt. */
  corrected: string | null
  isCapitalised: boolean
  isPossessive: boolean
  /** The figure that the words calculate, if any. */
  figure?: MeasurePart
}

type Span = { from: number; to: number; meaning: Meaning; values: ValueMeaning[]; score: number }

const nothing: Meaning = { tables: [], columns: [], measures: [] }

/** Links the tokens of a question to names, values, times and numbers of a lexicon: of all ways to cover them, the one with the highest sum of weights, in which longer phrases win. */
export function linkTokens(said: Token[], mentions: TimeMention[], lexicon: Lexicon): Item[] {
  const known = (token: Token) => nameOf([token], false, lexicon) !== null || valuesOf([token], lexicon).length > 0
  const tokens = withSpellingFixed(withAdverbsInPlace(said, lexicon), lexicon, known)
  const items: Item[] = []
  const times = mentions.filter(({ start, end }) => !isLabel(tokens.slice(start, end), lexicon))
  const chosen = bestCovering(tokens, times, lexicon)
  for (let position = 0; position < tokens.length; ) {
    const time = times.find((mention) => mention.start === position)
    const span = chosen.get(position)
    const to = time?.end ?? span?.to ?? position + 1
    items.push(itemOf(tokens.slice(position, to), time ?? null, span ?? null))
    position = to
  }
  shareLeadingNouns(items, lexicon)
  shareHeadNouns(items, lexicon)
  shareModifiers(items, lexicon)
  shareOwners(items, lexicon)
  return withVerbsOfRows(withTableWords(absorbHeads(items), lexicon.layer), lexicon.layer)
}

/** Whether words that are a time are the name of a column: "last year". */
function isLabel(part: Token[], lexicon: Lexicon): boolean {
  const meaning = lexicon.names.get(part.map((token) => token.stem).join(' '))
  return part.length > 1 && meaning !== undefined && bestWeight(meaning) >= 0.9
}

function bestCovering(tokens: Token[], times: TimeMention[], lexicon: Lexicon): Map<number, Span> {
  const taken = new Set(times.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)))
  const best: { score: number; span: Span | null }[] = [{ score: 0, span: null }]
  for (let to = 1; to <= tokens.length; to++) {
    best[to] = { score: best[to - 1]?.score ?? 0, span: null }
    for (let from = to - 1; from >= Math.max(0, to - lexicon.longest); from--) {
      if (taken.has(from)) break
      if (to - from > 1 && tokens[from]?.kind === 'sign') continue
      const span = spanAt(tokens, from, to, lexicon)
      const score = (best[from]?.score ?? 0) + (span?.score ?? 0)
      if (span && score > (best[to]?.score ?? 0)) best[to] = { score, span }
    }
  }
  const chosen = new Map<number, Span>()
  for (let to = tokens.length; to > 0; ) {
    const span = best[to]?.span
    if (span) chosen.set(span.from, span)
    to = span ? span.from : to - 1
  }
  return chosen
}

function spanAt(tokens: Token[], from: number, to: number, lexicon: Lexicon): Span | null {
  const part = tokens.slice(from, to)
  const [first] = part
  if (!first || part.at(-1)?.kind === 'sign' || first.kind === 'sign') return null
  if (part.length === 1 && first.kind === 'quoted') return quotedSpan(first, from, lexicon)
  if (part.some((token) => token.kind === 'quoted') || (part.length === 1 && first.kind === 'number')) return null
  const words = part.filter((token) => token.kind !== 'sign')
  if (part.length === 1 && tokens[from - 1]?.lower === 'how' && !first.isCapitalised) return null
  if (part.length === 1 && first.lower === 'i' && behindI.has(tokens[from + 1]?.lower ?? '')) return null
  if (part.length === 1 && isVerbOfMaking(tokens, from)) return null
  // "List the first names": "list" is a request, even where the data has lists.
  if (from === 0 && part.length === 1 && commandVerbs.has(first.lower) && behindCommand.has(tokens[1]?.lower ?? '')) return null
  // "Group by": "group" is no name here.
  if (part.length === 1 && first.lower === 'group' && tokens[to]?.lower === 'by') return null
  if (isOfSorting(tokens, from) || (part.length === 1 && isOfCounting(tokens, from))) return null
  const isAggregate = part.length === 1 && aggregateWords.has(first.lower)
  if (isAggregate && !namesColumn(tokens, from, lexicon)) return null
  const isPlain =
    !isOfOrders(tokens, from, to) && words.every((token) => fillers.has(token.lower) || negations.has(token.lower) || determiners.has(token.lower))
  const hasSign = words.length < part.length
  const found = (hasSign ? hyphenatedName(part, lexicon) : nameOf(words, isPlain, lexicon)) ?? nothing
  // "Their ID": "ID" is not the state of Idaho.
  const isId = words.length === 1 && /^ids?$/.test(first.lower) && !beforeStateCode.has(tokens[from - 1]?.lower ?? '')
  // "Two regions": "two" is no value.
  const isCount = words.length === 1 && first.lower !== 'single' && numberWords.has(first.lower) && !first.isCapitalised
  const isOpening = words.length === 1 && isVerbOfOpening(tokens, from)
  const isSilent = isId || (isPlain && !words.every((token) => token.isCapitalised && from > 0))
  const named = isSilent
    ? [...valuesBehind(tokens, from, to, lexicon), ...(isId ? [] : valuesBefore(tokens, from, to, lexicon))]
    : isCount || isSplitByTime(tokens, from, to) || isOpening
      ? []
      : valuesMeant(tokens, from, to, valuesOf(words, lexicon), lexicon)
  // "American Airlines" is one name: "American" alone is no nationality.
  const isPart = first.isCapitalised && tokens[to]?.isCapitalised === true
  const values = isPart ? named.filter(({ weight }) => weight === 1) : named
  // A value of a category is no column only because a synonym of the word is one.
  const isCategory = values.length > 0 && values.every(({ column }) => column.semanticType === 'category')
  const isOfRows = isOfRowsBehind(values, tokens[to], lexicon)
  const meaning =
    isCategory && bestWeight(found) <= 0.5 && (!isNamedSo(words, found, lexicon) || isOfRows) ? { ...nothing, tables: isOfRows ? [] : found.tables } : found
  // "By month": "month" is not the value "monthly".
  const isUnknown =
    part.length === 1 && !isPlain && !grainWords.has(first.lower) && !isSplitByTime(tokens, from, to) && bestWeight(meaning) === 0 && values.length === 0
  const family = isUnknown && !isOpening ? (lexicon.valueFamilies.get(familyOf(first.stem.replace(/ful$|(?<=ion)al$/, ''))) ?? []) : []
  // "Expiring" is not the value "expired".
  const meant = valuesMeant(tokens, from, to, family, lexicon)
  const related = first.lower.endsWith('ing') ? meant.filter(({ value }) => !/ed$/i.test(value)) : meant
  if (related.length > 0) return { from, to, meaning: nothing, values: related, score: 0.3 }
  const isNamedRow = values.length > 0 && bestWeight(meaning) === 0 && words.length > 1 && endsInOwnTable(words, lexicon)
  const weight = Math.max(bestWeight(meaning), values.length > 0 ? valueWeight(words) * (isNamedRow ? 0.6 : 1) : 0)
  return weight === 0 ? null : { from, to, meaning, values, score: weight * words.length ** 1.3 }
}

/** Whether words split by time ("by weekday") and are no value that is called so. */
function isSplitByTime(tokens: Token[], from: number, to: number): boolean {
  const phrase = tokens.slice(from, to).map(({ lower }) => lower)
  const isGrain = (phrase.length === 1 && grainWords.has(tokens[from]?.stem ?? '')) || cyclicPhrases.some(([words]) => words === phrase.join(' '))
  return isGrain && groupMarkers.has(tokens[from - 1]?.lower ?? '')
}

/** Whether values belong to the table named behind them: "active contracts". */
function isOfRowsBehind(values: ValueMeaning[], next: Token | undefined, { names }: Lexicon): boolean {
  const tables = names.get(next?.stem ?? '')?.tables ?? []
  return tables.some(({ table, weight }) => weight >= 0.9 && values.some((value) => value.table === table))
}

/** What is begun by the words; of what `was read` and `was paid` a value tells more than the date of it. */
function isNamedSo(words: Token[], { columns, tables }: Meaning, { names }: Lexicon): boolean {
  const isOfTime = columns.length > 0 && tables.length === 0 && columns.every(({ column }) => column.semanticType === 'time')
  return !isOfTime && names.has(words.map((token) => token.stem).join(' '))
}

/** "How many times", "more than two times" and "the number of times" tell how often, whatever else is called a time. */
function isOfCounting(tokens: Token[], at: number): boolean {
  const before = tokens[at - 1]
  if (tokens[at]?.lower !== 'times' || !before) return false
  const isNumber = before.kind === 'number' || numberWords.has(before.lower) || before.lower === 'many'
  return isNumber || (before.lower === 'of' && quantityNouns.has(tokens[at - 2]?.lower ?? ''))
}

/** A full stop or comma inside the quotes may be that of the sentence. */
function quotedSpan(token: Token, from: number, lexicon: Lexicon): Span {
  const exact = quotedValues(token.text, lexicon)
  const values = exact.length > 0 ? exact : quotedValues(token.text.replace(/[.,?!]+$/, ''), lexicon)
  return { from, to: from + 1, meaning: nothing, values, score: 2 }
}

function itemOf(part: Token[], time: TimeMention | null, span: Span | null): Item {
  const [first] = part
  const last = part.at(-1)
  const kind: Item['kind'] = time ? 'time' : span && part.length === 1 && first?.kind === 'quoted' ? 'quoted' : span ? 'name' : (first?.kind ?? 'word')
  return {
    kind,
    text: part.map((token) => token.text).join(' '),
    lower: part.map((token) => token.lower).join(' '),
    stem: part.map((token) => token.stem).join(' '),
    number: part.length === 1 ? (first?.value ?? null) : null,
    time,
    meaning: span?.meaning ?? nothing,
    values: span?.values ?? [],
    corrected: span && part.some((token) => token.corrected) ? part.map((token) => token.lower).join(' ') : null,
    isCapitalised: first?.isCapitalised ?? false,
    isPossessive: last?.isPossessive ?? false,
  }
}
