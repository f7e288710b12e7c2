import { contentment, markOf } from '#domain/analyst/grammar/business/ratings.ts'
import { isFigure, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { contentmentLabels, markLabels, pleased } from '#domain/analyst/lexicon/english/business/contentment.ts'
import {
  contentNouns,
  contentWords,
  discontentWords,
  givenRatings,
  happierWords,
  ratedEnds,
  unhappierWords,
} from '#domain/analyst/lexicon/english/business/ratings.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { conditionIn, groupOf, made, numberIn, senseIn } from './clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const content = [...happierWords, ...unhappierWords, ...contentWords, ...discontentWords].join('/')
const given = givenRatings.join('/')
const at = 'with/about/in/on/at/for/by/from/of'

const how = `how ${pleased.join('/')} are/is/were/was table|column|people/they/we/everyone`

/** How content people are, told by their marks or by what they say is good. */
export const ratingRules: Rule[] = [
  ownRule(
    'satisfaction',
    2,
    `aggregate? customer/client/guest/user/member? ${contentNouns.join('/')} score/rate/rating/level/index?`,
    ([aggregate], { layer }) => satisfaction(aggregate, layer),
    'customer satisfaction per branch',
  ),
  ownRule(
    'rated-most',
    4,
    'is/are/was/were/gets/get/got? rated superlative',
    ([, , sense], { layer }) => rankedByRating(sense, layer),
    'which branch is rated worst',
  ),
  ownRule(
    'most-rated',
    4,
    'number? superlative rated/reviewed',
    ([count, sense], { layer }) => (senseIn(sense)?.of === 'worth' ? rankedByRating(sense, layer, count) : nothing),
    'the 3 best rated branches',
  ),
  ownRule(
    'most-rated-of',
    4,
    'number? superlative rated/reviewed column|table',
    ([count, sense, , target], { layer }) => (ratedEnds.has(sense?.text.toLowerCase() ?? '') ? rankedByRating(sense, layer, count, target) : nothing),
    'our highest rated branch',
  ),
  ownRule(
    'gets-ratings',
    4,
    `gets/get/got/has/have/had/receives/received superlative ${given}`,
    ([, sense], { layer }) => rankedByRating(sense, layer),
    'which guide gets the worst ratings',
  ),
  ownRule(
    'happier-with',
    4,
    `more/less? ${content} ${at}? condition than ${at}? condition`,
    ([, , , one, , , other], { layer }) => comparedRating(one, other, layer),
    'are guests happier with breakfast than with dinner',
  ),
  ownRule('number-stars', 2, 'only/just? number star/stars', ([, number], { layer }) => starred(number, layer), 'reviews with only one star'),
  ownRule('how-pleased', 4, how, (_, { layer }) => pleasedWith(null, layer), 'how satisfied are our guests'),
  ownRule(
    'how-pleased-with',
    4,
    `${how} with/about their/our/its? table|column|job/work/life/service/environment/pay`,
    (parts, { layer }) => pleasedWith(parts.at(-1), layer),
    'how happy are people with their job',
  ),
  ownRule('average-mark', 4, 'aggregate score/mark/rating please?', () => made({}, 0.8), 'how happy are our guests, average score please'),
]

function satisfaction(aggregate: Part, layer: Layer): Made[] {
  const figure = contentment(layer)
  const of = payloadOf(aggregate, 'aggregate')?.aggregate ?? 'avg'
  return figure && of === 'avg' ? makes({ is: 'figure', figure }, 3) : nothing
}

/** The worst are those of the lowest marks. */
function rankedByRating(part: Part, layer: Layer, count: Part = null, target: Part = null): Made[] {
  const [figure, sense] = [contentment(layer), senseIn(part)]
  if (!figure || !sense || (sense.of !== 'worth' && sense.of !== 'size')) return nothing
  return made({ rank: { sense: { end: sense.end, of: 'size' }, count: numberIn(count), target: groupOf(target), figure } }, 4)
}

function comparedRating(first: Part, second: Part, layer: Layer): Made[] {
  const [figure, one, other]: [Figure | null, ...ReturnType<typeof conditionIn>[]] = [contentment(layer), conditionIn(first), conditionIn(second)]
  return figure && one?.kind === 'filter' && other?.kind === 'filter' ? made({ figures: [figure], compared: [one, other] }, 5) : nothing
}

/** Of so many stars is what has that mark. */
function starred(part: Part, layer: Layer): Made[] {
  const [mark, number] = [markOf(layer), numberIn(part)]
  if (!mark || number === null) return nothing
  return makes(
    {
      is: 'condition',
      condition: {
        kind: 'filter',
        filter: { table: mark.table.name, column: mark.column.name, operator: 'equals', values: [number] },
        tables: [mark.table.name],
      },
    },
    3,
  )
}

function labelled(layer: Layer, labels: readonly string[]): Ref[] {
  return tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column) => (isFigure(column) && wordsOf(column.label).some((word) => labels.includes(word)) ? [{ table, column }] : [])),
  )
}

/** The only column that tells it, or that of what they are pleased with. */
function pleasedWith(what: Part, layer: Layer): Made[] {
  const told = labelled(layer, contentmentLabels)
  const all = told.length > 0 ? told : labelled(layer, markLabels)
  const family = familyOf(what?.text.toLowerCase() ?? '')
  const [ref, ...others] = what ? all.filter(({ column }) => wordsOf(column.label).some((word) => familyOf(word) === family)) : all
  return ref && others.length === 0 ? made({ figures: [{ kind: 'column', ref, aggregate: 'avg' }] }, 5) : nothing
}
