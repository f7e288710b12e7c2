import { type Debt, debtOf } from '#domain/analyst/grammar/business/debts.ts'
import type { Condition, Edge, Sight } from '#domain/analyst/grammar/terms.ts'
import { groupOf, made } from './clause-fragments.ts'
import { type Made, nothing, ownRule, type Rule } from './rule.ts'

type Part = Edge | null | undefined

/** What is owed and who owes it. */
export const debtRules: Rule[] = [
  ownRule(
    'how-much-owed',
    4,
    'how much money|column? is/are/do/does? still? not? outstanding/owed/owing/open/unpaid/due/overdue/paid in? total? yet?',
    owed,
    'how much is outstanding in total',
  ),
  ownRule('amount-owed', 4, 'outstanding/open/unpaid/overdue amount/balance/money/debt/total/sum', owed, 'outstanding amount by customer'),
  ownRule('who-owes', 4, 'who still? owes/owe us/me? money/anything/something/most?', (_, sight) => debtors(null, sight), 'who owes us money'),
  ownRule('who-must-pay', 4, 'who still? has/have to pay us/me? money/anything/something?', (_, sight) => debtors(null, sight), 'who still has to pay'),
  ownRule('who-not-paid', 4, "who hasn't/haven't paid us/me? yet?", (_, sight) => debtors(null, sight), "who hasn't paid yet"),
  ownRule(
    'which-owe',
    4,
    'which/what? table|column still? owe/owes us/me? money/anything/something/most?',
    ([, asked], sight) => debtors(asked, sight),
    'which customers owe us money',
  ),
]

const says = (parts: Part[], word: string): boolean => parts.some((part) => part?.text.toLowerCase() === word)

const isUnpaid = ({ filter, table }: Debt): Condition => ({ kind: 'filter', filter, tables: [table.name] })

function owed(parts: Part[], { layer }: Sight): Made[] {
  const debt = debtOf(layer)
  // "How much was paid" asks for the contrary.
  if (!debt || (says(parts, 'paid') && !says(parts, 'not'))) return nothing
  const late: Condition[] = says(parts, 'overdue') && debt.due ? [{ kind: 'overdue', ref: debt.due }] : []
  return says(parts, 'overdue') && late.length === 0 ? nothing : made({ figures: [debt.amount], conditions: [isUnpaid(debt), ...late] }, 4)
}

/** Those who owe, with what they owe together, the most first. */
function debtors(asked: Part, { layer }: Sight): Made[] {
  const debt = debtOf(layer)
  const group = asked ? groupOf(asked) : null
  if (!debt || (asked && !group)) return nothing
  const fragment = { figures: [debt.amount], conditions: [isUnpaid(debt)], sorted: 'desc' as const }
  return made(group ? { ...fragment, groups: [group] } : { ...fragment, shape: 'whose' }, 4)
}
