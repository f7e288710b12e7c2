/** Words that carry no data of their own; each is passed over only where no column, value or sense claims it. The price is what passing it over costs. */
const priced = (price: number, words: string): [string, number][] => words.split(' ').map((word) => [word, price])

export const particles = new Map<string, number>([
  ...priced(
    0,
    'the a an our my your we i us me you they it its please pls hi hello hey there is are was were be been am do does did have has had can could would will shall ? . ! , so',
  ),
  ...priced(
    0.05,
    'of in on at for to from with by and that which who what where when how show give list tell see display get find want know like let all any each ever get gets got this these those their them s both out as but though although however whereas because',
  ),
  // Passed over, they take the question away.
  ...priced(1, 'many much'),
  ...priced(
    0.15,
    'overall own actually currently really just only also then now come came go went been being data number figure figures value values amount company business up down about into over within among',
  ),
  ...priced(
    0.3,
    'played held hosted made based located placed took take takes taking happen happens happening happened occurred occur occurs occurring sees see saw reach reached recorded exist exists registered work works working contain contains have here ago ended end came comes coming give gave given gives ever appear appeared develop developed look looks far each ones one people person bill menu catalog catalogue',
  ),
])

/** Words that open a request: there they are no value, whatever value is called so. */
export const requests = new Set('show give list tell find get display see want need compare count let please look print fetch return name'.split(' '))

/** Words that turn what they stand before round or tell how often it happened; they are never passed over. */
export const negations = new Set([
  'no',
  'not',
  'never',
  'without',
  'none',
  'nobody',
  "didn't",
  "don't",
  "doesn't",
  "haven't",
  "hasn't",
  "isn't",
  "aren't",
  'neither',
  'once',
  'twice',
  'outside',
  'except',
  'excluding',
])
