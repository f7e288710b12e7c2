import { wordList, wordSet } from '../forms/word-set.ts'

/** What people say that something has room for. */
export const holdingVerbs = wordList('take hold seat fit accommodate sleep carry handle serve')

/** Words of labels of how many something has room for. */
export const capacityLabels = wordSet('capacity seat seats place places berth berths bed beds sleeps occupancy spaces space pax')

/** Who or what there is room for. */
export const heldNouns = wordList('people persons guests passengers visitors students kids children adults')

/** Words of labels of how many people a row is of: a party, a group. */
export const headcountLabels = wordSet(
  'guest guests party pax people persons attendees attendee participants participant heads headcount covers cover passengers passenger visitors visitor group',
)

/** How people are called that are counted so. */
export const headcountNouns = wordList('guests people persons covers heads pax visitors diners attendees participants passengers')

/** Behind or before such a word the label tells how many there are. */
export const sizeLabels = wordSet('size count number total no num')
