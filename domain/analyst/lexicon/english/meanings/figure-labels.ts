import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

// Words in labels of columns that tell what may be done with their numbers.

/** What tells rows apart, and is no figure though it is a number. */
export const keyLabels = wordList('id code key zip phone')

/** A column that refers to rows of another table ends so. */
export const referenceEndings = wordList('id code number key')

/** The row itself is told by what of it is a number. */
export const rowNumbers = wordSet('id number no code key reference')

/** The row itself is told by when it happened: an application by its application date. */
export const rowDates = wordSet('date time timestamp day')

/** The row itself is told by what of it is a stage: a deal by its deal stage. */
export const rowStages = wordSet('stage status state priority outcome')

/** Parts of labels of dates on which something began to be, and nothing happened. */
export const undatedStems = wordList('birth dob death update modif founded establish built')

export const additiveLabels = wordList(
  `revenue sale sales turnover amount total value cost spend paid payment price fee income expense usage consumption quantity unit units kwh goal goals point points score
  vote votes profit freight tax hour hours distance donation premium`,
)

export const notAdditiveLabels = wordList(
  `rate ratio percent percentage factor age temperature price year index average avg score rating latitude longitude nsm code number zip phone discount height weight
  capacity temp high low humidity wind speed pressure level ph odometer odo`,
)

/** Parts of labels of what is told of each and means nothing added up: ages, years since something, marks, places on a scale. */
export const neverSummedLabels = wordList(
  'age years tenure seniority rating satisfaction involvement level rank grade percentile percent percentage ratio temperature latitude longitude humidity ph index gpa iq bmi',
)

export const quantityLabels = wordList('quantity qty unit units pieces')

/** Words of labels of prices, and of how many there are or should be of what is sold. */
export const noQuantityLabels = phraseList('price;cost;fee;charge;reserved;rejected;damaged;in stock;stock;inventory;on hand;on order;reorder;per unit')

/** Words in labels of how long something stood or how far it went. */
export const elapsedLabels = wordList('day days week weeks month months years wait waiting mileage')

/** In front of the price of one: "list price". */
export const priceKinds = wordList('unit sale sales list retail item')

export const unitPrices = phraseList('price;unit price;price each')

/** Words of labels of numbers that are no money of the whole row. */
export const partialLabels = wordList('unit price rate percent quantity')

/** What falls or is used over time, of which a longer time has more. */
export const accruedLabels = wordList('precipitation rain rainfall snow snowfall')
