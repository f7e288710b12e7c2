import { abbreviations } from './abbreviations.ts'

const gluedEndings = ['name', 'number', 'date', 'code', 'type', 'year', 'count', 'time', 'price', 'status', 'address', 'title', 'score', 'amount', 'city', 'id']
const notGlued = new Set([
  'update',
  'postcode',
  'barcode',
  'zipcode',
  'account',
  'discount',
  'valid',
  'paid',
  'grid',
  'candidate',
  'mandate',
  'discounts',
  'subtitle',
  'prototype',
  'bid',
  'android',
  'hybrid',
  'covid',
  'rapid',
  'liquid',
  'solid',
  'entitle',
  'runtime',
  'lifetime',
  'overtime',
  'maritime',
  'madrid',
  'void',
  'avoid',
  'squid',
  'lid',
  'kid',
  'aid',
  'acid',
  'fluid',
  'said',
  'centuries',
  'validate',
  'nickname',
  'surname',
  'username',
  'filename',
  'hostname',
  'encode',
  'decode',
  'unicode',
])
/** What they mean at the end of a name only. */
const endings = new Map([
  ['no', 'number'],
  ['cd', 'code'],
])
const namePrefixes = new Set(['tbl', 'dim', 'fct', 'fact', 'vw', 'stg'])

/** Units with a capital inside stay one word: `Usage_kWh`, `Power (kVAr)`, `Speed MHz`. */
const measuringUnit = /(?<!\p{L})[kMGTm](?:Wh|W|VA|VA?rh?|Hz|Pa|B|bps)(?!\p{L})/gu

/** A symbol of letters and digits that is one word of a heading: `PM2.5`, `NO2`, `CO2`. */
const symbol = /(?<![\p{L}\p{N}_.-])\p{Lu}{1,3}\d{1,2}(?:\.\d)?(?![\p{L}\p{N}_.-])/u
/** A unit behind a heading that says nothing as a word: `(°C)`, `(ug/m3)`, `(%)`, `($)`, `(in)`. */
const wordlessUnit = /(?<=\S)\s*[([](?:[^()[\]]*[°%$€£/²³][^()[\]]*|in|c|f)[)\]]\s*$/iu

/** The lower-case words of an identifier as people say them: `InvoiceDate`, `cust_fname` and `dim_orderdate` lose case, signs, prefixes and abbreviations. */
export function identifierWords(said: string): string[] {
  const identifier = said.replace(wordlessUnit, '')
  const [named] = symbol.exec(identifier) ?? []
  if (named !== undefined && named !== identifier) {
    const [before = '', after = ''] = identifier.split(named)
    return [before, after]
      .map((part) => part.trim())
      .flatMap((part, index) => [...(index === 1 ? [named.toLowerCase()] : []), ...(part === '' ? [] : identifierWords(part))])
  }
  if (named !== undefined && named.length < said.length) return [named.toLowerCase()]
  const parts = identifier
    .replace(measuringUnit, (unit) => unit.toLowerCase())
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/([\p{L}])(\d)/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const meaningful = parts.length > 1 && namePrefixes.has(parts[0] ?? '') ? parts.slice(1) : parts
  const words = meaningful
    .flatMap(unglued)
    .flatMap((word, index, all) =>
      index > 0 && index === all.length - 1 && endings.has(word) ? [endings.get(word) ?? word] : (abbreviations.get(word) ?? word).split(' '),
    )
  return words.length > 0 ? words : [identifier.toLowerCase()]
}

function unglued(word: string): string[] {
  if (abbreviations.get(word) !== undefined || notGlued.has(word) || gluedEndings.includes(word)) return [word]
  // "Capacity" and "velocity" are no cities.
  const ending = gluedEndings.find((candidate) => word.endsWith(candidate) && word.length - candidate.length >= 3 && !/[aio]city$/.test(word))
  return ending === undefined ? [word] : [word.slice(0, -ending.length), ending]
}
