import { joined, partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { beforeShownRows } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { greaterWords, lessWords, noneWords, remarkVerbs } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { numberWords, smallNumbers } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { numberBounds } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { choiceWords, copulas, haveForms, subjectRelatives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { amountComparatives } from '#domain/analyst/lexicon/english/sentences/set-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { plural } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, HavingCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Change } from './adjust.ts'
import { about, show, thatHave, whichOnes } from './remark-parts.ts'

type Comparison = { operator: HavingCondition['operator']; values: number[] }
type Operator = HavingCondition['operator']

const numberCue = new RegExp(
  `^(${whichOnes}|${about}|${anyOf(remarkVerbs)}(?: me)?(?: only| just)? |only )?(?:those |the ones? )?(?:(?:${anyOf(subjectRelatives)} )?${anyOf(haveForms, copulas, ['with'])} )?(${anyOf(numberBounds.keys())})? ?(\\d+(?:\\.\\d+)?|${anyOf(smallNumbers)})( or ${anyOf(amountComparatives)})?( \\w+)?$`,
)
const noneCue = new RegExp(`^(?:${whichOnes}|${about}|${show})?(?:those |the ones? )?(?:${thatHave} )?${anyOf(noneWords)}( \\w+)?(?: at all)?$`)
const endsInNumber = new RegExp(`(?:\\d|${anyOf(smallNumbers, amountComparatives, ['none', 'no'])})$`)
const beforeRows = new RegExp(`^(?:${anyOf(remarkVerbs, choiceWords, beforeShownRows)} ?)*$`)

/** "How about at least 4?": another number or comparison in the only condition on a number, else a condition on the only figure of each group. */
export const otherNumber: Change = (remark, previous, layer, _adds, said) => {
  const text = withoutRows(remark, previous, layer)
  const none = noneCue.exec(text)
  if (none) return isCounted(previous, none[1], layer) ? withNone(previous, layer) : null
  const [, lead, words, digits = '', more, noun] = numberCue.exec(text) ?? []
  if (digits === '') return null
  const value = numberWords.get(digits) ?? Number(digits)
  const operator = more === undefined ? numberBounds.get(words ?? '') : more.includes('more') ? 'greater_or_equal' : 'less_or_equal'
  const [having, ...others] = previous.having
  if (having) return others.length === 0 ? { ...previous, having: [{ ...having, operator: operator ?? having.operator, values: [value] }] } : null
  return (
    withNumber(previous, operator, value * unitOf(previous, said)) ??
    (operator === undefined || !isCounted(previous, noun, layer) ? null : withHaving(previous, { operator, values: [value] }, /^wh/.test(lead ?? '')))
  )
}

/** The remark with "those" in place of the name of the rows that were shown: "only suppliers with at least 3". */
function withoutRows(text: string, { dimensions }: SemanticQuery, layer: Layer): string {
  const label = layer.tables.find(({ name }) => name === dimensions[0]?.table)?.label.toLowerCase()
  if (label === undefined || !endsInNumber.test(text)) return text
  const rows = [plural(label), label].find((words) => text.includes(`${words} `))
  const at = rows === undefined ? -1 : text.indexOf(`${rows} `)
  const isBefore = beforeRows.test(text.slice(0, at))
  return rows === undefined || at < 0 || !isBefore ? text : text.slice(0, at).replace(/(?:the|those|only) $/, '') + text.slice(at).replace(rows, 'those')
}

/** "Which ones have none?": the rows without a row of the table that was counted. */
function withNone({ measures, dimensions, filters, joins }: SemanticQuery, layer: Layer): SemanticQuery | null {
  const [measure, ...others] = measures
  const isCount = measure !== undefined && 'aggregate' in measure && measure.aggregate === 'count'
  const table = isCount ? layer.tables.find(({ name }) => name === measure.table) : undefined
  const key = table?.primaryKey[0] ?? table?.columns[0]?.name
  const owners = new Set(dimensions.map((item) => item.table))
  if (!table || key === undefined || others.length > 0 || owners.size !== 1 || owners.has(table.name)) return null
  const absent: Filter = { not: { table: table.name, column: key, operator: 'is_not_empty', values: [] } }
  const kept = partsOf(filters).filter((part) => !('column' in part && part.operator === 'is_not_empty'))
  return { measures: [], dimensions, filters: joined([...kept, absent]) as Filter, having: [], order: [], distinct: false, joins }
}

/** The query with another number in its only condition on a number. */
function withNumber(previous: SemanticQuery, operator: Operator | undefined, value: number): SemanticQuery | null {
  return withComparison(previous, (item) =>
    typeof item.values[0] === 'number' && item.values.length === 1 && operator !== 'equals'
      ? { ...item, operator: operator ?? item.operator, values: [value] }
      : null,
  )
}

/** By how much the number of the question before was multiplied for its condition: 60,000 for minutes of a column of milliseconds; else 1. */
function unitOf(previous: SemanticQuery, said: string): number {
  const [number, ...others] = [...said.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits))
  let unit = 1
  withComparison(previous, (item) => {
    const [value] = item.values
    if (typeof value === 'number' && number && others.length === 0 && Number.isInteger(value / number)) unit = value / number
    return null
  })
  return unit
}

const ordered = new Set(['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal'])

/** The query with its only comparison (more, less) changed; null where it has several or `change` gives null. */
function withComparison(previous: SemanticQuery, change: (item: FilterCondition) => FilterCondition | null): SemanticQuery | null {
  const parts = partsOf(previous.filters)
  const found = parts.flatMap((part, at) => ('column' in part && ordered.has(part.operator) && !part.values_from && !part.than ? [{ part, at }] : []))
  const [only] = found
  const changed = only && found.length === 1 ? change(only.part) : null
  if (!only || !changed) return null
  const filters: Filter[] = parts.with(only.at, changed)
  return { ...previous, filters: filters.length === 1 ? changed : { and: filters } }
}

/** Whether the noun behind the number names what was counted; true without a noun. */
function isCounted({ measures }: SemanticQuery, noun: string | undefined, layer: Layer): boolean {
  const [measure] = measures.some((item) => !item.hidden) ? measures.filter((item) => !item.hidden) : measures
  if (noun === undefined || !measure || !('table' in measure)) return noun === undefined
  const label = layer.tables.find(({ name }) => name === measure.table)?.label.toLowerCase() ?? ''
  return [label, plural(label)].includes(noun.trim())
}

function withHaving(previous: SemanticQuery, { operator, values }: Comparison, asksWhich: boolean): SemanticQuery | null {
  const [measure, ...others] = previous.measures.filter((item) => !item.hidden)
  if (!measure?.name || others.length > 0 || previous.dimensions.length === 0 || previous.limit !== undefined) return null
  const measures = asksWhich ? previous.measures.map((item) => (item === measure ? { ...item, hidden: true } : item)) : previous.measures
  return { ...previous, measures, having: [{ by: measure.name, operator, values }] }
}

const sideCue = new RegExp(`^(?:${about}|${show})?(?:the ones |those )?(\\w+)(?: that| it| then)?$`)

/** "How about after?" where the condition before was "before": the other direction of the comparison. */
export const otherSide: Change = (text, previous) => {
  const word = sideCue.exec(text)?.[1] ?? ''
  const operator = greaterWords.has(word) ? 'greater_than' : lessWords.has(word) ? 'less_than' : undefined
  if (!operator) return null
  return withComparison(previous, (item) => (item.operator.startsWith(operator.slice(0, 4)) ? null : { ...item, operator }))
}
