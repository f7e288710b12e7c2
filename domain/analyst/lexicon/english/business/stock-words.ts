import { phraseList, wordList } from '../forms/word-set.ts'

/** Words of labels that tell how much of something is there: "quantity in stock". */
export const stockLabels = phraseList('stock;inventory;on hand;onhand')

/** Words of labels that tell how little of it is too little: "reorder level", "safety stock". */
export const leastStockLabels = wordList('reorder safety minimum min')

/** Words of labels of stock that is not there yet, or no stock. */
export const otherStockLabels = wordList('max maximum target order ordered date status value')

/** Words of labels of goods that are no longer sold. */
export const endedGoodsLabels = wordList('discontinued obsolete retired inactive')
