import { basename } from 'node:path'
import type { Outcome } from './asking.ts'
import { halvesOf, type Question } from './sets.ts'

export type Asked = { question: Question; outcome: Outcome }

const charts: Record<string, string> = {
  'stacked bar': 'bar',
  'grouped bar': 'bar',
  'grouping line': 'line',
  'grouping scatter': 'scatter',
}
const thresholds = [0.5, 0.6, 0.7, 0.77, 0.85]

export const share = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole)
const shown = (value: number): string => value.toFixed(1).padStart(6)
const countOf = (asked: Asked[], fits: (outcome: Outcome) => boolean): number => asked.filter(({ outcome }) => fits(outcome)).length

export type Figures = {
  n: number
  answered: number
  strict: number
  lenient: number
  precisionStrict: number
  precisionLenient: number
  p50: number
  p95: number
}

/** The figures of a set, as shares of a hundred and milliseconds. */
export function figuresOf(asked: Asked[]): Figures {
  const answered = countOf(asked, ({ kind }) => kind === 'query')
  const [strict, lenient] = [countOf(asked, (outcome) => outcome.strict), countOf(asked, (outcome) => outcome.lenient)]
  const times = asked.map(({ outcome }) => outcome.milliseconds).sort((a, b) => a - b)
  const quantile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return {
    n: asked.length,
    answered: share(answered, asked.length),
    strict: share(strict, asked.length),
    lenient: share(lenient, asked.length),
    precisionStrict: share(strict, answered),
    precisionLenient: share(lenient, answered),
    p50: quantile(0.5),
    p95: quantile(0.95),
  }
}

const heading = `${''.padEnd(26)}     n  answered  strict  lenient  precision: strict  lenient   p50 ms  p95 ms`

/** One table of a set: all, its categories, its two halves of databases, the curve and the causes of misses. */
export function tableOf(set: string, asked: Asked[]): string[] {
  const lines = ['', `== ${set}`]
  if (asked.every(({ question }) => question.gold.length === 0)) {
    const refused = countOf(asked, ({ kind }) => kind === 'refusal' || kind === 'clarification')
    const back = countOf(asked, ({ kind }) => kind === 'clarification')
    return [...lines, `questions without an answer: ${asked.length}, refused ${shown(share(refused, asked.length)).trim()} % (${back} of them asked back)`]
  }
  lines.push(heading, lineOf('all', asked))
  const isAskedBack = ({ kind }: Outcome) => kind === 'clarification'
  const [askedBack, offered] = [countOf(asked, isAskedBack), countOf(asked, (outcome) => isAskedBack(outcome) && outcome.offered)]
  const first = countOf(asked, (outcome) => isAskedBack(outcome) && outcome.place === 1)
  if (askedBack > 0) {
    const silent = asked.length - countOf(asked, ({ kind }) => kind === 'query')
    lines.push(
      `asked back: ${shown(share(askedBack, asked.length)).trim()} %, of these with the right reading among the options: ${shown(share(offered, askedBack)).trim()} % (first of them: ${shown(share(first, askedBack)).trim()} %), of all that are not answered: ${shown(share(offered, silent)).trim()} %`,
      optionsLine(asked),
    )
  }
  lines.push(...missedLines(asked))
  const categories = groups(asked, ({ question }) => question.category)
  if (categories.length > 1) for (const [category, some] of categories) lines.push(lineOf(category, some))
  if (asked.some(({ question }) => question.dialog !== null))
    for (const [turn, some] of groups(asked, ({ question }) => (question.turn === 0 ? 'turn 1' : question.turn < 3 ? `turn ${question.turn + 1}` : 'turn 4+')))
      lines.push(lineOf(turn, some))
  const half = halvesOf(asked.map(({ question }) => question))
  const halves = groups(asked, ({ question }) => half.get(question.file) ?? '')
  if (halves.length === 2) {
    for (const [name, some] of halves) lines.push(lineOf(`databases, half ${name}`, some))
    const [a, b] = halves.map(([, some]) => figuresOf(some).strict)
    lines.push(`gap between the halves: ${Math.abs((a ?? 0) - (b ?? 0)).toFixed(1)} points strict`)
  }
  const chart = chartLine(asked)
  if (chart !== null) lines.push(chart)
  if (asked.some(({ question }) => question.drawn !== null)) lines.push(drawnLine(asked))
  lines.push(...curveOf(asked), sureLine(asked), causesOf(asked))
  return lines
}

/** Of all that is not answered right, whatever is said instead, how much has the right reading among what is offered; and by database, where there are few. */
function missedLines(asked: Asked[]): string[] {
  const missed = asked.filter(({ question, outcome }) => question.gold.length > 0 && !outcome.strict)
  const line = (name: string, some: Asked[]) => {
    const offered = countOf(some, (outcome) => outcome.offered)
    return `${name}: ${shown(share(offered, some.length)).trim()} % (${offered} of ${some.length})`
  }
  const byFile = groups(missed, ({ question }) => basename(question.file, '.sqlite'))
  const beside = asked.filter(({ outcome }) => outcome.beside > 0)
  return [
    line('of all that are not answered right, with the right reading among what is offered', missed),
    ...(byFile.length <= 10 ? [`  ${byFile.map(([name, some]) => line(name, some)).join(', ')}`] : []),
    `other readings are offered beside ${beside.length} answers, ${countOf(beside, ({ strict }) => strict)} of them right`,
  ]
}

