import { wordSet } from '../forms/word-set.ts'

/** Units and counts in the label of a column whose total is no money: total hours, total distance. */
export const unitsOfOther = wordSet('hour minute second day week month distance km mile kg weight point score visit employee passenger seat')
