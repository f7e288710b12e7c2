import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

/** Units and counts in the label of a column whose total is no money: total hours, total distance. */
export const unitsOfOther = wordSet(
  'hour minute second day week month distance km mile kg weight point score visit employee passenger seat year count number stock quantity',
)

/** Labels of the money that data is about, the surest first. */
export const revenueLabels = wordList('revenue sales turnover')
export const revenueEnds = wordList('amount value total')
export const documentNouns = wordList('order invoice close deal line transaction payment')
export const wholeLabels = phraseList('total;amount;value;amount paid;total spent;total amount;grand total')
export const amountLabels = wordList('amount total value spent')
export const costLabels = wordList('cost claim payment fee fare price')

/** What is charged beside the goods. */
export const besideGoodsLabels = wordList('freight shipping postage tax taxes vat duty tip tips gratuity surcharge')

/** What is asked for on a bill, and what came of it. */
export const billedLabels = wordList('due billed invoiced charged')
export const receivedLabels = wordList('paid received collected')
export const leftLabels = wordList('outstanding open overdue balance discount')

/** Words in labels of tables whose rows cost money and bring none. */
export const spentOn = wordList(
  'maintenance maintenances repair repairs expense expenses supply supplies procurement salary salaries payroll cost costs delivery deliveries',
)

/** Money that goes out, whatever comes in. */
export const outlayLabels = wordList('cost costs expense expenses expenditure expenditures spend spending')

/** Tables of money that was received for what other tables tell of. */
export const paymentNouns = wordList('payment settlement remittance')

/** Those from whom the owner of the data buys. */
export const supplierNouns = wordList('supplier vendor creditor wholesaler subcontractor')

/** What buying is called, before what it comes to: "purchasing spend". */
export const buyingNouns = wordList('purchasing purchase purchases procurement procured buying sourcing supplier suppliers vendor vendors')

/** Businesses that trade with the owner of the data: the biggest of them are those of most money. */
export const moneyParties = wordList('supplier vendor account partner sponsor advertiser donor')

/** Labels of money that came in when a deal was closed, and tables of what brings money in. */
export const closedLabels = wordList('close closed won sale income')
export const earnedNouns = wordList('deal opportunity sale pipeline')

/** Plurals of money: a total of anything else that has a plural is a count. */
export const moneyPlurals = wordSet(
  'sales charges costs fees fares earnings proceeds payments expenses bills dues taxes prices amounts dollars euros pounds receipts premiums donations wages salaries',
)

/** Labels of what somebody earns for a living: no money of a business that knows them. */
export const livelihoodLabels = wordList('income salary salaries wage wages pay compensation wealth worth')

/** Tables and dates of what is offered, of which nobody knows whether it was sold. */
export const offeredNouns = wordList('listing ad ads advert catalog catalogue inventory stock product item menu offer offering price pricelist tariff asset')
export const offeredDates = wordList(
  'listed listing launched launch posted published release released added updated created valid available scraped crawled retrieved built expiry expires',
)

/** Rows that are called so are amounts of money themselves. Singular. */
export const amountNouns = wordSet('tip gratuity donation pledge contribution commission fee fine bonus expense royalty dividend premium grant toll surcharge')

/** Tables of those whom the owner of the data buys from, and words for those who buy of the owner. */
export const delivererLabels = wordList('supplier vendor wholesaler distributor manufacturer contractor subcontractor grower')
export const ownPayerLabels = wordList('customer client shopper member guest patient donor tenant')

/** Tables of what was offered for a price, which nobody has agreed to yet. */
export const quoteLabels = wordList('quote quotation estimate proposal offer bid tender')

/** Words of labels of what is told in percent, and of what is let off. */
export const percentLabels = wordList('pct percent percentage perc')
export const discountKinds = wordList('rate pct percent percentage')

/** Verbs of those who sell, and not of those who buy. */
export const sellingVerbs = wordList('sell sells sold selling closed')
