import { isFigure, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { groupOf, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Bound, Condition, Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { capacityLabels, heldNouns, holdingVerbs } from '#domain/analyst/lexicon/english/business/capacities.ts'

type Part = Edge | null | undefined

const verbs = holdingVerbs.join('/')
const nouns = heldNouns.join('/')

/** What has room for so many. */
export const capacityRules: Rule[] = [
  ownRule(
    'room-for-number',
    4,
    `which/what? table can/could/would/will? ${verbs} number ${nouns}? or? more?`,
    ([asked, table, , , number]) => holding(asked, table, { operator: 'greater_or_equal', value: payloadOf(number, 'number')?.value ?? 0 }),
    'which boats can carry six people or more',
  ),
  ownRule(
    'room-for-bound',
    4,
    `which/what? table can/could/would/will? ${verbs} bound ${nouns}?`,
    ([asked, table, , , bound]) => holding(asked, table, payloadOf(bound, 'bound')?.bound ?? null),
    'boats that seat more than six people',
  ),
]

/** The one column of a table that tells how many there is room for. */
function capacityOf(part: Part): Ref | null {
  const table = payloadOf(part, 'table')?.table
  const found = table ? visible(table).filter((column) => isFigure(column) && wordsOf(column.label).some((word) => capacityLabels.has(word))) : []
  const [only, ...others] = found
  return table && only && others.length === 0 ? { table, column: only } : null
}

function holding(asked: Part, part: Part, bound: Bound | null): Made[] {
  const [ref, group] = [capacityOf(part), groupOf(part)]
  if (!ref || !group || !bound || bound.value <= 0) return nothing
  const filter = { table: ref.table.name, column: ref.column.name, operator: bound.operator, values: [bound.value] }
  const condition: Condition = { kind: 'filter', filter, tables: [ref.table.name] }
  return made({ groups: [group], conditions: [condition], shape: 'list' }, asked ? 5 : 4)
}
