import { Budget, BudgetChange, budgetQueries, createBudget, deleteBudget, getBudget, listBudgets, NewBudget, updateBudget } from '#domain/catalog/budgets.ts'
import { resourceRoutes } from '#http/resource-routes.ts'
import { createRouter } from '#http/router.ts'

const access = { who: 'admin' } as const

export const budgets = resourceRoutes(createRouter(), {
  path: '/budgets',
  id: ['budget_id', 'bud'],
  item: Budget,
  list: {
    of: 'budgets',
    answers: 'What users, groups, keys and everyone may use',
    access,
    query: budgetQueries.list,
    page: budgetQueries.page,
    run: listBudgets,
  },
  create: { summary: 'Limit what questions may use', access, body: NewBudget, fails: ['already_exists', 'not_found'], run: createBudget },
  read: { summary: 'Read a budget', access, run: getBudget },
  change: { summary: 'Change a budget', access, body: BudgetChange, run: updateBudget },
  remove: { summary: 'Lift a budget', access, run: deleteBudget },
})
