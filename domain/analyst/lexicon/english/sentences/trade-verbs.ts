import { wordList } from '../forms/word-set.ts'

/** What is done to what is counted, which tells no more of it: "how many sales did we ring up". */
export const handlingVerbs = wordList(
  'make made do done process processed handle handled ring rang rung record recorded log logged get got take took taken see saw serve served register registered book booked deal dealt manage managed complete completed carry carried run ran write wrote have had',
)

/** What a whole is put into its parts by. */
export const sharingForms = wordList(
  'split splits divide divided divides share shared break breaks broken spread spreads distribute distributed distributes allocated apportioned scattered fall falls',
)

/** What is said of the part of a whole that is so. */
export const comingForms = wordList(
  'comes come came made earned generated brought happen happens happened occur occurs occurred fall falls fell took takes take sold goes go went is are was were done placed',
)
