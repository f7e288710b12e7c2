import { wordList, wordSet } from '../forms/word-set.ts'

/** Words in labels of what is told of people, and is none of them: the country of a customer. */
export const ofPeople = wordList('country city region state address type segment status age gender email phone id code')

/** Words in labels of numbers that tell how long something takes. */
export const durationLabels = wordSet('time duration minute min hour hr second sec day delay wait length')

/** Words in labels of numbers that tell a place of the calendar or of the map, and no figure. */
export const calendarLabels = wordSet('year month day week quarter vintage latitude longitude')
