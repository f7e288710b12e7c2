import { phraseList, wordList } from '../forms/word-set.ts'

/** Kinds of amounts that trades put in relation, by the words of the labels of their columns, the surest first. */
export const ratioParts = {
  spent: wordList('cost costs spend spending expense expenses expenditure'),
  earned: wordList('revenue sales turnover income takings'),
  impressions: wordList('impressions impression views'),
  clicks: wordList('clicks click'),
  conversions: wordList('conversions conversion acquisitions signups installs purchases'),
  rejected: wordList('rejected rejects reject defective defects defect faulty scrapped scrap'),
  accepted: wordList('completed accepted passed good'),
  inspected: wordList('inspected produced made total'),
  opens: wordList('opens opened'),
  sent: wordList('sent deliveries delivered'),
  shipped: wordList('shipped delivered fulfilled'),
  ordered: wordList('ordered requested demanded'),
  occupied: wordList('occupied booked sold filled attendance'),
  capacity: wordList('capacity available'),
  used: wordList('used busy productive billable'),
  usable: wordList('available planned capacity'),
} as const

export type RatioPart = keyof typeof ratioParts

/**
 * How two sums are put in relation: `of / per`, the same of a thousand, in percent, a part of both together, what is left of one by the other (`of - per`) over
 * that other.
 */
export type RatioForm = 'per' | 'per-thousand' | 'percent' | 'part-of-both' | 'gain'

/** A ratio that a trade has a name for. `isLowGood` where the best is the lowest; `margin` and `markup` are what is left over what comes in, and over what it cost. */
export type TradeRatio = { names: readonly string[]; isLowGood?: true } & (
  | { form: RatioForm; of: RatioPart; per: RatioPart }
  | { form: 'margin' }
  | { form: 'markup' }
  /** The share of rows of one table that have a row of another. */
  | { form: 'came-to'; of: CameTo; per: CameFrom }
)

/** Rows that may come to something, and what they come to, by the last word of their tables' labels. Singular. */
export const cameFrom = {
  visits: wordList(
    'session visit visitor lead enquiry inquiry quote quotation estimate trial prospect viewing demo consultation click opportunity offer proposal application',
  ),
  sold: wordList('item line detail position order sale purchase invoice booking rental shipment transaction delivery ticket'),
} as const
export const cameTo = {
  deals: wordList(
    'order sale purchase booking reservation deal subscription contract enrollment enrolment policy placement hire checkout conversion tenancy membership signup',
  ),
  returns: wordList('return refund'),
  complaints: wordList('complaint claim'),
} as const
export type CameFrom = keyof typeof cameFrom
export type CameTo = keyof typeof cameTo

/** Of several with one name, the first whose columns there are is meant. */
export const tradeRatios: readonly TradeRatio[] = [
  { names: phraseList('ctr;click through rate;clickthrough rate;click rate'), form: 'percent', of: 'clicks', per: 'impressions' },
  { names: phraseList('cpc;cost per click;price per click'), form: 'per', of: 'spent', per: 'clicks', isLowGood: true },
  { names: phraseList('cpm;cost per mille;cost per thousand impressions'), form: 'per-thousand', of: 'spent', per: 'impressions', isLowGood: true },
  {
    names: phraseList('cpa;cpo;cost per acquisition;cost per conversion;cost per action;acquisition cost;customer acquisition cost;cac'),
    form: 'per',
    of: 'spent',
    per: 'conversions',
    isLowGood: true,
  },
  { names: phraseList('roas;return on ad spend;return on advertising spend'), form: 'per', of: 'earned', per: 'spent' },
  { names: phraseList('roi;return on investment'), form: 'gain', of: 'earned', per: 'spent' },
  { names: phraseList('conversion rate;cvr'), form: 'percent', of: 'conversions', per: 'clicks' },
  { names: phraseList('conversion rate;cvr;conversion;conversions;converts;convert;converted;converting'), form: 'came-to', of: 'deals', per: 'visits' },
  { names: phraseList('return rate;refund rate;rate of returns;rate of refunds;returns rate'), form: 'came-to', of: 'returns', per: 'sold', isLowGood: true },
  { names: phraseList('complaint rate;claim rate;claims rate;complaints rate'), form: 'came-to', of: 'complaints', per: 'sold', isLowGood: true },
  { names: phraseList('open rate'), form: 'percent', of: 'opens', per: 'sent' },
  ...(['accepted', 'inspected'] as const).map(
    (per): TradeRatio => ({
      names: phraseList('reject rate;rejection rate;defect rate;scrap rate;failure rate;share of rejects'),
      form: per === 'accepted' ? 'part-of-both' : 'percent',
      of: 'rejected',
      per,
      isLowGood: true,
    }),
  ),
  { names: phraseList('yield;yield rate;first pass yield'), form: 'part-of-both', of: 'accepted', per: 'rejected' },
  { names: phraseList('fill rate;fulfilment rate;fulfillment rate'), form: 'percent', of: 'shipped', per: 'ordered' },
  { names: phraseList('occupancy;occupancy rate'), form: 'percent', of: 'occupied', per: 'capacity' },
  { names: phraseList('utilisation;utilization;utilisation rate;utilization rate'), form: 'percent', of: 'used', per: 'usable' },
  { names: phraseList('margin;margins;gross margin;profit margin;margin percentage;gross profit margin;profitability'), form: 'margin' },
  { names: phraseList('markup;mark up'), form: 'markup' },
]

/** "Is a click cheaper on mobile": adjectives of what something costs, and which end of it they mean. */
export const cheaperWords = wordList('cheaper dearer pricier costlier')

/** What one of something costs, in labels: "buy price". */
export const unitCosts = phraseList(
  'unit cost;cost price;buy price;buying price;purchase price;purchase cost;standard cost;std cost;wholesale price;production cost;cost per unit;landed cost;cost',
)

/** What one of something is sold for, in labels. */
export const sellingPrices = phraseList('price;unit price;sale price;sales price;selling price;list price;retail price;msrp;rrp')

/** Words of labels of numbers that nothing is divided by. */
export const noDivisors = wordList(
  'rate ratio percent percentage factor age temperature temp price year index average avg score rating latitude longitude code zip phone discount level rank',
)

/** Units that something is counted in, with the words for them in labels and questions. */
export const perUnits: readonly (readonly string[])[] = [
  'kg kgs kilo kilos kilogram kilograms',
  'tonne tonnes ton tons',
  'lb lbs pound pounds',
  'mile miles mi',
  'km kms kilometre kilometres kilometer kilometers',
  'sqm m2',
  'sqft',
  'litre litres liter liters',
  'gallon gallons',
  'kwh',
  'minute minutes min mins',
  'hour hours hr hrs',
].map(wordList)
