import { phraseList, wordSet } from '../forms/word-set.ts'
import { groupMarkers } from '../sentences/grouping.ts'

/** Words for what is worked out along time: sums so far, averages of several periods, and change from one period to the next. */

/** "Running total of revenue by month". */
export const runningTotalPhrases = phraseList(
  'running total of;running total;running sum of;running sum;cumulative total of;cumulative sum of;cumulative;cumulated;accumulated',
)

/** "3-month moving average". */
export const movingAveragePhrases = phraseList('moving average of;moving average;rolling average of;rolling average')

/** "Growth of sales by year": change in hundredths. */
export const percentChangePhrases = phraseList(
  `growth rate of;growth rate in;growth rate;percentage growth of;percentage growth in;percent growth in;growth of;growth in;growth
  percentage change of;percentage change in;percent change of;percent change in;% change in;% change of`,
)

/** "Change in revenue by month". */
export const changePhrases = phraseList(
  'change of;change in;changes in;difference in;difference of;increase in;increase of;decrease in;decline in;change;changed;difference',
)

/** "Which genre grew the most". */
export const growVerbs = wordSet('grew grown increased rose improved')

/** "Which genre fell the most". */
export const shrinkVerbs = wordSet('shrank fell dropped declined decreased')

/** Short words for the change from one unit of time to the next: "YoY growth". */
export const changeAbbreviations: ReadonlyMap<string, string> = new Map([
  ['yoy', 'year'],
  ['mom', 'month'],
  ['qoq', 'quarter'],
  ['wow', 'week'],
])

/** "Year over year", "month-on-month". */
export const periodToPeriod = wordSet('over on to')

/** Words before a unit of time along which something changes: "growth by year", "from year to year". */
export const alongTime = wordSet(groupMarkers, periodToPeriod, 'from')
