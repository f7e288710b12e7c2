import { phraseList, wordSet } from '../forms/word-set.ts'

/** Verbs and nouns for those who are no longer there. */
export const leavingWords = wordSet(
  'left leave leaves leaving lost lose loses losing quit quits quitting churn churns churned churning attrition attrited departed exited gone cancelled canceled',
  'leaver leavers resigned',
)

/** Nouns for leaving that elsewhere speak of money. */
export const ambiguousLeaving = new Set(phraseList('turnover;staff turnover;employee turnover;turnover rate;fluctuation'))

/** Words for those who are still there. */
export const stayingWords = new Set(
  phraseList(
    'stay;stays;stayed;staying;remain;remains;remained;remaining;still have;still here;still with us;kept;retained;did not leave;not leave;current;currently;existing;active;still employed;still working;still around;still active',
  ),
)

/** Words of labels of columns that say yes of those who are gone. */
export const leavingLabels = wordSet('churn churned attrition attrited exited left quit departed resigned leaver gone')

/** Words of values for those who are gone, and for those who are still there, in columns of states or of leaving. */
export const goneValues = wordSet('churned left attrited departed exited lost quit resigned terminated leaver former gone')
export const presentValues = wordSet('stayed existing active current retained present remaining employed')

/** Words of labels of columns that tell how long somebody has been there. */
export const tenureLabels = wordSet('tenure seniority')
export const tenureOwners = new Set(phraseList('at company;with company;in company;at firm;with us;of service;in service;on book;as customer;as member'))

/** Values that tell of nothing but who is gone, whatever the column is called. */
export const plainlyGone = wordSet('churned attrited resigned unsubscribed')

/** Values of states that came with the end of what they are of. */
export const endedValues = wordSet(goneValues, 'cancelled canceled ended expired closed unsubscribed')
