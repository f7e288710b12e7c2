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

/** Having something to sell or to work with: "how many brands do we carry". */
export const carryingVerbs = wordList(
  'carry carries stock stocks offer offers have has own owns run runs keep keeps operate operates employ employs serve serves list lists hold holds',
)

/** What a price was reached by: "what did each model go for". */
export const fetchingVerbs = wordList('go goes went gone sell sells sold fetch fetches fetched cost costs')

/** Whoever does something, where no data tells of them. */
export const somebodyNouns = wordList('visitor visitors person people user users somebody someone reader readers caller callers')
export const lookingVerbs = wordList('look looks see sees saw view views viewed open opens opened read reads make makes made have has had need needs')

/** Whoever pays. */
export const payingNouns = wordList('we they you people person somebody someone buyer buyers customer customers client clients shopper shoppers guest guests')
