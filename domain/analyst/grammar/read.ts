import { withoutFanned } from '#domain/analyst/grammar/checks/fanned.ts'
import { isNonsense } from '#domain/analyst/grammar/checks/nonsense.ts'
import { reaches } from '#domain/analyst/grammar/checks/vacuous.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { tablesOf } from '#domain/analyst/grammar/query/query-tables.ts'
import { resolve } from '#domain/analyst/grammar/query/resolve.ts'
import type { Clock } from '#domain/analyst/language/calendar.ts'
import { type Token, tokenize } from '#domain/analyst/language/tokens.ts'
import { type LexiconCache, lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { compiles } from '#domain/analyst/queries/compiles.ts'
import { filterConditions } from '#domain/semantics/layer/filter-conditions.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { certaintyOfSigns, type Signs, signsOf } from './certainty.ts'
import { frameOf } from './frame.ts'
import { type Cover, coversOf, fragmentsOf, withRules } from './parse.ts'
import type { Edge, Group } from './terms.ts'

/** One way to read a question: the query, how much speaks for it, and the words it leaves out. */
export type GrammarReading = {
  query: SemanticQuery
  weight: number
  link: number
  passed: Token[]
  guesses: number
  notes: string[]
  cover: Cover
  signs: Signs
  certainty: number
}

/**
 * The likeliest readings of a question about a layer, `most` at most, the best first, told apart by their queries. None where `isWorth` says of what its words may stand for that
 * no reading would be of use: most of the time goes into putting them together.
 */
export function readingsOf(
  question: string,
  asked: Layer,
  clock: Clock,
  cache?: LexiconCache,
  isWorth?: (edges: Edge[]) => boolean,
  most = 5,
): GrammarReading[] {
  const tokens = tokenize(question)
  if (tokens.length === 0 || tokens.length > 60) return []
  const lexicon = lexiconOf(asked, cache)
  // A layer is read anew for each question, and the lexicon kept: tables are told apart by the objects of the one it was built of.
  const { layer } = lexicon
  const mentions = mentionsIn(tokens, lexicon, clock)
  const named = new Set(mentions.flatMap(({ payload, link }) => (payload.is === 'table' && link >= 0.75 ? [payload.table.name] : [])))
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: clock.timeZone }).format(clock.now)
  const lattice = withRules(mentions, tokens.length, { layer, today })
  if (isWorth && !isWorth(lattice.flat())) return []
  const readings = new Map<string, GrammarReading>()
  for (const cover of coversOf(lattice, tokens)) {
    const frame = frameOf(fragmentsOf(cover))
    const resolved = frame && resolve(frame, { layer, today })
    if (!resolved || dropsGroup(cover, resolved.query)) continue
    const key = JSON.stringify(resolved.query)
    const weight = cover.weight - resolved.guesses * 0.2 - strayPrice(resolved.query, named, layer)
    if (!readings.has(key))
      readings.set(key, {
        query: resolved.query,
        weight,
        link: cover.link,
        passed: cover.passed,
        guesses: resolved.guesses,
        notes: resolved.notes,
        cover,
        signs: signsOf(resolved, cover, tokens.length, named),
        certainty: 0,
      })
  }
  const ranked: GrammarReading[] = []
  for (const reading of withoutFanned([...readings.values()], layer).sort((a, b) => b.weight - a.weight)) {
    if (ranked.length === most) break
    if (!isNonsense(question, layer, reading.query) && compiles(layer, reading.query)) ranked.push(reading)
  }
  return ranked.map((reading, index) => {
    const next = ranked[index + 1]
    const signs = { ...reading.signs, rival: next ? Math.max(0, 1 - (reading.weight - next.weight) / 1.5) : 0 }
    return { ...reading, signs, certainty: certaintyOfSigns(signs) }
  })
}

/** Whether a query does not split by what a phrase of its own splits by; a month may be told by a column of months, or be what an average is of. */
function dropsGroup(cover: Cover, { dimensions }: SemanticQuery): boolean {
  const isSplit = (group: Group): boolean =>
    group.kind === 'column'
      ? dimensions.some(({ table, column }) => table === group.ref.table.name && column === group.ref.column.name)
      : group.kind !== 'time' || dimensions.length === 0 || dimensions.some(({ grain }) => grain === undefined || grain.startsWith(group.grain))
  return fragmentsOf(cover).some(({ groups = [], figures, rank, shape, conditions }) => !figures && !rank && !shape && !conditions && !groups.every(isSplit))
}

/** Whether rows are bound by what many rows have of them: an order is its customer's, and may be of several sellers. */
function isOfMany({ measures: [measure], filters }: SemanticQuery, layer: Layer): boolean {
  const counted = measure && 'aggregate' in measure ? layer.tables.find(({ name }) => name === measure.table) : undefined
  if (counted === undefined || filters === undefined || 'not' in filters) return false
  const isFar = ({ table, operator, values }: FilterCondition) =>
    operator === 'equals' && values.length > 0 && table !== counted.name && !reaches(layer, counted, table)
  return filterConditions(filters).some(isFar)
}

/** Each table beyond the first, and each that no word names where others are named, makes a reading less likely. */
function strayPrice(query: SemanticQuery, named: Set<string>, layer: Layer): number {
  const read = tablesOf(query)
  const stray = named.size === 0 ? 0 : [...read].filter((name) => !named.has(name)).length
  return (read.size - 1) * 0.12 + stray * 0.2 + (isOfMany(query, layer) ? 0.6 : 0)
}
