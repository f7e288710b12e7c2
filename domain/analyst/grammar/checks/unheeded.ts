import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { comparatives, moreWords } from '#domain/analyst/lexicon/english/meanings/comparatives.ts'
import { copulas, doForms, haveForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import {
  beforeEach,
  denyingCues,
  emptyPredicates,
  partCues,
  perCues,
  predicateVerbs,
  questionOpenings,
  rateCues,
  secondQuestions,
  splitCues,
  stateCues,
} from '#domain/analyst/lexicon/english/sentences/operators.ts'
import { quantityNouns } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { columnOf } from './vacuous.ts'

/** Whether a word of a question that changes what is computed shows in nothing of a query: a percentage that is no ratio, a "per" without groups, a "never" that denies nothing. */
export function isUnheeded(question: string, layer: Layer, query: SemanticQuery): boolean {
  const text = JSON.stringify(query)
  const named = namedIn(text, layer)
  const tokens = tokenize(question).filter(({ kind }) => kind === 'word')
  const says = (cues: ReadonlySet<string>) => tokens.some(({ lower, stem }) => cues.has(lower) && !named.has(stem))
  const isPart = /"ratio":|share_of_total|percent_change/.test(text)
  const groups = query.dimensions.filter(({ hidden }) => !hidden)
  const isSplit = groups.length > 0 || /"ratio":|"expression":/.test(text)
  const isDenied = /"not":|"not_|is_empty|"values":\[(?:0|false|"(?:no|n|false|0)")\]|"combine":/i.test(text)
  const isLimited = query.filters !== undefined || query.having.length > 0 || /"filters":/.test(text)
  return (
    (says(partCues) && !isPart) ||
    (says(rateCues) && !isPart && query.measures.length > 0 && query.measures.every(isCount)) ||
    (says(splitCues) && !isSplit) ||
    (says(perCues) && query.measures.length === 0 && !query.limit_per) ||
    (says(denyingCues) && !isDenied) ||
    (says(stateCues) && !isLimited && query.measures.some(isCount)) ||
    (/^how long\b/i.test(question) && query.measures.length > 0 && query.measures.every(isCount)) ||
    countsNothing(question, query, layer) ||
    (/^how often\b/i.test(question) && query.measures.length === 0) ||
    (asksTwice.test(question) && groups.length + query.measures.filter((measure) => !('hidden' in measure && measure.hidden)).length < 2) ||
    (isWhichOfTwo(question) && query.measures.length === 0) ||
    leavesClause(question, query)
  )
}

/** Whether a clause of the question shows in nothing of a query: "for each kind of crime", and what is said of those that are counted. */
export function leavesClause(question: string, query: SemanticQuery): boolean {
  const words = tokenize(question).flatMap(({ kind, lower }) => (kind === 'word' ? [lower] : []))
  const isLimited = query.filters !== undefined || query.having.length > 0 || /"filters":/.test(JSON.stringify(query))
  const isSplit = query.limit_per !== undefined || query.having.length > 0 || query.dimensions.some(({ hidden }) => !hidden)
  return (forEach.test(question) && !isSplit) || leavesPredicate(words, query, isLimited)
}

const countAsked = new RegExp(`^(?:the |what is the )?(?:${anyOf(quantityNouns)}) of\\b|^how many\\b`, 'i')

/** "Number of results with grade B" is answered by no list of texts. */
function countsNothing(question: string, { measures, dimensions, combine }: SemanticQuery, layer: Layer): boolean {
  const shown = dimensions.filter(({ hidden }) => !hidden)
  const isText = ({ table, column }: (typeof shown)[number]) => columnOf(layer, table, column)?.type === 'text'
  return countAsked.test(question) && measures.length === 0 && !combine && shown.length > 0 && shown.every(isText)
}

/** "When was it, and how strong was it": two things are told. */
const asksTwice = new RegExp(
  `^${anyOf(questionOpenings)}\\b(?!.*\\b(?:who|that)\\b.* and who\\b).*\\S[,;]? and ${anyOf(secondQuestions)}\\b(?! many\\b)(?=[^,;]*$)`,
  'i',
)

const comparing = new RegExp(`^${anyOf(doForms, copulas, haveForms)}\\b.*\\b${anyOf(moreWords, comparatives.keys())}\\b.*\\b(?:than|or)\\b`, 'i')

/** "Do dogs cost more than cats" asks for two figures, and for no rows. */
const isWhichOfTwo = (question: string): boolean => comparing.test(question)

const isCount = (measure: SemanticQuery['measures'][number]): boolean => 'aggregate' in measure && measure.aggregate.startsWith('count')

/** "For each kind of crime" asks for as many figures as there are kinds. */
const forEach = new RegExp(`\\b${anyOf(beforeEach)} each (?=\\p{L})`, 'iu')

/** Shorter words behind a verb are prepositions and the like, unless they tell what was done. */
const leastPredicate = 5

/** "How many of our orders were returned" is not how many there are. */
function leavesPredicate(words: readonly string[], { measures, dimensions }: SemanticQuery, isLimited: boolean): boolean {
  if (isLimited || words[0] !== 'how' || words[1] !== 'many' || dimensions.length > 0 || !measures.every(isCount)) return false
  const isVerb = (word: string, at: number) => predicateVerbs.has(word) || (haveForms.has(word) && isPastForm(words[at + 1] ?? ''))
  const verb = words.findIndex((word, at) => at > 2 && isVerb(word, at))
  const said = verb === -1 ? undefined : words[verb + 1]
  const isSaid = said !== undefined && (said.length >= leastPredicate || isPastForm(said))
  return isSaid && !emptyPredicates.has(said) && !predicateVerbs.has(said)
}

/** Words of the names and values that a query reads. */
function namedIn(text: string, layer: Layer): ReadonlySet<string> {
  const columns = [...text.matchAll(/"table":"([^"]*)","column":"([^"]*)"/g)].flatMap(
    ([, table = '', column = '']) => columnOf(layer, table, column)?.label ?? [],
  )
  const values = [...text.matchAll(/"values":\[("[^\]]*")\]/g)].map(([, value = '']) => value)
  return new Set([...columns, ...values].flatMap(wordsOf))
}
