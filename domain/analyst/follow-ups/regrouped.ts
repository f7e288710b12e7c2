import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import { continuations } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { answerNouns, answerPronouns, groupRankVerbs } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { splitLeads, splitParticles, splitVerbs } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { amountSuperlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { choiceWords, ownerPrepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Subject } from './anaphora.ts'
import { keyOfRows, narrowed } from './carry.ts'
import { continueQuery } from './continue-query.ts'
import { end, ofThose, openers } from './remark-parts.ts'
import type { Read, Turned } from './turned.ts'

const broken = new RegExp(
  `^(?:${openers})?${anyOf(splitVerbs)}(?: (?:${anyOf(answerPronouns)}|the ${anyOf(answerNouns)}))?(?: ${anyOf(splitParticles)})?(?: further)? ${anyOf(splitLeads)} (.+)$`,
  'i',
)

/** "Break that down by city": the same figures by other groups, over the rows that were shown where those were limited. */
export function brokenDown(question: string, { query, ...turn }: PreviousTurn, { table }: Subject, read: Read): Turned | null {
  const group = broken.exec(question.trim())?.[1]
  if (group === undefined) return null
  const rows = query.limit === undefined ? null : keyOfRows(query, table)
  if (query.limit !== undefined && !rows) return null
  const { limit: _, offset: __, limit_per: ___, ...all } = query
  const chosen = rows ? narrowed({ ...all, measures: all.measures.map(({ hidden: _hidden, ...item }) => item), order: [], having: [] }, rows) : query
  const reading = read(`by ${group}`, { ...turn, query: chosen })
  const next = reading.draft.groups.length > 0 ? continueQuery(chosen, reading) : null
  return next && { reading, query: next }
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
