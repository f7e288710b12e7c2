import { wordList, wordSet } from '../forms/word-set.ts'
import { everybodyWords, indefinitePeople } from '../sentences/function-words.ts'
import { payerLabels } from './column-labels.ts'

/** "Join the company": nouns for whom everybody of the data works for or belongs to. */
export const employerNouns = wordSet('company firm organization organisation business team group')

/** Words for people where nothing says who they are: "who has", "how many people". */
export const unnamedPeople = wordSet(indefinitePeople, everybodyWords, 'who whom people persons')

/** "How many people paid cash": whoever they are. */
export const anybodyNouns = wordList('people person persons individuals')

/** Nouns for people at the end of labels. Singular. */
export const personNouns = wordSet(
  `customer client employee member patient student author writer driver user teacher instructor professor doctor nurse player singer artist actor director manager staff
  person guest passenger applicant candidate visitor subscriber agent worker borrower reader pupil`,
)

/** Nouns for those whom a business has to do with as such, of whom no value of its data is called by one word of it. Singular. */
export const partyNouns = wordSet(`${[...payerLabels].join(' ')} people person subscriber donor visitor tenant staff employee worker caller payer`)

/** Whoever it is that does something, also where the data knows nobody of that name: "how long do our guests stay". */
export const anybodyWords = [...unnamedPeople, ...[...personNouns].flatMap((noun) => (noun === 'person' || noun === 'staff' ? [noun] : [noun, `${noun}s`]))]

/** Verbs of what people do, with nouns for those who do it, where the verb does not sound like the noun. */
export const doersOf: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ['wrote written write writes', 'author writer'],
      ['earns earn earned hired fired works work', 'employee staff worker'],
      ['bought ordered purchased spent buys orders', 'customer client buyer'],
      ['taught teaches', 'teacher instructor professor'],
      ['sang sings', 'singer artist'],
      ['drove drives', 'driver'],
      ['borrowed borrows', 'borrower member reader'],
    ] as const
  ).flatMap(([verbs, people]) => wordList(verbs).map((verb): [string, readonly string[]] => [verb, wordList(people)])),
)

/** What tables of those who work for the owner of the data are called. Singular. */
export const staffTables = wordSet('employee staff worker personnel technician')

/** Nouns for whom a person reports to. Singular. */
export const superiorNouns = wordSet('manager boss supervisor superior')

/** "Can hold the most people": nouns for those who have a seat. */
export const audienceNouns = wordSet('people persons guests passengers spectators visitors fans')

/** Parts of labels of those who can be asked for by "who". */
export const whoStems = wordList(
  `customer client account employee agent person people user patient member player student staff rep tenant owner subscriber rider guest donor compan scorer author
  artist driver team learner pupil instructor teacher trainer coach doctor nurse dentist borrower lessee renter holder volunteer technician mechanic visitor resident
  applicant candidate passenger participant`,
)

/** Words in labels of those who do their work for others: who failed, stayed away or owes is none of them. */
export const staffLabels = wordSet(
  'instructor teacher trainer coach doctor nurse dentist vet staff employee agent technician mechanic driver rep manager clerk consultant advisor adviser worker',
)

/** Words in labels of columns that hold names, of which no sample may know them all. */
export const nameLabels = wordList(
  'name title customer client scorer player person people author artist employee agent driver patient winner member contact owner company',
)

/** In labels of columns that tell who takes care of a row. */
export const assigneeLabels = wordSet('assignee assigned owner handler responsible caretaker')

/** Last words of labels for what is said of people, none of whom it tells from the others: "customer type". */
export const saidOfPeople = wordSet('type segment gender sex age group class status rating satisfaction level tier city state country region nationality zip')

/** Words in labels of columns that tell what somebody does where they work. */
export const roleLabels = wordList('position title role job function occupation')
