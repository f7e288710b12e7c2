import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { yesAndNo } from '#domain/analyst/grammar/mentions/flag-values.ts'
import { conditionIn, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { stateLabelWords } from '#domain/analyst/lexicon/english/meanings/state-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { isOfAnswer, rate } from './flag-parts.ts'

type Part = Edge | null | undefined

const more = 'more/less often/likely/frequently'
const others = 'others/rest/everyone/ones/those/people'

/** Whether something becomes of some more often than of others: the share of each. */
export const rateRules: Rule[] = [
  ownRule(
    'such-more-often',
    4,
    `people/those/ones|table who/that/with/on? condition value ${more} than? ${others}?`,
    ([, , such, value], { layer }) => rateBySuch(such, value, layer),
    'do people who work overtime leave more often than the others',
  ),
  ownRule(
    'such-more-likely',
    4,
    `people/those/ones|table who/that/with/on? condition more/less likely to value than? ${others}?`,
    ([, , such, , , , value], { layer }) => rateBySuch(such, value, layer),
    'are people who work overtime more likely to leave than others',
  ),
  ownRule(
    'rate-than',
    4,
    `condition get/gets/got/are/is/be/were? value ${more} than people/those/ones? who/from/with/in/of/on? condition`,
    ([one, , value, , , , , , other]) => comparedRates(one, value, other),
    'do adults get hired more often than those from schools',
  ),
]

/** The column of yes and no that a condition is on. */
function flagOf(part: Part, layer: Layer): Ref | null {
  const condition = conditionIn(part)
  const filter = condition?.kind === 'filter' ? condition.filter : null
  if (!filter || !('column' in filter)) return null
  const table = layer.tables.find(({ name }) => name === filter.table)
  const column = table?.columns.find(({ name }) => name === filter.column)
  return table && column && yesAndNo(column) ? { table, column } : null
}

function rateBySuch(such: Part, value: Part, layer: Layer): Made[] {
  const [ref, figure] = [flagOf(such, layer), isOutcome(value) ? rate(value) : null]
  return ref && figure ? made({ figures: [figure], groups: [{ kind: 'column', ref }] }, 5) : nothing
}

const labels: ReadonlySet<string> = new Set(stateLabelWords)

/** What becomes of rows: a yes, or a state they come to. */
function isOutcome(part: Part): boolean {
  const ref = payloadOf(part, 'value')?.ref
  return isOfAnswer(part) || (ref !== undefined && wordsOf(ref.column.label).some((word) => labels.has(word)))
}

function comparedRates(first: Part, value: Part, second: Part): Made[] {
  const [one, other, figure] = [conditionIn(first), conditionIn(second), isOutcome(value) ? rate(value) : null]
  if (!figure || one?.kind !== 'filter' || other?.kind !== 'filter') return nothing
  return made({ figures: [figure], compared: [one, other] }, 5)
}
