import { wordSet } from '../forms/word-set.ts'

/** Words behind a number that make it an amount of money: "invoices over 10 dollars". */
export const currencies = wordSet(
  'dollar dollars usd buck bucks euro euros eur pound pounds gbp franc francs chf yen jpy rupee rupees inr',
  'krona kronor sek nok dkk peso pesos cent cents',
)
