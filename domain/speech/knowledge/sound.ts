/** How a text sounds, one symbol a sound: vowels in three kinds (`i` front, `u` back, `a` open), consonants by their usual letter, `S` sh, `C` ch, `T` th. */
export type Sound = string

/** Spellings and what they sound like, tried in this order. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/^x/, 's'],
  [/^rh/, 'r'],
  [/^(?:tsch|tch)/, 'C'],
  [/^sch/, 'S'],
  [/^(?:sh|ti(?=on|al)|ssi(?=on)|si(?=on)|ci(?=al|an|ous))/, 'S'],
  [/^ch/, 'C'],
  [/^ph/, 'f'],
  [/^th/, 'T'],
  [/^wh/, 'w'],
  [/^dge?/, 'd'],
  [/^gh(?=[aeiouy])/, 'g'],
  [/^gh/, ''],
  [/^ng/, 'n'],
  [/^mb$/, 'm'],
  [/^qu/, 'kw'],
  [/^q/, 'k'],
  [/^ck/, 'k'],
  [/^c(?=[eiy])/, 's'],
  [/^c/, 'k'],
  [/^g(?=[eiy])/, 'j'],
  [/^x/, 'ks'],
  [/^y(?=[aeiou])/, 'y'],
  [/^(?:ee|ea|ie|ei|ai|ay|ey|eigh|igh|[eiy])+/, 'i'],
  [/^(?:oo|ou|ow|oa|eu|ew|ue|[ou])+/, 'u'],
  [/^(?:au|aw|ah|[a])+/, 'a'],
]
const VOWELS = new Set('iua')

export function soundOf(text: string): Sound {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('&', ' and ')
    .split(/[^a-z]+/)
  let sound = ''
  for (const word of words) sound += soundOfWord(word.length > 3 ? word.replace(/e$/, '') : word)
  // A sound that is written twice is heard once.
  return sound.replace(/(.)\1+/g, '$1')
}

function soundOfWord(word: string): Sound {
  let sound = ''
  let rest = word
  while (rest) {
    const isStart = rest.length === word.length
    const found = SPELLINGS.find(([spelling], index) => (index > 4 || isStart) && spelling.test(rest))
    const [matched = rest[0] ?? ''] = found ? (found[0].exec(rest) ?? []) : []
    sound += found ? found[1] : matched
    rest = rest.slice(Math.max(1, matched.length))
  }
  return sound
}

/** Sounds a recogniser takes for each other. */
const ALIKE = new Map(
  ['bp', 'dt', 'gk', 'vf', 'zs', 'jC', 'Sz', 'SC', 'Ss', 'Tt', 'Tf', 'Ts', 'Td', 'mn', 'wv', 'jg', 'jd', 'jS', 'jz', 'yi', 'rl', 'bv', 'Ct', 'kC'].flatMap(
    (pair): [string, number][] => [
      [pair, 0.4],
      [[...pair].reverse().join(''), 0.4],
    ],
  ),
)

function exchange(left: string, right: string): number {
  if (left === right) return 0
  if (VOWELS.has(left) && VOWELS.has(right)) return 0.3
  return ALIKE.get(left + right) ?? 1
}

const dropped = (sound: string): number => (VOWELS.has(sound) ? 0.4 : sound === 'h' || sound === 'y' || sound === 'r' ? 0.5 : 0.8)

/** How far two sounds are from each other: 0 = the same, 1 = nothing in common. A weighted edit distance (Wagner and Fischer) over the longer of both. */
export function soundDistance(left: Sound, right: Sound): number {
  const longest = Math.max(left.length, right.length)
  if (longest === 0) return 0
  let last = [0]
  for (let column = 1; column <= right.length; column++) last.push((last[column - 1] as number) + dropped(right[column - 1] as string))
  for (let row = 1; row <= left.length; row++) {
    const letter = left[row - 1] as string
    const current = [(last[0] as number) + dropped(letter)]
    for (let column = 1; column <= right.length; column++) {
      const other = right[column - 1] as string
      current.push(
        Math.min(
          (last[column] as number) + dropped(letter),
          (current[column - 1] as number) + dropped(other),
          (last[column - 1] as number) + exchange(letter, other),
        ),
      )
    }
    last = current
  }
  return Math.min(1, (last[right.length] as number) / longest)
}
