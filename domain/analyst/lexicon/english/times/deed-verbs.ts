import { phraseList, wordList } from '../forms/word-set.ts'

/** Verbs of what is done again and again, with their irregular past forms, and the nouns its rows are called by. */
const verbs: readonly (readonly [string, string])[] = [
  ['borrow', 'loan rental checkout borrowing'],
  ['lend lent', 'loan rental checkout lending'],
  ['rent', 'rental lease booking hire'],
  ['hire', 'hire rental'],
  ['lease', 'lease rental'],
  ['let', 'lease rental'],
  ['book', 'booking reservation appointment'],
  ['reserve', 'reservation booking'],
  ['ship', 'shipment delivery'],
  ['deliver', 'delivery shipment'],
  ['send sent', 'shipment message delivery'],
  ['return', 'return refund'],
  ['refund', 'refund return'],
  ['pay paid', 'payment'],
  ['donate', 'donation gift'],
  ['give gave given', 'donation gift'],
  ['pledge', 'pledge'],
  ['volunteer', 'volunteering shift assignment'],
  ['claim', 'claim'],
  ['insure', 'policy'],
  ['visit', 'visit appointment session'],
  ['view', 'viewing view page_view'],
  ['inspect', 'inspection viewing'],
  ['bid', 'bid offer'],
  ['offer', 'offer quote'],
  ['quote', 'quote quotation'],
  ['call', 'call ticket contact'],
  ['complain', 'complaint ticket case'],
  ['contact', 'ticket contact case'],
  ['report', 'incident report ticket'],
  ['apply applied', 'application'],
  ['interview', 'interview'],
  ['enrol enrolled', 'enrolment enrollment registration'],
  ['enroll', 'enrollment enrolment registration'],
  ['register', 'registration enrolment signup'],
  ['attend', 'attendance visit check_in'],
  ['study studied', 'enrolment course'],
  ['teach taught', 'course class lesson'],
  ['treat', 'treatment visit appointment'],
  ['operate', 'operation'],
  ['prescribe', 'prescription'],
  ['admit admitted', 'admission'],
  ['drive drove driven', 'trip drive journey'],
  ['ride rode ridden', 'ride trip'],
  ['fly flew flown', 'flight'],
  ['travel travelled', 'trip journey'],
  ['race', 'race result'],
  ['play', 'match game play stream'],
  ['score', 'goal score'],
  ['stream', 'stream play view'],
  ['listen', 'listen stream play'],
  ['watch', 'view stream screening'],
  ['rate', 'rating review'],
  ['review', 'review rating'],
  ['comment', 'comment'],
  ['post', 'post'],
  ['click', 'click event'],
  ['log_in logged_in', 'login session'],
  ['repair', 'repair maintenance work_order'],
  ['service', 'maintenance service repair'],
  ['maintain', 'maintenance'],
  ['refuel', 'fuel_purchase refuelling'],
  ['fill_up filled_up', 'fuel_purchase refuelling'],
  ['crash', 'accident crash'],
  ['break_down broke_down', 'breakdown failure downtime'],
  ['produce', 'production_run batch production'],
  ['stop stopped', 'downtime stoppage'],
  ['check_in checked_in', 'check_in visit attendance'],
  ['check_out checked_out', 'loan checkout'],
  ['stay', 'stay booking reservation'],
  ['subscribe', 'subscription'],
  ['renew', 'renewal subscription'],
  ['vote', 'vote'],
  ['audit', 'audit inspection'],
  ['harvest', 'harvest'],
  ['exhibit', 'exhibition'],
  ['perform', 'performance'],
  ['train', 'training session'],
  ['miss', 'absence'],
]

const spaced = (text: string): readonly string[] => wordList(text).map((word) => word.replaceAll('_', ' '))

/** "Borrow", "borrows", "borrowed", "borrowing"; of a verb of two words the first changes. */
function formsOf(said: string, pasts: readonly string[]): string[] {
  const [verb = '', ...rest] = said.split(' ')
  const stem = verb.replace(/e$/, '')
  const third = /(?:s|x|sh|ch)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
  const doubled = /^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb) ? `${verb}${verb.at(-1)}` : stem
  const past = pasts.length > 0 ? [] : [`${doubled}ed`]
  return [...[verb, third, `${doubled}ing`, ...past].map((form) => [form, ...rest].join(' ')), ...pasts]
}

/** Nouns of rows by each form of the verb that makes one: loans of "borrowed" and "lends". */
export const deedNouns: ReadonlyMap<string, readonly string[]> = new Map(
  verbs.flatMap(([said, nouns]) => {
    const [verb = '', ...pasts] = spaced(said)
    return formsOf(verb, pasts).map((form): [string, readonly string[]] => [form, phraseList(spaced(nouns).join(';'))])
  }),
)
