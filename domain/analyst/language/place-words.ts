import { countries } from './place-names.ts'

/** Countries by each of their names. */
const names = new Map(
  ['usa;us;united states;united states of america;u.s;america;u.s.a', 'uk;united kingdom;great britain;britain', 'uae;united arab emirates'].flatMap((line) => {
    const all = line.split(';')
    return all.map((name): [string, string[]] => [name, all])
  }),
)

/** Of those that no ending makes. */
const irregular = `american usa,english england,british uk,french france,german germany,dutch netherlands,spanish spain,polish poland,swedish sweden,finnish finland,
danish denmark,irish ireland,scottish scotland,turkish turkey,welsh wales,swiss switzerland,greek greece,norwegian norway,belgian belgium,peruvian peru,
portuguese portugal,thai thailand,czech czech republic,filipino philippines,european europe,asian asia,african africa`
const endings = ['an', 'n', 'ian', 'ean', 'i', 'ese']

const nationalities = new Map<string, string>(
  [...countries].flatMap((country) => {
    const root = country.replace(/[aeoy]$/, '')
    return [...new Set([country, root])].flatMap((start) => endings.map((ending): [string, string] => [`${start}${ending}`, country]))
  }),
)
for (const line of irregular.split(',')) {
  const [, adjective = '', country = ''] = /^\s*(\w+) (.+)$/.exec(line) ?? []
  nationalities.set(adjective, country)
}
const adjectives = Map.groupBy(nationalities.keys(), (adjective) => nationalities.get(adjective) ?? '')

const states = new Map(
  `al alabama,ak alaska,az arizona,ar arkansas,ca california,co colorado,ct connecticut,de delaware,fl florida,ga georgia,hi hawaii,id idaho,il illinois,in indiana,
ia iowa,ks kansas,ky kentucky,la louisiana,me maine,md maryland,ma massachusetts,mi michigan,mn minnesota,ms mississippi,mo missouri,mt montana,ne nebraska,nv nevada,
nh new hampshire,nj new jersey,nm new mexico,ny new york,nc north carolina,nd north dakota,oh ohio,ok oklahoma,or oregon,pa pennsylvania,ri rhode island,
sc south carolina,sd south dakota,tn tennessee,tx texas,ut utah,vt vermont,va virginia,wa washington,wv west virginia,wi wisconsin,wy wyoming`
    .split(',')
    .map((line): [string, string] => [line.trim().slice(0, 2), line.trim().slice(3)]),
)
const codes = new Map([...states].map(([code, name]) => [name, code.toUpperCase()]))

/** Other words for a value that is a place: a country's names, `canadian`, the state behind a code. Codes of states and initials are in capitals, as they are said. */
export function otherWords(key: string, value: string, label: string): string[] {
  const nation = /\b(?:nation|country|citizen|origin)/.test(label) ? nationalities.get(key) : undefined
  const country = nation ?? key
  const called = names.get(country) ?? [country]
  const own = countries.has(country) ? [...called, ...called.flatMap((name) => adjectives.get(name) ?? [])] : []
  const isState = /\bstate\b/.test(label)
  const state = isState && value === value.toUpperCase() ? states.get(key) : undefined
  const code = isState ? codes.get(key) : undefined
  return [...own, ...(state ? [state] : []), ...(code ? [code] : []), ...initials(value)].filter((word) => word !== key)
}

/** "LA" is Los Angeles. */
function initials(value: string): string[] {
  const words = value.split(' ')
  return words.length > 1 && words.length < 5 && words.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word)) ? [words.map((word) => word[0]).join('')] : []
}
