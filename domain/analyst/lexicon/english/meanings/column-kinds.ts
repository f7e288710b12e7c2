import { wordList, wordSet } from '../forms/word-set.ts'
import { saidOfPeople } from './people.ts'

/** Words in labels of what is told of people, and is none of them: the country of a customer. */
export const ofPeople = [...saidOfPeople, ...wordList('address email phone id code')]

/** Words in labels of how long it took until something began or was heard of. */
export const waitingLabels = wordSet('lead wait waiting response reply reaction')

/** Last words of labels that tell a kind of what stands before them, and not which one it is: "customer type". */
export const kindEndings = wordSet('type kind class segment status tier group gender sex age')

/** Words in labels of numbers that tell how long something takes. */
export const durationLabels = wordSet('time duration minute min hour hr second sec day delay wait length')

/** Words in labels of numbers that tell a place of the calendar or of the map, and no figure. */
export const calendarLabels = wordSet('year month day week quarter vintage latitude longitude')
