import { type Debt, debtOf, debtsOf } from '#domain/analyst/grammar/business/debts.ts'
import { moneyFigures } from '#domain/analyst/grammar/facts.ts'
import { groupOf, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Condition, Edge, Figure, Sight } from '#domain/analyst/grammar/terms.ts'
import { collectingVerbs } from '#domain/analyst/lexicon/english/business/debts.ts'
import { anybodyWords } from '#domain/analyst/lexicon/english/meanings/people.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const anyone = [...new Set(anybodyWords)].join('/')

/** What is owed and who owes it. */
export const debtRules: Rule[] = [
  ownRule(
    'how-much-owed',
    4,
    'how much money|column|table? is/are/do/does? still? not? outstanding/owed/owing/open/unpaid/due/overdue/paid in? total? yet?',
    owed,
    'how much is outstanding in total',
  ),
  ownRule('amount-owed', 4, 'outstanding/open/unpaid/overdue amount/balance/money/debt/total/sum', owed, 'outstanding amount by customer'),
  ownRule('how-much-in', 2, 'how much money? in/worth of? table', ([, , , , , table], { layer }) => sumOfRows(table, layer), 'how much in fees is still open'),
  ownRule(
    'bound-in',
    4,
    'with/had/have/has/of? bound in/worth of? table',
    ([, bound, , , table], { layer }) => boundInRows(bound, table, layer),
    'tenants who owe more than 50 in fees',
  ),
  ownRule(
    'how-much-owe',
    4,
    `how much money? do/does table|they/${anyone}? still? owe/owes us/me? in/for? table? in? total?`,
    ([, , , , , , , , , rows], sight) => owedIn(rows, sight),
    'how much do people still owe us',
  ),
  ownRule(
    'still-to-get',
    4,
    `how much money? do/is/are we? still? have/to/need to? ${collectingVerbs.join('/')}/be/come in/back? from/for? table?`,
    ([, , , , , , , , , , rows], sight) => owedIn(rows, sight),
    'how much do we still have to get in from fines',
  ),
  ownRule('owe-money', 3, 'still? owe/owes/owing us/me? money/anything/something', (_, { layer }) => unpaidRows(debtOf(layer)), 'how many adults owe us money'),
  ownRule(
    'who-owes-in',
    4,
    'who still? owes/owe us/me? most in/for? table',
    (parts, sight) => debtors(null, sight, true, parts.at(-1)),
    'who owes us the most in fines',
  ),
  ownRule('who-owes', 4, 'who still? owes/owe us/me? money/anything/something?', (_, sight) => debtors(null, sight), 'who owes us money'),
  ownRule('who-owes-most', 4, 'who still? owes/owe us/me? most', (_, sight) => debtors(null, sight, true), 'who owes us the most'),
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

const isUnpaid = ({ filter, table }: Debt): Condition[] => (filter ? [{ kind: 'filter', filter, tables: [table.name] }] : [])

function owed(parts: Part[], { layer }: Sight): Made[] {
  const debt = debtOf(layer)
  // "How much was paid" asks for the contrary.
  if (!debt || (says(parts, 'paid') && !says(parts, 'not'))) return nothing
  const late: Condition[] = says(parts, 'overdue') && debt.due ? [{ kind: 'overdue', ref: debt.due }] : []
  return says(parts, 'overdue') && late.length === 0 ? nothing : made({ figures: [debt.amount], conditions: [...isUnpaid(debt), ...late] }, 4)
}

/** The debt of some rows, where they are named. */
function debtIn(rows: Part, layer: Layer): Debt | null {
  const table = payloadOf(rows, 'table')?.table
  return table ? (debtsOf(layer).find((debt) => debt.table === table) ?? null) : rows ? null : debtOf(layer)
}

function owedIn(rows: Part, { layer }: Sight): Made[] {
  const debt = debtIn(rows, layer)
  return debt ? made({ figures: [debt.amount], conditions: isUnpaid(debt) }, 5) : nothing
}

const unpaidRows = (debt: Debt | null): Made[] => {
  const [condition] = debt ? isUnpaid(debt) : []
  return condition ? makes({ is: 'condition', condition }, 2) : nothing
}

/** The one amount that each row of a table comes to. */
function amountIn(part: Part, layer: Layer): Figure | null {
  const table = payloadOf(part, 'table')?.table
  return moneyFigures(layer).find((figure) => figure.kind === 'column' && figure.ref.table === table) ?? null
}

/** "How much in fines": what they come to, and not how many there are. */
function sumOfRows(part: Part, layer: Layer): Made[] {
  const figure = amountIn(part, layer)
  return figure ? makes({ is: 'figure', figure }, 3) : nothing
}

function boundInRows(part: Part, table: Part, layer: Layer): Made[] {
  const [limit, figure] = [payloadOf(part, 'bound')?.bound, amountIn(table, layer)]
  return limit && figure ? made({ having: { figure, bound: limit } }, 2.5) : nothing
}

/** Those who owe, with what they owe together, the most first. */
function debtors(asked: Part, { layer }: Sight, isFirst = false, rows: Part = null): Made[] {
  const debt = debtIn(rows, layer)
  const group = asked ? groupOf(asked) : null
  if (!debt || (asked && !group)) return nothing
  const fragment = { figures: [debt.amount], conditions: isUnpaid(debt), sorted: 'desc' as const, ...(isFirst ? { first: 1 } : {}) }
  return made(group ? { ...fragment, groups: [group] } : { ...fragment, shape: 'whose' }, rows ? 7 : isFirst ? 5 : 4)
}
