import { isBadFigure } from '#domain/analyst/grammar/business/bad-outcomes.ts'
import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { isOutcome } from '#domain/analyst/grammar/mentions/state-values.ts'
import { groupOf, made, senseIn } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import type { SuperlativeSense } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { conditionOf, filterOf, flagged, heldOf, isOfAnswer, rate, thingsIn } from './flag-parts.ts'

type Part = Edge | null | undefined

/** How many rows are so, how large a part of them is, and where most are: said by the word of a column that holds yes and no. */
export const flagFigureRules: Rule[] = [
  ownRule('flag-rows', 2, 'value', ([value], { layer }) => rowsOf(value, layer), 'returns per shop'),
  ownRule(
    'how-many-flagged',
    4,
    'how many value|column value',
    ([, , one, other], { layer }) => countedBoth(one, other, layer),
    'how many senior guests cancelled',
  ),
  ownRule(
    'how-many-are',
    4,
    'how many of? us/them/people? were/was/are/is/did/do/have/has/got/came/come/went/turned/showed? we/they/people? been? value',
    ([, , , , , , , value], { layer }) => countedSo(value, layer),
    'how many were returned',
  ),
  ownRule(
    'superlative-flag',
    4,
    'superlative value rate/share?',
    ([sense, value], { layer }) => rankedRate(sense, value, layer),
    'which port has the highest attrition',
  ),
  ownRule(
    'flag-more-often',
    4,
    'value more/most/less/least often/likely/frequently',
    ([value, more]) => rankedOften(value, more),
    'which gender leaves more often',
  ),
  ownRule('likely-to-flag', 4, 'more/most/less/least likely to value', ([more, , , value]) => rankedOften(value, more), 'who is most likely to leave'),
  ownRule(
    'flag-by-flag',
    4,
    'with/without/on/in? value table|column? value more/less often/likely/frequently',
    ([, such, , value]) => rateBy(such, value),
    'do guests with insurance cancel less often',
  ),
  ownRule('flag-by-group', 4, 'value by/per/for/across column|table|grain', ([value, , group]) => rateBeside(value, group), 'attrition by department'),
  ownRule(
    'rate-in-percent',
    4,
    'value by/per/for/in each/every? column|table|grain ,? in/as percent/percentage/percentages/%/share',
    ([value, , , of]) => rateOfEach(value, of),
    'attrition by crew, in percent',
  ),
  ownRule('how-many-with', 4, 'how many of? column table', ([, , , column, table]) => countedWith(column, table), 'how many insurance customers'),
]

/** What a value in the plural is a kind of, where all there is are rows that happened: injuries among incidents. */
function kindIn(part: Part, { tables }: Layer): Ref | null {
  const value = payloadOf(part, 'value')
  const [only, ...others] = tables.filter(({ isHidden }) => !isHidden)
  const isKind = value && (value.isKind || value.value.toLowerCase() !== part?.text.toLowerCase()) && !value.isListed && !value.isUnverified
  const isPlain = /^\p{L}/u.test(part?.text ?? '') && singular(part?.text.toLowerCase() ?? '') !== part?.text.toLowerCase()
  return isKind && isPlain && others.length === 0 && value.ref.table === only ? value.ref : null
}

/** "Returns per shop": the word of such a column in the plural counts the rows of which it is so. */
function rowsOf(part: Part, layer: Layer): Made[] {
  const [ref, filter] = [flagged(part) ?? kindIn(part, layer), filterOf(part)]
  if (!ref || !filter || !/s$/i.test(part?.text ?? '')) return nothing
  return makes({ is: 'figure', figure: { ...thingsIn(ref.table, layer), filters: [filter] } }, -0.3)
}

/** "How many seniors left": the rows of which both are so. */
function countedBoth(first: Part, second: Part, layer: Layer): Made[] {
  const [one, other] = [filterOf(first), filterOf(second)]
  const [ref, also] = [payloadOf(first, 'value')?.ref, payloadOf(second, 'value')?.ref]
  if (!one || !other || !ref || ref.table !== also?.table || ref.column === also.column || !flagged(first)) return nothing
  return made({ figures: [thingsIn(ref.table, layer)], conditions: [conditionOf(one, ref), conditionOf(other, ref)], shape: 'count' }, 2.8)
}

function countedSo(part: Part, layer: Layer): Made[] {
  const [ref, filter] = [payloadOf(part, 'value')?.ref, filterOf(part)]
  return ref && filter && isOutcome(ref.column)
    ? made({ figures: [thingsIn(ref.table, layer)], conditions: [conditionOf(filter, ref)], shape: 'count' }, 2.6)
    : nothing
}

/** "The highest churn" is the share of those who left; "the most" is how many. */
function rankedRate(part: Part, value: Part, layer: Layer): Made[] {
  const [sense, filter, ref] = [senseIn(part), filterOf(value), payloadOf(value, 'value')?.ref]
  if (!sense || sense.of === 'time' || !filter || !ref || !isOfAnswer(value)) return nothing
  if (sense.of === 'worth') return worstRate(sense, rate(value))
  const isCount = sense.of === 'count' || /^(?:the )?most$|^least$/i.test(part?.text ?? '')
  const figure: Figure | null = isCount ? { ...thingsIn(ref.table, layer), filters: [filter] } : rate(value)
  return figure ? made({ rank: { sense: { end: sense.end, of: 'size' }, count: null, target: null, figure } }, 2) : nothing
}

/** Where most of them are so is the worst, of what nobody wants. */
const worstRate = (sense: SuperlativeSense, figure: Figure | null): Made[] =>
  figure && isBadFigure(figure) ? made({ rank: { sense, count: null, target: null, figure } }, 2) : nothing

function rankedOften(value: Part, more: Part): Made[] {
  const figure = isOfAnswer(value) ? rate(value) : null
  const end = /^(?:more|most)$/i.test(more?.text ?? '') ? 'high' : 'low'
  return figure ? made({ rank: { sense: { end, of: 'size' }, count: null, target: null, figure } }, 3) : nothing
}

/** Whether what is so has another share of something: both shares are told. */
function rateBy(such: Part, value: Part): Made[] {
  const [ref, figure] = [flagged(such), isOfAnswer(value) ? rate(value) : null]
  return ref && figure ? made({ figures: [figure], groups: [{ kind: 'column', ref }] }, 4) : nothing
}

/** "Churn by plan" is the share of those who left, where nothing else is asked for: the column's own noun, and no verb or kind of rows. */
function rateBeside(value: Part, part: Part): Made[] {
  const [ref, group] = [flagged(value), groupOf(part)]
  const figure = ref && wordsOf(ref.column.label).join(' ') === value?.text.toLowerCase() ? rate(value) : null
  const isOther = group?.kind !== 'column' || group.ref.column !== ref?.column
  return figure && group && value?.from === 0 && isOther ? made({ figures: [figure], groups: [group] }, 4) : nothing
}

/** Which part of each group is so. */
function rateOfEach(value: Part, of: Part): Made[] {
  const [figure, group] = [isOfAnswer(value) ? rate(value) : null, groupOf(of)]
  return figure && group ? made({ figures: [figure], groups: [group] }, 4) : nothing
}

function countedWith(part: Part, rows: Part): Made[] {
  const [held, table] = [heldOf(part), payloadOf(rows, 'table')?.table]
  return held && table && table === held[1].table
    ? made({ figures: [{ kind: 'rows', table }], conditions: [conditionOf(...held)], shape: 'count' }, 3.4)
    : nothing
}
