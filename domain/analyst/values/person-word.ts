import { eventDateOn } from '#domain/analyst/conditions/event-flags.ts'
import { isOfPeople } from '#domain/analyst/follow-ups/anaphora.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { adjectiveSuperlatives, twoWordAdjectives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { doersOf, personNouns, unnamedPeople } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { choiceWords, copulas, everybodyWords, possessives, quantifiers, showVerbs } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { comparedVerbs } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import { impliedColumn } from '#domain/analyst/lexicon/implied-column.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { tableDistances } from '#domain/analyst/lexicon/table-distance.ts'
import { isValueOnly, note, type Reading, tableOf } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

const formsOfIs = wordSet(copulas, "who's")
const beforeKind = wordSet(quantifiers, choiceWords, showVerbs, possessives)
const namesPeople = (label: string): boolean => personNouns.has(singular(label.toLowerCase()).split(' ').at(-1) ?? '')

/** "Who has no manager", "how many people joined last year": those rows of people that what is said of them fits, where nothing else says who is meant. */
export function withPeople(items: Item[], lexicon: Lexicon): Item[] {
  const at = items.findIndex((item) => item.kind === 'word' && unnamedPeople.has(item.lower))
  const word = items[at]
  if (!word) return withPeopleCalled(withPeopleOfKind(items), lexicon)
  const people = lexicon.layer.tables.filter((table) => !table.isHidden && isPeople(table))
  // "The level with the most people" counts the only people there are.
  const isCounted = /^(?:people|persons)$/.test(word.lower) && people.length === 1
  // "The names of everybody" are those of the people there are.
  const isEveryone = everybodyWords.has(word.lower) && ['of', 'for'].includes(items[at - 1]?.lower ?? '')
  if ((!isCounted && !isEveryone && items.slice(0, at).some(({ kind }) => kind === 'name')) || asksColumn(items, at)) return items
  if (items.some((item) => people.some((table) => tableOf(item) === table))) return items
  const scored = people.map((table) => ({ table, score: scoreOf(items, table, lexicon) })).sort((a, b) => b.score - a.score)
  const [best, second] = scored
  if (!best || best.score < 0.35 || (second && second.score > best.score - 0.3)) return items
  const named: Item = {
    ...word,
    kind: 'name',
    stem: singular(best.table.label.toLowerCase()),
    meaning: { tables: [{ table: best.table, weight: 0.9 }], columns: [], measures: [] },
  }
  return items.with(at, named)
}

/** "Who has a book out" is not answered by books. */
export function readWho(reading: Reading): void {
  const { draft, items, lexicon } = reading
  const first = items[0]
  if (first?.kind !== 'word' || first.lower !== 'who' || !draft.focus || isPeople(draft.focus) || draft.selects.length + draft.measures.length > 0) return
  if (asksColumn(items, 0) || !lexicon.layer.tables.some((table) => !table.isHidden && isPeople(table))) return
  const { label } = draft.focus
  note(reading, (say) => say.notSaidOf(first.text, label), 0.5)
}

function isPeople(table: LayerTable): boolean {
  return displayColumns(table).some((column) => !isNumericType(column)) && (isOfPeople(table) || namesPeople(table.label))
}

/** "How many women", "all cardiologists": people of a kind are the rows of that kind, where no others are named. */
function withPeopleOfKind(items: Item[]): Item[] {
  if (items.some((item) => tableOf(item) !== null)) return items
  return items.map((item, at) => {
    const [value, ...others] = item.values
    if (!value || others.length > 0 || !isValueOnly(item) || item.isCapitalised || !isPeople(value.table) || !beforeKind.has(items[at - 1]?.lower ?? ''))
      return item
    return { ...item, meaning: { ...item.meaning, tables: [{ table: value.table, weight: 0.5 }] } }
  })
}

/** "Students" of a table called roster, where it is the only one of first and last names that is not called after other people. */
function withPeopleCalled(items: Item[], { layer }: Lexicon): Item[] {
  const [only, ...others] = layer.tables.filter((table) => !table.isHidden && displayColumns(table).length === 2 && !namesPeople(table.label))
  if (!only || others.length > 0 || items.some((item, at) => at > 0 && tableOf(item) === only)) return items
  return items.map((item) => {
    if (item.kind !== 'word' || item.isPossessive || !namesPeople(item.lower)) return item
    return { ...item, kind: 'name', stem: singular(item.lower), meaning: { tables: [{ table: only, weight: 0.6 }], columns: [], measures: [] } }
  })
}

/** "Who is the director of Up" asks for what a column holds. */
function asksColumn(items: Item[], at: number): boolean {
  if (!formsOfIs.has(items[at + 1]?.lower ?? '')) return false
  const next = items[at + 2]?.lower === 'the' ? items[at + 3] : items[at + 2]
  return (
    next?.kind === 'name' &&
    !/ed$/.test(next.lower) &&
    next.meaning.columns.some(({ weight }) => next.meaning.tables.every((meaning) => meaning.weight < weight))
  )
}

/** How well what is said fits people of a table: what they are called and do, what they have, and what they refer to or are referred to by. */
function scoreOf(items: Item[], table: LayerTable, { layer }: Lexicon): number {
  const noun = singular(table.label.toLowerCase()).split(' ').at(-1) ?? ''
  const nearness = (other: string, most: number) => Math.max(0, most - 0.3 * (tableDistances(layer, other).get(table.name) ?? 9))
  let score = 0
  for (const item of items) {
    if (item.kind === 'time' || item.kind === 'sign' || unnamedPeople.has(item.lower)) continue
    const owner = tableOf(item)
    const columns = owner ? [] : item.meaning.columns.filter((meaning) => meaning.table === table)
    score += Math.max(0, ...columns.map(({ weight }) => weight))
    const beside = owner || columns.length > 0 ? [] : item.meaning.columns.map((meaning) => nearness(meaning.table.name, 0.6))
    score += Math.max(0, ...beside)
    if (item.values.some((value) => value.table === table)) score += 0.8
    if (owner && owner !== table) score += nearness(owner.name, 0.9)
    if (item.lower.includes(' ')) continue
    if (doersOf.get(item.lower)?.includes(noun) || (item.lower.length > 4 && familyOf(item.lower) === familyOf(noun))) score += 1.5
    const adjective = adjectiveSuperlatives.get(item.lower) ?? twoWordAdjectives.get(item.lower)
    const compared = adjective?.columns ?? comparedVerbs.get(item.lower)
    if (compared && impliedColumn(table, { direction: 'desc', ...adjective, columns: compared })) score += 1
    if (/ed$/.test(item.lower) && eventDateOn(table, item.lower)) score += 1
  }
  return score
}
