import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { continuations, remarkEnds } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { answerNouns, answerPronouns, groupRankVerbs } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { splitLeads, splitParticles, splitVerbs } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { amountSuperlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { choiceWords, ownerPrepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { snakeCase } from '#domain/semantics/compile/output-names.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import { isOfPeople, type Subject } from './anaphora.ts'
import { keyOfRows, narrowed } from './carry.ts'
import { continueQuery } from './continue-query.ts'
import { isShown, tableNamed, tableOf, withDimensions } from './put-into.ts'
import { end, ofThose, openers } from './remark-parts.ts'
import type { Read, Turned } from './turned.ts'

const broken = new RegExp(
  `^(?:${openers})?${anyOf(splitVerbs)}(?: (?:${anyOf(answerPronouns)}|the ${anyOf(answerNouns)}))?(?: ${anyOf(splitParticles)})?(?: further)? ${anyOf(splitLeads)} (.+)$`,
  'i',
)

/** "Per trainer please": a split that no verb asks for. */
const bare = new RegExp(`^(?:${openers})?(by|per|for each|for every) (.+?)(?:[,\\s]+${anyOf(remarkEnds)})*${end}`, 'i')

/** "Break that down by city": the same figures by other groups, over the rows that were shown where those were limited. */
export function brokenDown(question: string, before: PreviousTurn, { table }: Subject, read: Read): Turned | null {
  const { query, ...turn } = before
  const group = broken.exec(question.trim())?.[1]
  const [, word = '', name] = group === undefined ? (bare.exec(question.trim()) ?? []) : []
  const kind = byKind(group ?? name, before, read, group === undefined && word.toLowerCase() === 'by')
  if (kind || group === undefined) return kind
  const rows = query.limit === undefined ? null : keyOfRows(query, table)
  if (query.limit !== undefined && !rows) return null
  const { limit: _, offset: __, limit_per: ___, ...all } = query
  const chosen = rows ? narrowed({ ...all, measures: all.measures.map(({ hidden: _hidden, ...item }) => item), order: [], having: [] }, rows) : query
  const reading = read(`by ${group}`, { ...turn, query: chosen })
  const next = reading.draft.groups.length > 0 ? continueQuery(chosen, reading) : null
  return next && { reading, query: next }
}

/** "By trainer", where a job of the staff is called so: by those who have it, else by what the value is one of. A value of the rows themselves narrows them behind a bare "by": by card. */
function byKind(name: string | undefined, before: PreviousTurn, read: Read, mayNarrow: boolean): Turned | null {
  const { query } = before
  const [measure, ...more] = query.measures.filter(isShown)
  if (name === undefined || !measure || query.limit !== undefined) return null
  const { draft, lexicon } = read(`by ${name}`, before)
  const [filter, ...others] = draft.filters
  if (!filter || draft.groups.length + draft.measures.length + draft.selects.length + others.length > 0) return null
  const of = 'column' in filter ? tableNamed(lexicon.layer, filter.table) : undefined
  if (!of || !('column' in filter) || filter.operator !== 'equals' || filter.values.length !== 1) return null
  if (String(filter.values[0]).toLowerCase() !== singular(name.toLowerCase())) return null
  const isOfOthers = isOfPeople(of) && hasOwnName(of) && of.name !== tableOf(query)
  if (mayNarrow && !isOfOthers) return null
  const shown = isOfOthers ? displayColumns(of).map((column) => column.name) : [filter.column]
  const keys = isOfOthers ? of.primaryKey.filter((column) => !shown.includes(column)) : []
  const dimensions = [
    ...shown.map((column) => ({ table: of.name, column, name: snakeCase(column) })),
    ...keys.map((column) => ({ table: of.name, column, name: snakeCase(`${of.name} ${column}`), hidden: true })),
  ]
  const split = withDimensions(query, dimensions, lexicon.layer)
  const by = 'name' in measure ? measure.name : undefined
  return split && { reading: read('', null), query: { ...split, order: by === undefined || more.length > 0 ? [] : [{ by, direction: 'desc' }] } }
}

const ranked = new RegExp(
  `^(?:${anyOf(continuations)} )*(?:${anyOf(ownerPrepositions)} )?${anyOf(choiceWords)} ([\\w -]+?) (?:${anyOf(groupRankVerbs)}(?: there| we| they| it)?(?: have| get)?) the (${anyOf(amountSuperlatives.keys())})${ofThose}?${end}`,
  'i',
)

/** "Which city has the most?" after one figure: the group with its highest value. */
export function firstGroup(question: string, before: PreviousTurn, read: Read): Turned | null {
  const [, group, rank = ''] = ranked.exec(question.trim()) ?? []
  const [measure, ...others] = before.query.measures
  const isFigure = measure?.name !== undefined && others.length === 0 && before.query.dimensions.length === 0
  if (group === undefined || !isFigure || /^(?:ones?|of)\b/i.test(group)) return null
  const reading = read(`by ${group}`, before)
  const next = reading.draft.groups.length > 0 ? continueQuery(before.query, reading) : null
  return (
    next && {
      reading,
      query: { ...next, order: [{ by: measure.name as string, direction: amountSuperlatives.get(rank.toLowerCase()) ?? 'desc' }], limit: 1 },
    }
  )
}
