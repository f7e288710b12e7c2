import { happens, refersTo, tablesOf, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { eventNamed } from '#domain/analyst/grammar/happenings/happenings.ts'
import { tablesOf as tablesRead } from '#domain/analyst/grammar/query/query-tables.ts'
import { unnamedPeople } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { comingVerbs } from '#domain/analyst/lexicon/english/times/happening.ts'
import { isPersonWord } from '#domain/analyst/lexicon/said-of.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

const coming = new RegExp(`(\\w+) ${anyOf(comingVerbs)}\\b(?! from)`, 'i')

/** Whether other things that people did are told where it is asked how they came: what they paid, or one of several kinds of things none of which is called a visit. */
export function takesOthersForVisits(question: string, query: SemanticQuery, layer: Layer): boolean {
  const who = coming.exec(question)?.[1]?.toLowerCase() ?? ''
  if (!unnamedPeople.has(who) && !isPersonWord(singular(who))) return false
  const visits = eventNamed(layer, 'come')
  const isOfPeople = ({ label }: Layer['tables'][number]) => wordsOf(label).some(isPersonWord)
  const deeds = tablesOf(layer).filter((table) => happens(layer, table) && refersTo(layer, table).some(isOfPeople))
  const read = deeds.filter(({ name }) => tablesRead(query).has(name))
  return visits ? read.length > 0 && !read.includes(visits) : read.length > 0 && deeds.length > 1
}
