import { conditionIn, figureIn, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

type Part = Edge | null | undefined

const share = 'percent/percentage/share/proportion/fraction'

/** Parts of a whole that is itself a part, and one figure in percent of another. */
export const shareRules: Rule[] = [
  ownRule(
    'share-among-such',
    4,
    `what/which? ${share} of all? condition table|column who/that/which? is/are/was/were/did/do/does? condition`,
    ([, , , , whole, rows, , , such]) => shareOfSuch(whole, rows, such),
    'what share of our German customers has a discount card',
  ),
  ownRule(
    'how-many-percent-of-such',
    4,
    `how many ${share} of all? condition? table|column is/are/was/were/did/do/does? condition`,
    ([, , , , , whole, rows, , such]) => shareOfSuch(whole, rows, such),
    'how many percent of customers have a discount card',
  ),
  ownRule(
    'in-percent-of',
    3,
    `figure ,? in/as a? ${share} of figure`,
    ([part, , , , , , whole]) => percentOf(part, whole),
    'refunds as a percentage of revenue',
  ),
]

/** What is said before the noun limits the whole, and what is said behind it the part. */
function shareOfSuch(whole: Part, rows: Part, such: Part): Made[] {
  const table = payloadOf(rows, 'table')?.table
  const [base, that] = [conditionIn(whole), conditionIn(such)]
  if (!table || that?.kind !== 'filter' || (whole && base?.kind !== 'filter')) return nothing
  if (base?.kind === 'filter' && columnOf(base.filter) === columnOf(that.filter)) return nothing
  return made({ part: { figure: { kind: 'rows', table }, conditions: [that] }, ...(base ? { conditions: [base] } : {}) }, 4)
}

const columnOf = (filter: Filter): string => ('column' in filter ? `${filter.table}.${filter.column}` : JSON.stringify(filter))

const isAmount = (figure: Figure): boolean => figure.kind === 'sense' || figure.kind === 'formula' || figure.kind === 'named' || figure.kind === 'column'

/** Amounts of one sort only: rows are no part of money. */
function percentOf(part: Part, whole: Part): Made[] {
  const [of, in_] = [figureIn(part), figureIn(whole)]
  if (!of || !in_ || isAmount(of) !== isAmount(in_) || of.kind === 'ratio' || in_.kind === 'ratio') return nothing
  return makes({ is: 'figure', figure: { kind: 'ratio', numerator: of, denominator: in_, percent: true } }, 3)
}
