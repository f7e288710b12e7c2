import { timeColumns } from '#domain/analyst/grammar/facts.ts'
import { eventColumn } from '#domain/analyst/grammar/happenings/moments.ts'
import { endingDate, expiryDate } from '#domain/analyst/grammar/label-patterns.ts'
import type { Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { moneySenses } from '#domain/analyst/lexicon/english/business/measures.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { conditionIn, counted, figureIn, fragment, had, made } from './clause-fragments.ts'
import { type Made, makes, nothing, payloadOf } from './rule.ts'

type Part = Edge | null | undefined

/** A verb or noun of what happens once stands for rows whose date of it is known. */
export function happened(part: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  const stem = part?.text.toLowerCase().replace(/(?<=[^s])s$/, '') ?? ''
  return ref && eventColumn(ref, stem) ? makes({ is: 'condition', condition: { kind: 'event', ref } }, 0.4) : nothing
}

export const stillOpen = (): Made[] => makes({ is: 'condition', condition: { kind: 'open' } }, 2)

/** The one date on which something comes to its end, past or to come. */
export function ending(layer: Layer, isOver = false): Made[] {
  const ends = layer.tables.flatMap((table) =>
    table.isHidden ? [] : timeColumns(table).flatMap((column) => (endingDate.test(column.label) || expiryDate.test(column.label) ? [{ table, column }] : [])),
  )
  const expiring = ends.filter(({ column }) => expiryDate.test(column.label))
  const [only, ...others] = expiring.length > 0 ? expiring : ends
  return only && others.length === 0 ? makes({ is: 'condition', condition: { kind: isOver ? 'overdue' : 'event', ref: only } }, isOver ? 2.5 : 1.5) : nothing
}

export function portionOf(part: Part, bonus: number): Made[] {
  const figure = figureIn(part)
  return figure ? made({ portion: figure }, bonus) : nothing
}

/** "Sell", "ordered": of things that are sold it asks for pieces. */
export function soldApart([verb]: (Edge | null)[]): Made[] {
  const sense = payloadOf(verb, 'verb')?.sense
  return sense === 'pieces' ? made({ shape: 'sold' }, -0.6) : nothing
}

export function hadSuch(bound: Part, condition: Part, part: Part): Made[] {
  const [limit, that, figure] = [payloadOf(bound, 'bound')?.bound, conditionIn(condition), figureIn(part)]
  if (!limit || !figure || that?.kind !== 'filter') return nothing
  return made({ having: { figure: { ...figure, filters: [that.filter] } as Figure, bound: limit } }, 1.5)
}

export function verbBound(verb: Part, bound: Part, of?: Part): Made[] {
  const [sense, limit] = [payloadOf(verb, 'verb')?.sense, payloadOf(bound, 'bound')]
  if (!sense || !limit) return nothing
  const isMoney = moneySenses.has(sense)
  // "Sold more than 40 of" speaks of pieces.
  if ((of && (isMoney || limit.isMoney)) || saysTimes(bound)) return nothing
  const isFew = sense === 'pieces' && !limit.isMoney && limit.bound.value < leastTakings
  return made({ having: { figure: { kind: 'sense', sense, aggregate: null }, bound: limit.bound } }, of || isFew ? 1.4 : 1)
}

/** "More than once" bounds how often something was done. */
export const saysTimes = (bound: Part): boolean => payloadOf(bound, 'bound')?.isTimes === true

/** Fewer than so many are pieces where nothing says they are money. */
const leastTakings = 1000

/** "Revenue over 500": of a figure that several rows make up; a column over so much is a condition on its rows. */
export function figureBound(bound: Part, part: Part): Made[] {
  const figure = figureIn(part)
  const isTogether =
    figure !== null && (figure.kind === 'sense' || figure.kind === 'named' || figure.kind === 'ratio' || (figure.kind === 'rows' && figure.isCounted))
  return isTogether ? had(bound, part) : nothing
}

/** "More than 500 in total": of money, where nothing else is named. */
export function moneyBound(bound: Part): Made[] {
  const limit = payloadOf(bound, 'bound')?.bound
  return limit ? made({ having: { figure: { kind: 'sense', sense: 'money', aggregate: null }, bound: limit } }, 1.5) : nothing
}

/** Rows of what the question asks for that have none of a table. */
export function lacking(condition: Part, part: Part): Made[] {
  const table = payloadOf(part, 'table')?.table
  const that = conditionIn(condition)
  if (!table || (condition && that?.kind !== 'filter')) return nothing
  return made({ lacking: { of: table, filter: that?.kind === 'filter' ? that.filter : null } }, 3)
}

/** Periods that have no row of a kind: "days without maximum load". */
export function lackingSuch(condition: Part): Made[] {
  const that = conditionIn(condition)
  return that?.kind === 'filter' ? made({ lacking: { of: null, filter: that.filter } }, 2.6) : nothing
}

export function lackingVerb(verb: Part): Made[] {
  const sense = payloadOf(verb, 'verb')?.sense
  return sense === 'rows' || sense === 'pieces' || (sense && moneySenses.has(sense))
    ? made({ lacking: { of: null, filter: null, said: verb?.text.toLowerCase() ?? '' } }, 3)
    : nothing
}

/** "How many urgent tickets", "how many of Kane's goals". */
export function countedSuch(condition: Part, part: Part): Made[] {
  const that = conditionIn(condition)
  return that
    ? counted(part).map((item) => (item.payload.is === 'fragment' ? { ...item, payload: fragment({ ...item.payload.fragment, conditions: [that] }) } : item))
    : nothing
}
