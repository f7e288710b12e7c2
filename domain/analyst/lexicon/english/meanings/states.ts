import { wordSet } from '../forms/word-set.ts'

/** Labels of columns that tell what state a row is in. */
export const stateLabels = wordSet('status state stage')

/** Values of such a column that people take for granted: only what was paid is income, and only who is still there is a customer. */
export const settledStates = wordSet('paid active completed complete done delivered fulfilled confirmed approved settled succeeded success shipped current')

/** Values for what is still to be done or paid. */
export const unsettledStates = wordSet('open pending unpaid outstanding overdue due unsettled invoiced')

/** Words of a question for what is still to be paid. */
export const debtWords = wordSet('owe owes owed owing outstanding unpaid unsettled overdue debt debts arrears')

/** The word in the label of a column that is empty, or says no, as long as something is not paid. */
export const paidLabels = wordSet('paid payment settled')
