import { wordList, wordSet } from '../forms/word-set.ts'

/** Words of labels of amounts that are still due, of what was billed, and of how much of it was paid. Singular. */
export const owedLabels = wordSet('outstanding balance owed owing unpaid arrears remaining')
export const billedLabels = wordSet('due billed invoiced payable owed')
export const paidAmountLabels = wordSet('paid received settled')

/** What is paid by is no amount. */
export const noAmountLabels = wordSet('method day date late count number status by')

/** Words of labels of answers to whether something was paid. */
export const paidFlagLabels = wordSet('paid settled')

/** Getting what is owed. */
export const collectingVerbs = wordList('get collect receive recover claim')
