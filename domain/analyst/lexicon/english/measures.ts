import type { Aggregate } from '#domain/semantics/semantic-query.ts'

/** Phrases that say how many rows become one figure. */
export const aggregates: Record<string, Aggregate> = {
  average: 'avg',
  mean: 'avg',
  avg: 'avg',
  typical: 'avg',
  total: 'sum',
  sum: 'sum',
  combined: 'sum',
  overall: 'sum',
  'total amount': 'sum',
  'in total': 'sum',
  altogether: 'sum',
  'all together': 'sum',
  maximum: 'max',
  highest: 'max',
  peak: 'max',
  minimum: 'min',
  lowest: 'min',
}

/** What an owner calls the money the data is about, whatever its column is called. */
export const moneyWords = new Set(['revenue', 'sale', 'turnover', 'takings', 'earnings', 'income', 'money', 'proceeds', 'spend', 'spending', 'volume'])

/** Verbs of business: what they measure of whoever does or has them done. */
export type VerbSense = 'money' | 'pieces' | 'rows' | 'pay' | 'use'
export const businessVerbs: Record<string, VerbSense[]> = {
  sell: ['money', 'pieces'],
  sold: ['money', 'pieces'],
  sells: ['money', 'pieces'],
  selling: ['money', 'pieces'],
  earn: ['pay', 'money'],
  earns: ['pay', 'money'],
  earned: ['pay', 'money'],
  make: ['pay', 'money'],
  makes: ['pay', 'money'],
  made: ['pay', 'money'],
  generate: ['money'],
  generates: ['money'],
  generated: ['money'],
  spend: ['money'],
  spends: ['money'],
  spent: ['money'],
  pay: ['pay', 'money'],
  pays: ['pay', 'money'],
  paid: ['pay', 'money'],
  close: ['money'],
  closed: ['money'],
  'take in': ['money'],
  'bring in': ['money'],
  'brings in': ['money'],
  'brought in': ['money'],
  'bring us': ['money'],
  order: ['rows'],
  orders: ['rows'],
  ordered: ['pieces', 'rows'],
  buy: ['rows', 'money'],
  buys: ['rows', 'money'],
  bought: ['rows', 'money'],
  use: ['use'],
  uses: ['use'],
  used: ['use'],
  consume: ['use'],
  consumes: ['use'],
  consumed: ['use'],
}

/** Words of labels by which a column holds what people are paid, and what is used up. */
export const payLabels = ['salary', 'wage', 'pay', 'compensation', 'income']
export const useLabels = ['usage', 'consumption', 'use', 'energy', 'kwh']

/** People call the same quantity by several words; only for words no label, synonym or value of the data claims. */
export const kinWords: string[][] = [
  ['weekday', 'day of week', 'day of the week'],
  ['energy', 'power', 'electricity', 'consumption', 'usage', 'use', 'kwh'],
  ['salary', 'pay', 'wage', 'compensation', 'earnings'],
  ['bonus', 'bonuses'],
  ['deal', 'opportunity', 'lead', 'pipeline'],
  ['visit', 'encounter', 'appointment', 'admission', 'stay'],
  ['diagnosis', 'condition', 'illness', 'disease'],
  ['prescription', 'medication', 'drug', 'medicine'],
  ['insurer', 'payer', 'insurance', 'insurance company'],
  ['match', 'game', 'result', 'fixture'],
  ['goal', 'goalscorer'],
  ['employee', 'people', 'person', 'staff', 'colleague', 'headcount', 'worker', 'team member'],
  ['customer', 'client', 'account', 'buyer'],
  ['agent', 'rep', 'salesperson', 'seller'],
  ['hospital', 'practice', 'clinic', 'organization', 'provider'],
  ['office', 'branch', 'region'],
  ['tournament', 'competition', 'cup', 'league'],
  ['shop', 'store', 'branch', 'outlet'],
  ['product', 'item', 'article', 'good'],
  ['hire', 'hiring', 'join', 'joined', 'hired', 'start', 'started'],
  ['exit', 'leave', 'left', 'departure', 'termination'],
  ['co2', 'carbon', 'emission'],
  ['title', 'role', 'position', 'job'],
]
