import type { Aggregate } from '#domain/semantics/semantic-query.ts'
import { wordSet } from '../forms/word-set.ts'

/** Phrases that say how many rows become one figure. */
export const aggregates: Record<string, Aggregate> = {
  average: 'avg',
  mean: 'avg',
  avg: 'avg',
  typical: 'avg',
  median: 'median',
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

/** Words by which another figure of the same column is asked for: "what about the minimum?" */
export const figureAggregates: ReadonlyMap<string, Aggregate> = new Map<string, Aggregate>([
  ...Object.entries(aggregates),
  ['max', 'max'],
  ['largest', 'max'],
  ['min', 'min'],
  ['smallest', 'min'],
])

/** What an owner calls the money the data is about, whatever its column is called. */
export const moneyWords = new Set([
  'revenue',
  'sale',
  'turnover',
  'takings',
  'taking',
  'earnings',
  'earning',
  'income',
  'money',
  'proceeds',
  'cash',
  'intake',
  'billing',
  'invoicing',
  'spend',
  'spending',
  'outlay',
  'volume',
])

/** Verbs of money that comes in: what was spent answers none of them. */
export const earningVerbs = wordSet('earn earns earned make makes made generate generates generated bring brings brought sell sells sold')

/** Money that is there, and not only billed. */
export const receivedNouns = wordSet('cash takings collections receipts payments')

/** Verbs of what goes out for goods. */
export const buyingVerbs = wordSet('buy buys buying bought purchase purchases purchased purchasing order orders ordered ordering')

/** What was spent, as a noun; singular. */
export const spendingNouns = new Set(['spend', 'spending', 'outlay'])

/** Senses of verbs that speak of money. */
export const moneySenses: ReadonlySet<VerbSense> = new Set<VerbSense>(['money', 'billed', 'spend', 'paid', 'refund'])

/** What comes in many amounts, so that the most of it is the highest sum. */
export const flowWords = wordSet('revenue sale sales turnover earning earnings income spending profit expense expenditure')

/** Verbs of business: what they measure of whoever does or has them done. */
export type VerbSense = 'money' | 'billed' | 'spend' | 'paid' | 'refund' | 'pieces' | 'rows' | 'pay' | 'use' | 'cost' | 'worth' | 'output'

/** Verbs by their present, with their past where it is no regular one. */
const verbs: [string, VerbSense[], ...string[]][] = [
  ['sell', ['money', 'pieces'], 'sold'],
  ['earn', ['pay', 'money']],
  ['make', ['pay', 'money'], 'made'],
  ['generate', ['money', 'output']],
  ['produce', ['output']],
  ['yield', ['output']],
  ['deliver', ['output']],
  ['spend', ['spend'], 'spent'],
  ['pay', ['pay', 'paid'], 'paid'],
  ['bill', ['billed']],
  ['charge', ['billed']],
  ['invoice', ['billed']],
  ['close', ['money']],
  ['take in', ['money'], 'took in'],
  ['bring', ['money'], 'brought'],
  ['bring in', ['money'], 'brought in'],
  ['come in', ['money'], 'came in'],
  ['bring us', ['money'], 'brought us'],
  ['turn over', ['money']],
  ['rake in', ['money']],
  ['pull in', ['money']],
  ['get in', ['money'], 'got in'],
  ['collect', ['money']],
  ['gross', ['money']],
  ['refund', ['refund']],
  ['reimburse', ['refund']],
  ['pay back', ['refund'], 'paid back'],
  ['give back', ['refund'], 'gave back'],
  ['cost', ['cost'], 'cost'],
  ['order', ['rows']],
  ['buy', ['rows', 'money'], 'bought'],
  ['purchase', ['rows', 'money']],
  ['use', ['use']],
  ['consume', ['use']],
]

/** "Brings in", "billed", "generating". */
function formsOf([said, , past]: (typeof verbs)[number]): string[] {
  const [word = '', ...rest] = said.split(' ')
  const stem = word.replace(/e$/, '')
  const ends = [word, `${word}s`, `${stem}ing`, ...(past === undefined ? [`${stem}ed`] : [])]
  return [...ends.map((form) => [form, ...rest].join(' ')), ...(past === undefined ? [] : [past])]
}

/** Verbs of business: what they measure of whoever does or has them done. "Ordered" may count pieces too. */
export const businessVerbs: Record<string, VerbSense[]> = {
  ...Object.fromEntries(verbs.flatMap((verb) => formsOf(verb).map((form) => [form, verb[1]]))),
  ordered: ['pieces', 'rows'],
  worth: ['worth'],
}

/** Words of labels by which a column holds what a verb speaks of. */
export const senseLabels: Partial<Record<VerbSense, string[]>> = {
  pay: ['salary', 'wage', 'pay', 'compensation', 'income'],
  use: ['usage', 'consumption', 'use', 'energy', 'kwh'],
  cost: ['cost', 'expense', 'expenditure', 'fee', 'charge'],
  worth: ['value', 'worth', 'price'],
  refund: ['refund', 'refunded', 'reimbursement', 'reimbursed'],
  output: ['production', 'output', 'yield', 'generation', 'produced', 'generated', 'kwh', 'mwh', 'tonnage'],
}

/** People call the same quantity by several words; only for words no label, synonym or value of the data claims. */
export const kinWords: string[][] = [
  ['weekday', 'day of week', 'day of the week'],
  ['energy', 'power', 'electricity', 'consumption', 'usage', 'use', 'kwh'],
  ['salary', 'pay', 'wage', 'compensation', 'earnings'],
  ['bonus', 'bonuses'],
  ['deal', 'opportunity', 'lead', 'pipeline'],
  ['booking', 'reservation', 'stay'],
  ['arrival', 'check in'],
  ['departure', 'check out'],
  ['order', 'sale', 'purchase'],
  ['visit', 'encounter', 'appointment', 'admission', 'stay'],
  ['diagnosis', 'condition', 'illness', 'disease'],
  ['prescription', 'medication', 'drug', 'medicine'],
  ['insurer', 'payer', 'insurance', 'insurance company'],
  ['match', 'game', 'result', 'fixture'],
  ['goal', 'goalscorer'],
  ['employee', 'people', 'person', 'staff', 'colleague', 'headcount', 'worker', 'team member'],
  ['customer', 'client', 'account', 'buyer'],
  ['candidate', 'applicant', 'jobseeker'],
  ['agent', 'rep', 'salesperson', 'seller'],
  ['hospital', 'practice', 'clinic', 'organization', 'provider'],
  ['office', 'branch', 'region'],
  ['tournament', 'competition', 'cup', 'league'],
  ['shop', 'store', 'branch', 'outlet'],
  ['product', 'item', 'article', 'good'],
  ['hire', 'hiring', 'join', 'joined', 'hired', 'start', 'started'],
  ['signup', 'sign up', 'signed', 'joined', 'registered', 'registration'],
  ['exit', 'leave', 'left', 'departure', 'termination', 'quit', 'resigned', 'churned', 'cancelled', 'canceled'],
  ['co2', 'carbon', 'emission'],
  ['title', 'role', 'position', 'job'],
  ['session', 'visit', 'web visit', 'site visit', 'traffic'],
  ['pageview', 'page view', 'page'],
  ['coupon', 'voucher', 'promo', 'promotion', 'promo code', 'discount code'],
  ['refund', 'return', 'reimbursement'],
  ['team', 'club', 'side', 'squad', 'constructor', 'franchise'],
  ['make', 'brand', 'manufacturer', 'marque'],
]
