import { singular } from '#domain/semantics/describe/english.ts'
import { plainLetters } from './plain-letters.ts'

/** One word, number, quoted text or sign of a question. `start` and `end` are character offsets. */
export type Token = {
  kind: 'word' | 'number' | 'quoted' | 'sign'
  text: string
  lower: string
  /** Singular of a word, for looking names up. */
  stem: string
  /** Of a number: its value, with k, m, bn and percent signs read. */
  value: number | null
  start: number
  end: number
  isCapitalised: boolean
  isPossessive: boolean
  /** The word that was meant, where it was misspelt; `lower` and `stem` are those of it. */
  corrected?: string
}

const said =
  /(?<symbol>(?<![\p{L}\d])\p{L}{1,4}\d{1,3}\.\d(?!\d))|(?<date>\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?|\d{4}-(?:\d{2}|[Qq][1-4])(?![\d-]))|(?<number>(?<=^|[\s(])-(?=\d)[$€£]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\d])|[$€£]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:\s?[%€£$]|[kKmM](?![\p{L}])|bn\b)?(?![\p{L}\d]))|(?<address>[\p{L}\d._+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)|(?<short>(?:\p{L}\.){2,}|Ph\.D\.?)|(?<word>[\p{L}\d]+(?:['’][\p{L}]+)*['’]?)/u
const pattern = new RegExp(`${said.source}|(?<sign>>=|<=|!=|<>|[><=,;:?!.()&/+*%#-])`, 'gu')
const saidOnly = new RegExp(said.source, 'gu')
const plainPhrase = /^[a-z]+(?: [a-z]+)*$/i

const quotes: [string, string][] = [
  ['"', '"'],
  ['“', '”'],
  ['‘', '’'],
  ["'", "'"],
  ['`', '`'],
]

/** Splits a question into tokens; text in quotes stays whole. */
export function tokenize(question: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const quoted of quotedParts(question)) {
    tokens.push(...plainTokens(question.slice(from, quoted.start), from))
    const text = question.slice(quoted.start + 1, quoted.end - 1).trim()
    if (text !== '') tokens.push(token('quoted', text, quoted.start, quoted.end))
    from = quoted.end
  }
  tokens.push(...plainTokens(question.slice(from), from))
  return tokens
}

/** The key under which a phrase is looked up: its words in lower case, without signs. */
export function phraseKey(phrase: string): string {
  if (plainPhrase.test(phrase)) return phrase.toLowerCase()
  return (phrase.match(saidOnly) ?? [])
    .map((text) => (apostrophe.test(text) ? wordToken(text, 0, 0).lower : plainLetters(withoutStop(text.toLowerCase()))))
    .join(' ')
}

function plainTokens(text: string, offset: number): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(pattern)) {
    const { symbol, date, number, address, short, word } = match.groups ?? {}
    const start = offset + match.index
    const end = start + match[0].length
    if (symbol !== undefined || date !== undefined) tokens.push(token('word', symbol ?? date ?? '', start, end))
    else if (number !== undefined) tokens.push({ ...token('number', number, start, end), value: numberValue(number) })
    else if (address !== undefined) tokens.push(token('quoted', address, start, end))
    else if (short !== undefined) tokens.push({ ...token('word', short, start, end), lower: withoutStop(short.toLowerCase()) })
    else if (word !== undefined) tokens.push(wordToken(word, start, end))
    else tokens.push(token('sign', match[0], start, end))
  }
  return tokens
}

/** "Ph.D." and "Ph.D" are one. */
const withoutStop = (short: string): string => short.replace(/(?<=\.\p{L})\.$/u, '')

const apostrophe = /['’]/

function wordToken(word: string, start: number, end: number): Token {
  if (!apostrophe.test(word)) return token('word', word, start, end)
  const contraction = /^(.*)n['’]t$/i.exec(word)
  if (contraction) return { ...token('word', word, start, end), lower: `${contraction[1]?.toLowerCase()}n't`, stem: `${contraction[1]?.toLowerCase()}n't` }
  const possessive = /^(.*?)(?:['’]s|s['’]|['’])$/.exec(word)
  if (!possessive) return token('word', word.replace(/['’](?:re|ve|ll|d|m)$/i, ''), start, end)
  const owner = /s['’]$/.test(word) ? word.slice(0, -1) : (possessive[1] ?? word)
  return { ...token('word', owner, start, end), isPossessive: true }
}

function token(kind: Token['kind'], text: string, start: number, end: number): Token {
  const lower = plainLetters(text.toLowerCase())
  return { kind, text, lower, stem: singular(lower), value: null, start, end, isCapitalised: /^\p{Lu}/u.test(text), isPossessive: false }
}

function numberValue(text: string): number {
  const value = Number(text.replace(/[$€£,%\s]|[kKmM]$|bn$/g, ''))
  if (/[kK]$/.test(text)) return value * 1e3
  if (/[mM]$/.test(text)) return value * 1e6
  return text.endsWith('bn') ? value * 1e9 : value
}

function quotedParts(text: string): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  for (let position = 0; position < text.length; position++) {
    const pair = quotes.find(([open]) => open === text[position])
    const before = text[position - 1]
    if (!pair || (before !== undefined && /[\p{L}\d]/u.test(before))) continue
    const end = closing(text, position + 1, pair[1])
    if (end === -1) continue
    parts.push({ start: position, end: end + 1 })
    position = end
  }
  return parts
}

// An apostrophe inside a word (`driver's`) closes nothing.
function closing(text: string, from: number, sign: string): number {
  for (let end = text.indexOf(sign, from); end !== -1; end = text.indexOf(sign, end + 1)) {
    if (end > from && (sign === '"' || sign === '”' || !/[\p{L}\d]/u.test(text[end + 1] ?? ' '))) return end
  }
  return -1
}
