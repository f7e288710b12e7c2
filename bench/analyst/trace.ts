import { shareOf, signNames } from '#domain/analyst/grammar/certainty.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { withRules } from '#domain/analyst/grammar/parse.ts'
import { type GrammarReading, readingsOf } from '#domain/analyst/grammar/read.ts'
import type { Edge, Payload } from '#domain/analyst/grammar/terms.ts'
import type { Clock } from '#domain/analyst/language/calendar.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { layerAsRead } from '#domain/analyst/lexicon/as-read/layer-as-read.ts'
import { questionAsRead } from '#domain/analyst/lexicon/as-read/question-as-read.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'

const MOST_READINGS = 10
/** Shares of the log-odds below this are not told. */
const LEAST_SHARE = 0.05

/** How the grammar reads a question: what each span may name, what its rules make of them, and the likeliest readings with what speaks for each. */
export function traceOf(asked: string, told: Layer, clock: Clock): string[] {
  const layer = layerAsRead(told)
  const question = questionAsRead(asked, layer, clock)
  const tokens = tokenize(question)
  const lexicon = lexiconOf(layer)
  const mentions = mentionsIn(tokens, lexicon, clock)
  const lattice = withRules(mentions, tokens.length, { layer: lexicon.layer }).flat()
  const said = ({ from, to }: Edge) =>
    tokens
      .slice(from, to)
      .map((token) => token.text)
      .join(' ')
  const line = (edge: Edge) => `  ${`${edge.from}-${edge.to}`.padEnd(6)} ${said(edge).padEnd(24)} ${weigh(edge)}  ${edge.text} → ${inWords(edge.payload)}`
  const readings = readingsOf(question, layer, clock, undefined, undefined, MOST_READINGS)
  return [
    `tokens: ${tokens.map(({ text }, index) => `${index} ${text}`).join(' | ')}`,
    '',
    'spans and what they may name (weight, link):',
    ...mentions.toSorted(bySpan).map(line),
    '',
    'what rules make of them:',
    ...lattice
      .filter((edge) => !mentions.includes(edge))
      .toSorted(bySpan)
      .map(line),
    '',
    `readings of the grammar, the likeliest first (${readings.length}):`,
    ...readings.flatMap((reading, index) => inLines(reading, index, layer)),
    ...(readings[0] && readings[1] ? ['', `the first stands before the second by ${lead(readings[0], readings[1])}`] : []),
  ]
}

const bySpan = (one: Edge, other: Edge): number => one.from - other.from || one.to - other.to || other.weight - one.weight

const weigh = ({ weight, link }: Edge): string => `${weight.toFixed(2)} ${link.toFixed(2)}`

function inWords(payload: Payload): string {
  switch (payload.is) {
    case 'word':
      return `word ${payload.lemma}`
    case 'table':
      return `table ${payload.table.name}`
    case 'column':
      return `column ${payload.ref.table.name}.${payload.ref.column.name}`
    case 'value':
      return `value ${payload.ref.table.name}.${payload.ref.column.name} = ${payload.value}${payload.isUnverified ? ' (in no sample)' : ''}`
    case 'measure':
      return `measure ${payload.measure.name}`
    default:
      return `${payload.is} ${JSON.stringify(payload, named).slice(0, 160)}`
  }
}

/** Of tables and columns the names alone. */
function named(key: string, value: unknown): unknown {
  if (key === 'is') return undefined
  return (key === 'table' || key === 'column' || key === 'measure') && typeof value === 'object' && value !== null && 'name' in value ? value.name : value
}

function inLines({ query, weight, certainty, signs, passed, notes, cover }: GrammarReading, index: number, layer: Layer): string[] {
  const shares = signNames.map((name) => ({ name, share: shareOf(signs, name) })).filter(({ share }) => Math.abs(share) >= LEAST_SHARE)
  const { sql, params } = compileQuery(layer, query)
  return [
    `${index + 1}. certainty ${certainty.toFixed(2)}, weight ${weight.toFixed(2)}${passed.length ? `, leaves out ${passed.map(({ text }) => text).join(' ')}` : ''}`,
    `   rules: ${cover.fragments.map(({ text }) => text).join(' | ')}`,
    `   signs: ${shares.map(({ name, share }) => `${name} ${share > 0 ? '+' : ''}${share.toFixed(2)}`).join(', ')}`,
    ...notes.map((note) => `   note: ${note}`),
    `   ${sql.replaceAll(/\s+/g, ' ')}${params.length ? ` ${JSON.stringify(params)}` : ''}`,
  ]
}

/** Weight puts readings in order; the certainty of the first decides whether it is an answer. */
function lead(first: GrammarReading, second: GrammarReading): string {
  const differing = signNames.filter((name) => shareOf(first.signs, name) !== shareOf(second.signs, name))
  const signs = differing.map((name) => `${name} ${(shareOf(first.signs, name) - shareOf(second.signs, name)).toFixed(2)}`)
  return `${(first.weight - second.weight).toFixed(2)} of weight; their signs differ in ${signs.join(', ') || 'nothing'}`
}
