const irregularPlurals = new Map<string, string>(
  Object.entries({
    people: 'person',
    men: 'man',
    women: 'woman',
    children: 'child',
    feet: 'foot',
    teeth: 'tooth',
    mice: 'mouse',
    geese: 'goose',
    criteria: 'criterion',
    phenomena: 'phenomenon',
    indices: 'index',
    vertices: 'vertex',
    matrices: 'matrix',
    analyses: 'analysis',
    crises: 'crisis',
    diagnoses: 'diagnosis',
    bases: 'base',
    theses: 'thesis',
    lives: 'life',
    wives: 'wife',
    knives: 'knife',
    leaves: 'leaf',
    halves: 'half',
    shelves: 'shelf',
    wolves: 'wolf',
    thieves: 'thief',
    alumni: 'alumnus',
    bacteria: 'bacterium',
    media: 'medium',
    movies: 'movie',
    cookies: 'cookie',
    calories: 'calorie',
    zombies: 'zombie',
    ties: 'tie',
    pies: 'pie',
    shoes: 'shoe',
    horses: 'horse',
    houses: 'house',
    buses: 'bus',
    gases: 'gas',
    aircrafts: 'aircraft',
  }),
)
const unchanged = new Set([
  'series',
  'species',
  'news',
  'status',
  'bus',
  'gas',
  'address',
  'business',
  'process',
  'class',
  'access',
  'boss',
  'loss',
  'campus',
  'virus',
  'bonus',
  'census',
  'analysis',
  'basis',
  'physics',
  'mathematics',
  'economics',
  'statistics',
  'politics',
  'always',
  'is',
  'was',
  'has',
  'does',
  'this',
  'its',
  'less',
  'us',
  'plus',
  'minus',
  'yes',
  'previous',
  'various',
  'across',
  'chess',
  'tennis',
  'diagnosis',
  'thesis',
  'crisis',
  'lens',
  'corps',
  'canvas',
  'atlas',
  'christmas',
  'pass',
  'mass',
  'gross',
  'cross',
  'express',
  'press',
  'success',
  'progress',
  'congress',
  'fitness',
  'illness',
  'wellness',
  'glass',
  'grass',
  'miss',
  'focus',
  'radius',
  'genus',
  'as',
])

const irregularNouns = new Map([...irregularPlurals].map(([plural, singular]) => [singular, plural]))

/** The singular of an English noun in lower case; words that are no plural come back as they are. */
export function singular(word: string): string {
  const irregular = irregularPlurals.get(word)
  if (irregular !== undefined) return irregular
  if (unchanged.has(word) || word.length < 3 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (/(?:sses|shes|ches|xes|zzes|oes)$/.test(word)) return word.slice(0, -2)
  if (/(?:tatuses|ampuses|iruses|onuses)$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/** Nouns whose plural is said like their singular. */
const uncountable = new Set(
  'aircraft series species news data information staff equipment software hardware feedback payroll luggage merchandise traffic weather personnel'.split(' '),
)

/** The plural of an English noun; the last word of a phrase is the one that changes. */
export function plural(phrase: string): string {
  const space = phrase.lastIndexOf(' ')
  const before = phrase.slice(0, space + 1)
  const word = phrase.slice(space + 1)
  const irregular = irregularNouns.get(word)
  if (irregular !== undefined && word !== 'aircraft') return before + irregular
  if (uncountable.has(word)) return phrase
  if (singular(word) !== word) return phrase
  if (/[^aeiou]y$/.test(word)) return `${before}${word.slice(0, -1)}ies`
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${before}${word}es`
  return `${before}${word}s`
}

/** `a, b and c`. */
export function listInWords(items: string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 1,234,567 with thousands separators, and at most `digits` decimals without trailing zeros. */
export function formatNumber(value: number, digits = 2): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 1 && value !== 0 ? Math.max(digits, 4) : digits })
}
