import { isAdditive, isFigure, isFlag, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { namedInstead } from '#domain/analyst/grammar/named-instead.ts'
import type { Condition, Edge, Figure, Fragment, Group, Payload } from '#domain/analyst/grammar/terms.ts'
import { buyingVerbs, earningVerbs, moneyWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { type Made, makes, nothing, payloadOf } from './rule.ts'

export const fragment = (of: Fragment): Payload => ({ is: 'fragment', fragment: of })
export const made = (of: Fragment | null, bonus = 0, link = 1): Made[] => (of ? makes(fragment(of), bonus, link) : nothing)

/** What is grouped by or asked for: a column that is no figure, the rows of a table, a stretch of time. */
export function groupOf(part: Edge | null | undefined): Group | null {
  const ref = payloadOf(part, 'column')?.ref
  if (ref) return ref.column.semanticType === 'time' ? { kind: 'time', grain: 'day', ref } : { kind: 'column', ref: namedInstead(ref, part?.text ?? '') }
  const table = payloadOf(part, 'table')
  if (table) return { kind: 'rows', table: table.table }
  const grain = payloadOf(part, 'grain')
  return grain ? { kind: 'time', grain: grain.grain, ref: null } : null
}

export const figureIn = (part: Edge | null | undefined): Figure | null => payloadOf(part, 'figure')?.figure ?? null
export const conditionIn = (part: Edge | null | undefined): Condition | null => payloadOf(part, 'condition')?.condition ?? null
export const senseIn = (part: Edge | null | undefined) => payloadOf(part, 'superlative')?.sense ?? null
export const numberIn = (part: Edge | null | undefined) => payloadOf(part, 'number')?.value ?? null

export function grouped(part: Edge | null | undefined, bonus = 0): Made[] {
  const group = groupOf(part)
  return group ? made({ groups: [group] }, bonus) : nothing
}

const mostRanked = 1000

export function ranked(
  sense: Edge | null | undefined,
  count: Edge | null | undefined,
  target: Edge | null | undefined,
  figure: Edge | null | undefined,
  bonus = 0,
): Made[] {
  const found = senseIn(sense)
  const [of, by] = [groupOf(target), figureIn(figure)]
  // "Most often in 2023": nobody asks for the first two thousand.
  if ((numberIn(count) ?? 0) > mostRanked) return nothing
  // "The largest amount" is one figure.
  if (found && of?.kind === 'column' && isFigure(of.ref.column)) {
    if (by || numberIn(count) !== null) return nothing
    return made({ figures: [{ kind: 'column', ref: of.ref, aggregate: found.end === 'high' ? 'max' : 'min' }] }, bonus - 0.3)
  }
  // "The highest churn" is a share of rows, and none of two answers.
  if (found && of?.kind === 'column' && isFlag(of.ref.column)) return nothing
  // "Best pizza" ranks pizzas, and does not count them.
  if (found?.of === 'worth' && of === null && by?.kind === 'rows' && by.isBare) return nothing
  const isOfSeveral = found?.of === 'worth' || (found?.of === 'time' && found.end === 'high')
  const several = isOfSeveral && of?.kind === 'rows' && isPlural(target) ? usuallyRanked : null
  return found ? made({ rank: { sense: found, count: numberIn(count) ?? several, target: of, figure: by } }, bonus) : nothing
}

/** "Our best customers": how many of them is not said. */
const usuallyRanked = 10
const isPlural = (part: Edge | null | undefined): boolean => {
  const text = part?.text.toLowerCase() ?? ''
  return singular(text) !== text
}

export const equals = (part: Edge | null | undefined, isSaidNot: boolean): Made[] => {
  const value = payloadOf(part, 'value')
  if (!value) return nothing
  const isNot = isSaidNot !== (value.isDenied === true)
  const { ref } = value
  const operator = value.isListed || value.isKind ? (isNot ? 'not_contains' : 'contains') : isNot ? 'not_equals' : 'equals'
  const filter: Filter = { table: ref.table.name, column: ref.column.name, operator, values: [value.value] }
  const said = part?.text ?? ''
  const isKind = !isNot && /^\p{Ll}/u.test(said) && singular(said) !== said && singular(value.value.toLowerCase()) === value.value.toLowerCase()
  return makes({ is: 'condition', condition: { kind: 'filter', filter, tables: [ref.table.name], ...(isKind ? { of: ref.table } : {}) } }, isNot ? 1 : 0)
}

/** None of several values of one column: "outside Germany and France". */
export function noneOf(parts: (Edge | null | undefined)[]): Made[] {
  const values = parts.flatMap((part) => payloadOf(part, 'value') ?? [])
  const [first] = values
  if (!first || values.some(({ ref, isListed, isKind, isDenied }) => ref.column !== first.ref.column || isListed || isKind || isDenied)) return nothing
  const filter: Filter = { table: first.ref.table.name, column: first.ref.column.name, operator: 'not_equals', values: values.map(({ value }) => value) }
  return makes({ is: 'condition', condition: { kind: 'filter', filter, tables: [first.ref.table.name] } }, 1.5)
}

/** A value beside the name of its own column: "the technology sector". */
export function equalsWithin(part: Edge | null | undefined, of: Edge | null | undefined): Made[] {
  const [value, column] = [payloadOf(part, 'value')?.ref, payloadOf(of, 'column')?.ref]
  if (!value || !column || value.column !== column.column) return nothing
  return equals(part, false).map((item) => ({ ...item, bonus: 0.3 }))
}

export function bounded(column: Edge | null | undefined, bound: Edge | null | undefined): Made[] {
  const [ref, limit] = [payloadOf(column, 'column')?.ref, payloadOf(bound, 'bound')?.bound]
  if (!ref || !limit || !isFigure(ref.column)) return nothing
  const filter: Filter = { table: ref.table.name, column: ref.column.name, operator: limit.operator, values: [limit.value] }
  return makes({ is: 'condition', condition: { kind: 'filter', filter, tables: [ref.table.name] } }, 0.5)
}

export function compared(first: Edge | null | undefined, second: Edge | null | undefined, figure: Edge | null | undefined): Made[] {
  const [one, other] = [conditionIn(first), conditionIn(second)]
  const of = figureIn(figure)
  return one && other && one.kind === other.kind ? made({ compared: [one, other], ...(of ? { figures: [of] } : {}) }, 1.5) : nothing
}

export function partOf(figure: Edge | null | undefined, condition: Edge | null | undefined, bonus: number): Made[] {
  const [of, that] = [figureIn(figure), conditionIn(condition)]
  // No part is told of an average.
  const isLevel = of?.kind === 'column' && of.aggregate !== 'count_distinct' && !isAdditive(of.ref)
  return of && that && !isLevel ? made({ part: { figure: of, conditions: [that] } }, bonus) : nothing
}

export function had(bound: Edge | null | undefined, figure: Edge | null | undefined): Made[] {
  const [limit, of] = [payloadOf(bound, 'bound')?.bound, figureIn(figure)]
  return limit && of ? made({ having: { figure: of, bound: limit } }, 0.5) : nothing
}

export function absent(of: Edge | null | undefined, without: Edge | null | undefined): Made[] {
  const [all, none] = [payloadOf(of, 'table')?.table, payloadOf(without, 'table')?.table]
  return all && none && all !== none ? made({ absent: { of: all, without: none } }, 2) : nothing
}

export function verbFigure(part: Edge | null | undefined): Figure | null {
  const sense = payloadOf(part, 'verb')?.sense
  const [said = ''] = part?.text.toLowerCase().split(' ') ?? []
  if (!sense) return null
  return {
    kind: 'sense',
    sense,
    aggregate: null,
    ...(earningVerbs.has(said) ? { isEarned: true } : {}),
    ...(sense === 'money' && buyingVerbs.has(said) ? { isBuying: true } : {}),
  }
}

export function rankedByVerb(verb: Edge | null | undefined, sense: Edge | null | undefined): Made[] {
  const [figure, found] = [verbFigure(verb), senseIn(sense)]
  // "Pays the slowest" speaks of another figure than what is paid.
  if (!figure || !found || found.of === 'labels') return nothing
  // Who buys most spends most, and is not who buys most often.
  const isOfTimes = figure.kind === 'sense' && figure.sense === 'rows' && buyingVerbs.has(verb?.text.toLowerCase() ?? '') && found.of === 'size'
  return made({ rank: { sense: found, count: null, target: null, figure } }, isOfTimes ? 0.3 : 0.5)
}

export const verbAsked = (verb: Edge | null | undefined): Made[] => {
  const figure = verbFigure(verb)
  return figure ? made({ figures: [figure] }, 2) : nothing
}

export function counted(part: Edge | null | undefined): Made[] {
  const table = payloadOf(part, 'table')?.table
  const ref = payloadOf(part, 'column')?.ref
  if (table) return made({ figures: [{ kind: 'rows', table }], shape: 'count' }, 2.6)
  // "How many were born": those who were, and not the days.
  const isVerb = ref?.column.semanticType === 'time' && !/\b(?:date|day|time|moment)s?\b/i.test(part?.text ?? '')
  // Exams of an exam date are the rows that have one.
  const said = part?.text.toLowerCase() ?? ''
  if (ref && isVerb && singular(said) !== said && wordsOf(ref.column.label)[0] === singular(said))
    return made({ figures: [{ kind: 'rows', table: ref.table }], shape: 'count' }, 2.4)
  return ref && !isVerb && !isFigure(ref.column) && !isFlag(ref.column)
    ? made({ figures: [{ kind: 'column', ref, aggregate: 'count_distinct' }], shape: 'count' }, 2.6)
    : nothing
}

export function aggregateApart(part: Edge | null | undefined): Made[] {
  const aggregate = payloadOf(part, 'aggregate')?.aggregate
  return aggregate ? made({ aggregate }, -0.4) : nothing
}

export function comparedAlso(
  also: Edge | null | undefined,
  one: Edge | null | undefined,
  other: Edge | null | undefined,
  figure: Edge | null | undefined,
): Made[] {
  const condition = conditionIn(also)
  return condition
    ? compared(one, other, figure).map((item) =>
        item.payload.is === 'fragment' ? { ...item, payload: fragment({ ...item.payload.fragment, conditions: [condition] }) } : item,
      )
    : nothing
}

export function periodOf(part: Edge | null | undefined): Made[] {
  const time = payloadOf(part, 'period')?.time
  return time ? makes({ is: 'condition', condition: { kind: 'period', time } }) : nothing
}

export function both(one: Edge | null | undefined, other: Edge | null | undefined): Made[] {
  const [first, second] = [groupOf(one), groupOf(other)]
  return first && second ? made({ groups: [first, second] }, 1.5) : nothing
}

export function asked(part: Edge | null | undefined, word?: Edge | null): Made[] {
  const group = groupOf(part)
  // "What were our sales" asks how much, and not which rows.
  if (word?.text.toLowerCase() === 'what' && part && part.from > word.to && group?.kind === 'rows' && moneyWords.has(singular(part.text.toLowerCase())))
    return nothing
  // "What is our budget" is one figure, and no list of amounts.
  const isOne = word?.text.toLowerCase() === 'what' && group?.kind === 'column' && isAdditive(group.ref) && singular(part?.text ?? '') === part?.text
  const isSeveral = word?.text.toLowerCase() === 'which' && group?.kind !== 'time' && isPlural(part)
  return group ? made({ groups: [group], shape: isSeveral ? 'plural' : 'list' }, isOne ? -0.6 : 0.8) : nothing
}

/** Several are asked for: "which agents have the worst win rate". */
export function askedPlural(part: Edge | null | undefined): Made[] {
  const group = groupOf(part)
  const text = part?.text.toLowerCase() ?? ''
  return group && singular(text) !== text ? made({ groups: [group], shape: 'plural' }, 1) : nothing
}

export function sortedBy(part: Edge | null | undefined): Made[] {
  const sense = senseIn(part)
  return sense && sense.of !== 'time'
    ? made({ sorted: sense.end === 'high' ? 'desc' : 'asc', ...(sense.of === 'worth' ? { judged: true as const } : {}) }, 2)
    : nothing
}

export function rankedSelling(sense: Edge | null | undefined, count: Edge | null | undefined, target: Edge | null | undefined): Made[] {
  const [found, of] = [senseIn(sense), groupOf(target)]
  return found && of
    ? made({ rank: { sense: found, count: numberIn(count), target: of, figure: { kind: 'sense', sense: 'pieces', aggregate: null } } }, 2)
    : nothing
}

export function derived(part: Edge | null | undefined, derive: 'share' | 'running' | 'change', bonus: number): Made[] {
  const figure = figureIn(part)
  return figure ? made({ figures: [figure], derive }, bonus) : nothing
}

export function hadTimes(part: Edge | null | undefined): Made[] {
  const bound = payloadOf(part, 'bound')?.bound
  return bound ? made({ having: { figure: { kind: 'sense', sense: 'rows', aggregate: null }, bound } }, 1.5) : nothing
}