/** Whether each option is answered when it is chosen, and tells other rows than the one before. */
function optionsLine(asked: Asked[]): string {
  const sum = (part: keyof Outcome['options']) => asked.reduce((all, { outcome }) => all + outcome.options[part], 0)
  return `options: ${sum('shown')} shown, ${sum('failed')} without an answer when chosen, ${sum('alike')} with the rows of another`
}

/** What is answered in a model's place where it is to be, and how much of it is right. */
function sureLine(asked: Asked[]): string {
  const sure = asked.filter(({ outcome }) => outcome.sure)
  const right = countOf(sure, ({ lenient }) => lenient)
  return `sure: answered ${share(sure.length, asked.length).toFixed(1)} %, precision lenient ${share(right, sure.length).toFixed(1)} % (${right} of ${sure.length})`
}

function groups(asked: Asked[], key: (item: Asked) => string): [string, Asked[]][] {
  return [...Map.groupBy(asked, key)].sort(([a], [b]) => (a < b ? -1 : 1))
}

function lineOf(name: string, asked: Asked[]): string {
  const { n, answered, strict, lenient, precisionStrict, precisionLenient, p50, p95 } = figuresOf(asked)
  const columns = [
    String(n).padStart(5),
    shown(answered).padStart(9),
    shown(strict).padStart(7),
    shown(lenient).padStart(8),
    shown(precisionStrict).padStart(18),
  ]
  return `${name.padEnd(26)} ${[...columns, shown(precisionLenient).padStart(8), shown(p50).padStart(8), shown(p95).padStart(7)].join(' ')}`
}

/** How often the chart is the one expected, of all and of the answered. */
export function chartShare(asked: Asked[]): { all: number; answered: number } | null {
  const charted = asked.filter(({ question }) => question.chart !== null)
  if (charted.length === 0) return null
  const right = charted.filter(({ question, outcome }) => outcome.chart === (charts[question.chart?.toLowerCase() ?? ''] ?? question.chart?.toLowerCase()))
  return {
    all: share(right.length, charted.length),
    answered: share(
      right.length,
      countOf(charted, ({ kind }) => kind === 'query'),
    ),
  }
}

function chartLine(asked: Asked[]): string | null {
  const found = chartShare(asked)
  if (found === null) return null
  const fields = asked.filter(({ outcome }) => outcome.fields)
  const answered = countOf(asked, ({ kind }) => kind === 'query')
  const types = `chart type: ${found.answered.toFixed(1)} % of the answered, ${found.all.toFixed(1)} % of all`
  // Only columns that the expected SQL quotes can be told from other words of it.
  if (!asked.every(({ question }) => question.gold.every((gold) => /^select[^(]*"|^select count\(\*\)|^select \w+\("/i.test(gold)))) return types
  return `fields and aggregate: ${share(fields.length, answered).toFixed(1)} % of the answered, ${share(fields.length, asked.length).toFixed(1)} % of all; ${types}`
}

/** How much is right when rows that the chart asked for draws count as well as those of the SQL given. */
function drawnLine(asked: Asked[]): string {
  const [strict, lenient] = [countOf(asked, ({ drawn }) => drawn.strict), countOf(asked, ({ drawn }) => drawn.lenient)]
  return `as the chart draws it: strict ${share(strict, asked.length).toFixed(1)} %, lenient ${share(lenient, asked.length).toFixed(1)} %`
}

/** Answered share and precision if only answers of at least some confidence were given. */
function curveOf(asked: Asked[]): string[] {
  return thresholds.map((least) => {
    const kept = asked.filter(({ outcome }) => outcome.kind === 'query' && outcome.confidence >= least)
    const [strict, lenient] = [countOf(kept, (outcome) => outcome.strict), countOf(kept, (outcome) => outcome.lenient)]
    return `confidence ≥ ${least.toFixed(2)}: answered ${shown(share(kept.length, asked.length))} %, precision strict ${shown(share(strict, kept.length))} %, lenient ${shown(share(lenient, kept.length))} %`
  })
}

function causesOf(asked: Asked[]): string {
  const missed = asked.filter(({ outcome }) => !outcome.strict)
  const causes = groups(missed, ({ outcome }) => `${outcome.cause ?? 'grammar'}${outcome.kind === 'query' ? ' (answered)' : ''}`)
  return `misses by cause: ${causes.map(([cause, some]) => `${cause} ${share(some.length, missed.length).toFixed(0)} %`).join(', ')}`
}
