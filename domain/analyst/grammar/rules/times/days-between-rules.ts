import { belongsTo } from '#domain/analyst/grammar/facts.ts'
import { made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { perUnit, spanUnits } from '#domain/analyst/lexicon/english/times/time-units.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Arithmetic } from '#domain/semantics/semantic-query.ts'

type Part = Edge | null | undefined

const units = spanUnits.join('/')
const begun = 'after/from/since'

/** The time from what one table tells of to what came of it, which another tells. */
export const daysBetweenRules: Rule[] = [
  ownRule(
    'days-after',
    4,
    `how long/many ${units}? aggregate? ${begun} table aggregate? table`,
    ([, how, unit, one, , from, other, to], { layer }) => between(how, unit, from, to, one ?? other, layer),
    'how many days after the quote does the order come in',
  ),
  ownRule(
    'days-from-to',
    4,
    `aggregate? how? many/long/number/time? of? ${units}? pass/passed/go/lie? between/from table and/to/until table`,
    ([one, , how, , unit, , , from, , to], { layer }) => between(unit ? null : how, unit, from, to, one, layer),
    'average days between quote and order',
  ),
]

function between(how: Part, unit: Part, first: Part, second: Part, aggregate: Part, layer: Layer): Made[] {
  const [from, to] = [dateOf(first), dateOf(second)]
  const isLength = unit || /^(?:long|time)$/i.test(how?.text ?? '')
  if (!from || !to || !isLength || from.table === to.table || !belongsTo(layer, to.table, from.table)) return nothing
  const said = perUnit(unit?.text ?? 'day')
  const length: Arithmetic = {
    duration: { from: { column: from.column.name, table: from.table.name }, to: { column: to.column.name }, unit: said.unit },
  }
  const expression: Arithmetic = said.each === 1 ? length : { op: '/', left: length, right: { number: said.each } }
  const figure: Figure = { kind: 'formula', table: to.table, expression, aggregate: payloadOf(aggregate, 'aggregate')?.aggregate ?? 'avg' }
  return made({ figures: [figure] }, 6)
}

function dateOf(part: Part): Ref | null {
  const table = payloadOf(part, 'table')?.table
  const column = table && defaultDate(table)
  return column ? { table, column } : null
}
