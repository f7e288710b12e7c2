import { wordList, wordSet } from '../forms/word-set.ts'

/** Words people say for codes that columns of few values hold: which words of a label, and which values, they may stand for. */
export type CodeSense = { labels: string[]; values: string[] }

/** Words of labels of columns that hold a sex. */
export const genderLabels = ['sex', 'gender']

const [female, male] = ['female females woman women girl girls', 'male males man men boy boys'].map(wordList)

/** Words for the values of a column that holds a sex, by the value in small letters. */
export const genderWords = new Map([
  ['f', female],
  ['female', female],
  ['m', male],
  ['male', male],
])

/** Words of labels of columns that hold marks of one letter. */
export const markLabels = ['grade', 'mark', 'rating', 'score', 'result']

/** Words of labels of columns that hold levels with a number, and what stands before the number in short: "P1". */
export const levelShorts: readonly [label: string, short: string][] = [
  ['priority', 'p'],
  ['priority', 'prio'],
  ['severity', 'sev'],
  ['severity', 's'],
  ['urgency', 'u'],
  ['impact', 'i'],
  ['level', 'l'],
  ['tier', 't'],
]

const deviceLabels = ['device', 'platform']
const contractLabels = ['contract', 'employment', 'position', 'type', 'status']
const spoken = (words: string, labels: string[], values: string[]): Record<string, CodeSense[]> =>
  Object.fromEntries(wordList(words).map((word) => [word, [{ labels, values }]]))

/** Senses by the word that is said. */
export const codes: Record<string, CodeSense[]> = {
  large: [{ labels: ['size'], values: ['l', 'large'] }],
  medium: [{ labels: ['size'], values: ['m', 'medium'] }],
  small: [{ labels: ['size'], values: ['s', 'small'] }],
  women: [{ labels: ['gender', 'sex'], values: ['f', 'female', 'woman'] }],
  female: [{ labels: ['gender', 'sex'], values: ['f', 'female'] }],
  men: [{ labels: ['gender', 'sex'], values: ['m', 'male', 'man'] }],
  male: [{ labels: ['gender', 'sex'], values: ['m', 'male'] }],
  ...spoken('phone cellphone smartphone handset mobile cell', deviceLabels, ['mobile', 'phone', 'smartphone', 'mobile phone', 'cell phone']),
  ...spoken('computer pc laptop desktop', deviceLabels, ['desktop', 'computer', 'pc', 'laptop', 'web']),
  ...spoken('tablet ipad', deviceLabels, ['tablet', 'ipad']),
  ...spoken('automatic automatics', ['transmission', 'gear', 'gearbox'], ['auto', 'automatic', 'a']),
  ...spoken('manual manuals stick', ['transmission', 'gear', 'gearbox'], ['manual', 'm', 'stick']),
  ...spoken('temporary temp temps', contractLabels, ['temp', 'temporary', 'fixed term', 'casual']),
  ...spoken('permanent', contractLabels, ['perm', 'permanent', 'indefinite']),
  ...spoken('residential', ['type', 'class', 'segment', 'customer'], ['res', 'residential']),
  ...spoken('commercial', ['type', 'class', 'segment', 'customer'], ['comm', 'com', 'commercial']),
  ...spoken('domestic', ['type', 'market', 'region', 'route'], ['dom', 'domestic', 'home']),
  ...spoken('international', ['type', 'market', 'region', 'route'], ['intl', 'int', 'international', 'foreign', 'abroad']),
  ...spoken('petrol gasoline', ['fuel'], ['petrol', 'gasoline', 'gas']),
  ...spoken('electric', ['fuel', 'engine', 'drive'], ['ev', 'electric', 'bev']),
  vegetarian: [{ labels: ['category', 'type', 'diet'], values: ['veggie', 'vegetarian'] }],
  open: [{ labels: ['status', 'stage', 'state'], values: ['open', 'engaging', 'prospecting', 'in progress', 'pending', 'new', 'active'] }],
  closed: [{ labels: ['status', 'stage', 'state'], values: ['closed', 'won', 'lost', 'done', 'resolved', 'completed'] }],
  win: [{ labels: ['status', 'stage', 'state', 'outcome', 'result'], values: ['won', 'win', 'closed won'] }],
  lose: [{ labels: ['status', 'stage', 'state', 'outcome', 'result'], values: ['lost', 'loss', 'closed lost'] }],
  won: [{ labels: ['status', 'stage', 'state', 'outcome', 'result'], values: ['won', 'win', 'closed won'] }],
  lost: [{ labels: ['status', 'stage', 'state', 'outcome', 'result'], values: ['lost', 'loss', 'closed lost'] }],
  uninsured: [{ labels: ['payer', 'insurer', 'insurance', 'name'], values: ['no_insurance', 'no insurance', 'none', 'uninsured', 'self pay'] }],
  weekend: [{ labels: ['week status', 'weekstatus', 'day type'], values: ['weekend'] }],
  weekday: [{ labels: ['week status', 'weekstatus', 'day type'], values: ['weekday'] }],
  cancelled: [{ labels: ['status', 'state'], values: ['cancelled', 'canceled'] }],
  returned: [{ labels: ['status', 'state', 'returned'], values: ['returned', 'yes', 'true'] }],
  inactive: [{ labels: ['status', 'state', 'active'], values: ['inactive', 'no', 'false', 'disabled'] }],
  active: [{ labels: ['status', 'state', 'active'], values: ['active', 'yes', 'true', 'current'] }],
}

/** Labels of columns that tell whether somebody came, and words for those who did not. */
export const attendanceLabels = wordSet('attended attend attendance showed present came arrived checked')
export const absences = ['no show', 'noshow', 'missed', 'absent', 'absence', 'absences', 'not attended']
