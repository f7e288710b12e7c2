import { copulas, doForms, haveForms } from '../sentences/function-words.ts'
import { rewriteWords } from '../sentences/rewrites.ts'
import { phraseList, wordList, wordSet } from './word-set.ts'

/** How people type in haste: words run together, short forms, and words in front of a question and behind it that say nothing, or say at its end what stands at the head of others. */

/** Short forms by what they stand for; those that the data writes itself stay. */
export const shortForms: ReadonlyMap<string, string> = new Map(
  phraseList(
    `pls please;plz please;thx thanks;avg average;ppl people;yr year;yrs years;mth month;mths months;wk week;wks weeks;qtr quarter;hrs hours;approx about;incl including;excl excluding;
    cust customer;custs customers;acct account;accts accounts;prod product;prods products;txn transaction;txns transactions;appt appointment;appts appointments;recieved received;wich which;
    teh the;hwo how;amny many;tody today;yesturday yesterday;tommorow tomorrow;febuary february;wendsday wednesday;wensday wednesday;seperate separate;occured occurred`,
  ).map((line): [string, string] => {
    const [short = '', ...plain] = line.split(' ')
    return [short, plain.join(' ')]
  }),
)

const raw = String.raw

/** Words that the patterns below name. */
export const typingWords: Record<string, Iterable<string>> = {
  asking: wordSet('what who how where when that there here'),
  at: wordSet('on in at'),
  be: copulas,
  books: phraseList(`books;file;files;record;records;hands;plate;desk;desks;system;database;side;watch;agenda;shoulders`),
  do: doForms,
  have: haveForms,
  counted: phraseList(
    `not counted;not counting;not included;not including;not in it;left out;left aside;excluded;aside;don't count;do not count;not to be counted;taken out;out of it;disregarded;ignored`,
  ),
  doing: wordSet('are were is was have has had did do does got get gets went go came come paid took take'),
  held: phraseList(
    `measured;recorded;registered;logged;noted;noted down;written down;counted;observed;documented;listed;captured;entered;put in;looked after;taken care of;cared for;dealt with;worked with;come across`,
  ),
  hold: phraseList(
    `measure;record;register;log;note;note down;write down;observe;document;look after;take care of;care for;deal with;work with;keep track of;put on;have got;cater for;watch over;have going;get to see`,
  ),
  our: wordSet('our their his her the your my its'),
  has: wordSet('has have is are makes make gets get brings bring takes take holds hold had was were made'),
  part: wordSet('share percentage percent proportion part'),
  stepped: phraseList('steps;buckets;bins;bands;intervals;brackets;groups of;tens;hundreds;thousands;spread;distribution;by;per;for each'),
  there: phraseList('are there;were there;are they;were they;are those;were those;is that;of them are there'),
  someone: phraseList('someone;somebody;anyone;anybody;a person;one person'),
  thanks: phraseList('please;thanks;thank you;many thanks;thanks a lot;cheers;if possible;if you can'),
  unit: rewriteWords.unit ?? [],
  which: wordList('which what'),
  who: wordList('who whose what which'),
}

/** The source of a regular expression, and what stands in its place. They are applied in this order. `{end}` is the end of the question. */
export const typed: [pattern: string, plain: string][] = [
  [raw`\b({asking})s\b(?=\s+\w)`, "$1's"],
  [raw`\b(i)(m|ve)\b|\b(you|they)(re|ve)\b|\b(we)(ve)\b`, "$1$3$5'$2$4$6"],
  [raw`\b(do|does|did|is|are|was|were|has|have|had|ca|wo|could|would|should)nt\b['’]?`, "$1n't"],
  [raw`\b(?:nr|num|no)s?\.? of\b|# ?of\b`, 'number of'],
  [raw`(?<=^|[a-z] )%(?= |$)`, 'percent'],
  [raw`\bw/o\b`, 'without'],
  [raw`\bw/(?= |\w)`, 'with '],
  [raw`[,;. ]*\b{thanks}(?={end})`, ''],
  [raw`\bdoes {someone}\b`, 'do people'],
  [raw`\b(did|can|will|would) {someone}\b`, '$1 people'],
  [raw`(?<=\bhow (?:many|much)\b.*|^what {do} (?:we|you|they|people)\b.*),? (?:altogether|all together|in all|all in all|all told)\b(?! the)`, ''],
  [raw` {at} {our} {books}\b(?! of)`, ''],
  [raw`\b({do}) (we|you|they|people|i) {hold}\b`, '$1 $2 have'],
  [
    raw`(?<!\b(?:{do}|{have}|can|will|what|which|how|and|or|,)) (?:that |which |who )?(?:we|you|they|people|anyone|anybody)(?:['’]ve| have| had)? (?:ever )?{held}(?! (?:in|on|with|for)\b)\b`,
    '',
  ],
  [raw` (?:that |which )?(?:have|has) (?:ever )?been {held}(?={end}| (?:so far|in|on|since|until|this|last|per|by|for|at)\b)`, ''],
  [raw`\bmore or less than\b`, 'more than'],
  [raw`\b(?:tends?|used?) to (?:be )?(?=\w)`, ''],
  [raw`^of (?!.*\b(?:who|that|which)\b.*\bhow many\b)(?:all |all of )?(?:the |our |my )?([\w -]+?),? how many (?=(?:of them )?{doing}\b)`, 'how many $1 '],
  [
    raw`^(?!.*\bhow (?:many|much)\b.*\bhow many\b)(?:which |all |the )?(\w+(?: \w+)?) (?:who|that|which) (.+?)[,.?!]* (?<!\band )how many {there}(?={end})`,
    'how many $1 $2',
  ],
  [raw`^(?!.*\bhow (?:many|much)\b.*\bhow many\b)(?:which |all |the )?(.+?)[,.?!]* (?<!\band )how many {there}(?={end})`, 'how many $1'],
  [raw`(?<=\b{stepped}\b.*),? (?:and )?how many (?:there are |are there )?(?:in|of|for|with|on|at) each(?: \w+)?(?: (?:are there|there are))?(?={end})`, ''],
  [
    raw`,? (?:and )?(?:what|which|with the|the) {part} (?:of (?:it|them|that|the total) )?(?:does )?each(?: one| of them| of these)?(?: {has})?(?: up)?(?={end})`,
    ' and share of each',
  ],
  [raw`,? (?:but )?(?:the )?(\w[\w-]*) (?:ones )(?:are |were )?{counted}(?={end}|,)`, ', excluding $1'],
  [raw`,? (?:but )?(?:the )?([\w-]+ [\w-]+) (?:are |were )?{counted}(?={end}|,)`, ', excluding $1'],
  [raw`^{who} (.+?), ({which}) (\w+(?: \w+)?)(?={end})`, "$2 $3's $1"],
]

/** Nouns for rows whatever they tell of. Singular. */
export const anyRowNouns = wordSet('reading measurement observation entry datapoint')
