import { currencies } from '#domain/analyst/lexicon/english/business/currencies.ts'
import {
  amountLabels,
  costLabels,
  documentNouns,
  outlayLabels,
  paymentNouns,
  percentLabels,
  revenueEnds,
  revenueLabels,
  spentOn,
  supplierNouns,
  wholeLabels,
} from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { payerLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import {
  accruedLabels,
  additiveLabels,
  elapsedLabels,
  keyLabels,
  neverSummedLabels,
  noQuantityLabels,
  notAdditiveLabels,
  partialLabels,
  priceKinds,
  quantityLabels,
  undatedStems,
  unitPrices,
} from '#domain/analyst/lexicon/english/meanings/figure-labels.ts'
import { beingLabels, birthLabels, deathLabels, endingLabels, expiryLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { anyOf, nounPattern, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'

export const keyLabel = new RegExp(`\\b${anyOf(keyLabels)}s?$`, 'i')

export const undatedLabel = new RegExp(`${anyOf(undatedStems)}|\\byear\\b`, 'i')

export const additive = wordPattern(additiveLabels)
export const notAdditive = wordPattern(notAdditiveLabels)

/** How long something stood, how far it went: none of it is sold by the piece. */
export const elapsedLabel = wordPattern(elapsedLabels)

export const quantityLabel = wordPattern(quantityLabels)

/** What each has of itself, which no sum makes sense of. */
export const neverSummed = wordPattern(neverSummedLabels)

/** How many are there, and not of what was sold. */
export const noQuantityLabel = wordPattern(noQuantityLabels)

/** Behind the name of an amount: its currency. */
const inCurrency = `(?: ?[([]?(?:in )?(?:[$€£¥]|${anyOf(currencies)}\\b)[)\\]]?)?`

export const unitPriceLabel = new RegExp(`^(?:${anyOf(priceKinds)} )?(?:${anyOf(unitPrices)}|price per \\w+)${inCurrency}$`, 'i')

/** The piece that a price is for: the keg of "price per keg". */
export const pricedPiece = /\bprice per (\w+)$/i

export const percentLabel = wordPattern(percentLabels)

export const partialLabel = wordPattern(partialLabels)

/** Labels of money, and how surely each is the money the data is about. */
export const moneyLabels: [RegExp, number][] = [
  [new RegExp(`^(?:total )?${anyOf(revenueLabels)}(?: ${anyOf(revenueEnds)})?$`, 'i'), 1],
  [wordPattern(revenueLabels), 0.9],
  [new RegExp(`^(?:${anyOf(documentNouns)} )?${anyOf(wholeLabels)}$`, 'i'), 0.8],
  [wordPattern(amountLabels), 0.6],
  [wordPattern(costLabels), 0.3],
]

export const accruedLabel = wordPattern(accruedLabels)

/** What something cost, however it is called. */
export const costLabel = wordPattern(costLabels, amountLabels)

export const revenueLabel = wordPattern(revenueLabels, ['sale', 'income'])

/** Tables whose rows cost money and bring none. */
export const spentTable = wordPattern(spentOn)

/** Dates since when somebody or something is there, and not of what happened. */
export const beingLabel = wordPattern(beingLabels)

/** When something runs out. */
export const endingDate = wordPattern(endingLabels)

export const expiryDate = wordPattern(expiryLabels)

/** Money that goes out. */
export const outlayLabel = wordPattern(outlayLabels)

/** Those from whom the owner buys. */
export const supplierLabel = nounPattern(supplierNouns)

/** Those who buy from the owner. */
export const payerLabel = nounPattern(payerLabels)

/** Tables of money that was received for what other tables tell of. */
export const paymentTable = nounPattern(paymentNouns)

/** Dates of a life, which date nothing else. */
export const birthLabel = wordPattern(birthLabels)
export const deathLabel = wordPattern(deathLabels)
