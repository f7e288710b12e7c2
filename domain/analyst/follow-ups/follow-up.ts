import type { AnalysisInput, PreviousTurn } from '#domain/analyst/analysis.ts'
import { unreadWords } from '#domain/analyst/certainty/confidence.ts'
import { partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { refersTo } from '#domain/analyst/grammar/facts.ts'
import { tablesOf } from '#domain/analyst/grammar/query/query-tables.ts'
import { defaultDate, displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { continuations, freshStarts, greetings, remarkAdverbs } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { answerPronouns } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { replacementPhrases, seriesVerbs, shapeVerbs, takeAwayVerbs } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { chartKinds } from '#domain/analyst/lexicon/english/sentences/charts.ts'
import { copulas, doForms, haveForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { grainAdverbs, grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { buildQuery } from '#domain/analyst/queries/build-query.ts'
import type { Draft } from '#domain/analyst/reading/draft.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import { sortEquals } from '#domain/semantics/compile/sort-equals.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { adjusted } from './adjust.ts'
import { resolveAnaphora, type Subject, subjectOf } from './anaphora.ts'
import { opening } from './anaphora-patterns.ts'
import { addShown, carryRows, conditionOf, showRows, withNames } from './carry.ts'
import { comparedWith } from './compare-period.ts'
import { continueQuery } from './continue-query.ts'
import { isFollowUp, isWhole, standsAlone, wholeQuestion } from './leaning.ts'
import { otherValue } from './other-value.ts'
import { pointerIn } from './pointers.ts'
import { brokenDown, firstGroup } from './regrouped.ts'
import { end, openers, possessive, those } from './remark-parts.ts'
import { remarked } from './remarks.ts'
import { ofSameRows, otherShown, whoIn } from './same-rows.ts'
import type { Read, Turned } from './turned.ts'

const adverb = new RegExp(`^(?:${openers})?${anyOf(shapeVerbs)} ${anyOf(answerPronouns)} (${anyOf(grainAdverbs)})(?=${end})`, 'i')
const furtherSplit = new RegExp(`^(?:${openers})?${anyOf(seriesVerbs)}(?: (?:${anyOf(answerPronouns)}|the bars|the lines))?(?: (?:up|out))? by (?=\\w)`, 'i')

/** A question with "also by" in place of "split by" where the figures before are grouped by one column: they are to be grouped by a second one. */
export function withFurtherSplit(question: string, previous: PreviousTurn | null): string {
  const shown = previous?.query.dimensions.filter((item) => !item.hidden) ?? []
  return shown.length === 1 && previous?.query.measures.some((item) => !item.hidden) ? question.replace(furtherSplit, 'also by ') : question
}

const greeting = new RegExp(`^${anyOf(greetings)}(?: there)?\\b[\\s,!.]+(?=\\S)`, 'i')
const fresh = new RegExp(`^${anyOf(freshStarts)}\\b[\\s,:.;]*`, 'i')
const replacement = new RegExp(`,?\\s+${anyOf(replacementPhrases)} [^,?.]+(?=${end})`, 'i')
const asChart = new RegExp(`\\b(as an? ${anyOf(chartKinds.keys())})s?(?=${end})`, 'i')
const ownYear = new RegExp(`^(?:${anyOf(continuations, remarkAdverbs, ['for', 'in'])}\\b[\\s,]*)*((?:19|20)\\d\\d)${end}`, 'i')

/** Reads a question after the turn before it, in this order: as a remark that changes its query, with nouns in place of pronouns, as a continuation, as a question of its own. */
export function readTurn(...[said, input, read]: Parameters<typeof turnOf>): Turned {
  const turned = turnOf(said, input, read)
  if (!input.previous || !turned.query) return turned
  const query = { ...turned.query, order: [...turned.query.order] }
  sortEquals(query)
  return { ...turned, query }
}

const takingAway = new RegExp(`^(?:${openers})?${anyOf(takeAwayVerbs)} (?:(?:the|all) )?[\\w ]{1,40}[.!\\s]*$`, 'i')

function turnOf(said: string, { previous, unanswered, layer }: Pick<AnalysisInput, 'previous' | 'unanswered' | 'layer'>, read: Read): Turned {
  const among = countedAmong(said, previous)
  const chosen = among === null || !previous ? null : turnOf(among, { previous, unanswered, layer }, read)
  if (chosen?.query && previous && addsOwn(chosen.query, previous.query)) return chosen
  const asked = withCounted(withYear(said.trim().replace(greeting, ''), previous, layer), previous)
  // "Instead of the total": what is replaced need not be read.
  const question = previous
    ? asked
        .replace(replacement, ' instead')
        .replace(asChart, '$1 chart')
        .replace(adverb, (_, word: string) => `by ${grainWords.get(word.toLowerCase())}`)
    : asked
  const ownWords = question.replace(fresh, '')
  const alone = () => {
    const reading = read(ownWords, null)
    return { reading, query: buildQuery(reading.draft) }
  }
  if (ownWords !== question) return alone()
  if (previous === null || unanswered) {
    const first = alone()
    const names = (text: string) => namesAny(read(text, null))
    const pointer = pointerIn(question.replace(opening, ''), names, unanswered ? (text) => namesRows(read(text, null)) : null)
    const isLeaning = isFollowUp(question) && !isWhole(question, first.reading) && (first.query === null || !standsAlone(question.replace(opening, '')))
    const lost = pointer ?? (unanswered && isLeaning ? question : null)
    return lost === null ? first : { ...first, lost }
  }
  const before = { ...previous, query: withNames(previous.query) }
  const remark =
    adjusted(asked, before, layer) ??
    comparedWith(said, before.query, read('', null).clock) ??
    otherValue(asked, before.query, layer, (text) => read(text, null))
  if (remark) return { reading: read('', null), query: withNames(remark) }
  // Something is to be removed that is not there: "remove the revenue" must not be read as a condition.
  if (takingAway.test(asked)) return { reading: read(asked, null), query: null }
  const subject = subjectOf(before.query, layer)
  const framed = subject && remarked(question, before, subject, read)
  if (framed) return { ...framed, query: framed.query && withNames(framed.query) }
  const turned = subject && (brokenDown(question, before, subject, read) ?? firstGroup(question, before, read) ?? otherShown(question, before, subject, read))
  if (turned) return turned
  const named = new Map<string, LayerTable[]>()
  const tablesNamed = (text: string): LayerTable[] => {
    const known = named.get(text.trim()) ?? (text.trim() === '' ? [] : read(text, null).tables.map(({ table }) => table))
    named.set(text.trim(), known)
    return known
  }
  const resolved = subject && resolveAnaphora(question, subject, tablesNamed)
  if (resolved?.isBare) return { reading: read('', null), query: withNames(showRows(before.query, whoIn(question, before.query, subject as Subject, layer))) }
  if (resolved?.isOwn) {
    const reading = read(resolved.question, null)
    return { reading, query: buildQuery(reading.draft) }
  }
  if (resolved) {
    const reading = read(resolved.question, before)
    const own = buildQuery(reading.draft)
    if (asksForUnread(question, unreadWords(reading))) return { reading, query: null }
    if (sortsOnly(reading.draft)) return { reading, query: continueQuery(before.query, reading) }
    if (own)
      return {
        reading,
        query: resolved.adds ? addShown(before.query, own, subject as Subject) : carryRows(before.query, own, subject as Subject, resolved.keepsShown),
      }
  }
  const first = alone()
  const same = subject && first.query && first.reading.tables.length === 0 && ofSameRows(read(question, before), before.query, subject)
  if (same) return same
  const widens = /\balso\b/i.test(question) && first.reading.draft.superlative === null && first.reading.draft.filters.length === 0
  if (first.query !== null && !widens && (!isFollowUp(question) || isWhole(question, first.reading))) return first
  // "What is the name of customer 1?" is no remark: the query before has no such column.
  if (first.query === null && wholeQuestion.test(question) && standsAlone(question)) return first
  const reading = read(question, before)
  return { reading, query: continueQuery(before.query, reading) }
}

const amongCounted = new RegExp(
  `^(?:${anyOf(continuations)}\\b[\\s,]*)?how many of ${those} ${anyOf(copulas, haveForms, doForms)} (?:been )?([\\w -]+?)${end}`,
  'i',
)

/** "How many of those were returned" after the orders of each shop: only those of them. */
function countedAmong(question: string, previous: PreviousTurn | null): string | null {
  const [measure, ...others] = previous?.query.measures ?? []
  const isCount = measure !== undefined && 'aggregate' in measure && measure.aggregate === 'count' && others.length === 0
  const rest = isCount && previous?.query.dimensions.some(({ hidden }) => !hidden) ? amongCounted.exec(question.trim())?.[1] : undefined
  return rest === undefined ? null : `only ${rest}`
}

/** Whether a query only adds conditions on the rows that the one before counts. */
function addsOwn(query: SemanticQuery, before: SemanticQuery): boolean {
  const [measure] = before.measures
  const known = new Set(partsOf(before.filters).map((part) => JSON.stringify(part)))
  const added = partsOf(query.filters).filter((part) => !known.has(JSON.stringify(part)))
  const isOwn = added.every((part) => 'column' in part && measure !== undefined && 'table' in measure && part.table === measure.table)
  return added.length > 0 && isOwn && JSON.stringify(query.measures) === JSON.stringify(before.measures)
}

const counted = new RegExp(
  `^(${anyOf(continuations)}\\b[\\s,]*)?how many ((?:[\\w-]+ ){0,2}?[\\w-]+?)( ${anyOf(copulas)} ${anyOf(answerPronouns)})?${end}`,
  'i',
)

/** "And how many customers is that?": another figure of what was told before, which keeps its conditions. */
function withCounted(question: string, previous: PreviousTurn | null): string {
  const [, goesOn, noun, points] = counted.exec(question) ?? []
  const isBare = noun !== undefined && !noun.split(' ').some((word) => particles.has(word.toLowerCase()))
  return previous && isBare && (goesOn ?? points) !== undefined && previous.query.measures.length > 0 ? `and the number of ${noun}?` : question
}

/** "Only 2012" with "in" before the year, where the answer before was about a time. */
function withYear(question: string, previous: PreviousTurn | null, layer: Layer): string {
  const year = ownYear.exec(question)?.[1]
  if (year === undefined || !previous) return question
  const named = [...previous.query.dimensions, ...partsOf(previous.query.filters).flatMap((part) => conditionOf(part) ?? [])]
  const tableOf = (name: string) => layer.tables.find((table) => table.name === name)
  const isTime = (name: string, column: string) => tableOf(name)?.columns.find((item) => item.name === column)?.semanticType === 'time'
  // What has no date of its own is of the day of what it belongs to: the lines of an order.
  const measured = [...tablesOf(previous.query)].flatMap((name) => tableOf(name) ?? [])
  const isDated =
    previous.query.measures.length > 0 && [...measured, ...measured.flatMap((table) => refersTo(layer, table))].some((table) => defaultDate(table) !== null)
  return isDated || named.some(({ table, column }) => isTime(table, column)) ? `in ${year}` : question
}

const possessed = new RegExp(`\\b${possessive}\\s+(?:own\\s+)?([\\w-]+)(?:\\s+([\\w-]+))?`, 'g')

/** Whether the noun behind a possessive could not be read, "who is her manager": then nothing is answered. */
function asksForUnread(question: string, unread: string[]): boolean {
  const owned = [...question.toLowerCase().matchAll(possessed)]
  return owned.some(([, first = '', second]) => unread.includes(first) && (second === undefined || unread.includes(second)))
}

function sortsOnly({ selects, measures, groups, filters, superlative, order }: Draft): boolean {
  return order.length > 0 && superlative === null && selects.length + measures.length + groups.length + filters.length === 0
}

function namesAny({ items }: Reading): boolean {
  return items.some(({ meaning, values }) => meaning.tables.length + meaning.columns.length + values.length > 0)
}

function namesRows({ items, tables }: Reading): boolean {
  return tables.length > 0 || items.some(({ values }) => values.length > 0)
}

/** Adds the tables of the turn before to a reading, so that words prefer their columns; first those whose names were shown. */
export function rememberTables(reading: Reading, { query }: PreviousTurn, { layer }: Lexicon): void {
  const shown = query.dimensions.flatMap((item) => layer.tables.find(({ name }) => name === item.table) ?? [])
  const measured = query.measures.flatMap((item) => ('table' in item ? (layer.tables.find(({ name }) => name === item.table) ?? []) : []))
  const named = shown.filter((table) => hasOwnName(table) && query.dimensions.some((item) => !item.hidden && isNameOf(table, item)))
  for (const table of new Set([...named, ...measured, ...shown])) reading.tables.push({ table, at: -1 })
}

function isNameOf(table: LayerTable, { table: name, column }: SemanticQuery['dimensions'][number]): boolean {
  return table.name === name && displayColumns(table).some((item) => item.name === column)
}
