import { isFigure, isFlag, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { isCalendarPlace } from '#domain/analyst/lexicon/column-kind.ts'
import { noDivisors, type RatioPart, ratioParts, type TradeRatio } from '#domain/analyst/lexicon/english/business/trade-ratios.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic } from '#domain/semantics/semantic-query.ts'
import { shareThatCameTo } from './came-to.ts'
import { gainsOf } from './gains.ts'

const noDivisor = wordPattern(noDivisors)

/** Whether a number may be divided by: there is so much of it, and not only so high a level. */
export const isDivisor = ({ column }: Ref): boolean => isFigure(column) && !isFlag(column) && !isCalendarPlace(column) && !noDivisor.test(column.label)

/** The only column of a table that holds a part of a ratio; by the surest of its words. */
function columnOfPart(table: LayerTable, part: RatioPart): LayerColumn | null {
  const figures = visible(table).filter((column) => isDivisor({ table, column }))
  for (const word of ratioParts[part]) {
    const found = figures.filter(({ label }) =>
      label
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .includes(word),
    )
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null
  }
  return null
}

const sum = (table: LayerTable, expression: Arithmetic): Figure => ({ kind: 'formula', table, expression, aggregate: 'sum' })
const sumOf = (table: LayerTable, column: LayerColumn): Figure => ({ kind: 'column', ref: { table, column }, aggregate: 'sum' })

/** What a ratio of a trade is in this data; null where it has not the columns, or has a column of that name itself. */
export function ratioIn(layer: Layer, ratio: TradeRatio): Figure | null {
  const figure = figureIn(layer, ratio)
  return figure?.kind === 'ratio' && ratio.isLowGood ? { ...figure, isLowGood: true } : figure
}

function figureIn(layer: Layer, ratio: TradeRatio): Figure | null {
  if (isTold(layer, ratio)) return null
  if (ratio.form === 'came-to') return shareThatCameTo(layer, ratio.of, ratio.per)
  if (ratio.form === 'margin' || ratio.form === 'markup') {
    const gains = gainsOf(layer)
    const below = ratio.form === 'margin' ? gains?.revenue : gains?.cost
    return gains && below ? { kind: 'ratio', numerator: gains.profit, denominator: below, percent: true } : null
  }
  const found = tablesOf(layer).flatMap((table) => {
    const [of, per] = [columnOfPart(table, ratio.of), columnOfPart(table, ratio.per)]
    return of && per && of !== per ? [{ table, of, per }] : []
  })
  const [only, ...others] = found
  if (!only || others.length > 0) return null
  const { table, of, per } = only
  const [above, below]: [Arithmetic, Arithmetic] = [{ column: of.name }, { column: per.name }]
  switch (ratio.form) {
    case 'per':
      return { kind: 'ratio', numerator: sumOf(table, of), denominator: sumOf(table, per) }
    case 'percent':
      return { kind: 'ratio', numerator: sumOf(table, of), denominator: sumOf(table, per), percent: true }
    case 'per-thousand':
      return { kind: 'ratio', numerator: sum(table, { op: '*', left: above, right: { number: 1000 } }), denominator: sumOf(table, per) }
    case 'part-of-both':
      return { kind: 'ratio', numerator: sumOf(table, of), denominator: sum(table, { op: '+', left: above, right: below }), percent: true }
    case 'gain':
      return { kind: 'ratio', numerator: sum(table, { op: '-', left: above, right: below }), denominator: sumOf(table, per), percent: true }
  }
}

/** Whether a column tells the ratio itself. */
function isTold(layer: Layer, { names }: TradeRatio): boolean {
  const said = names.map((name) => wordsOf(name))
  return tablesOf(layer).some((table) =>
    visible(table).some((column) => {
      const words = wordsOf(column.label)
      return isFigure(column) && said.some((name) => name.every((word) => words.includes(word)) && !(name.length === 1 && words.length > 2))
    }),
  )
}
