import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { analystCases } from '#domain/analyst/cases/analyse.cases.ts'
import { phrasingCases } from '#domain/analyst/cases/phrasing.cases.ts'
import { regressionCases } from '#domain/analyst/cases/regression.cases.ts'
import { certaintyOf, type Doubts } from '#domain/analyst/certainty/certainty.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { given as files, leaveOut } from '../smoke.ts'
import type { Outcome } from './asking.ts'
import { halvesOf, type Question } from './sets.ts'

const usage = 'npm run bench:fit -- <outcomes of a run with --least 0.01>…'
/** What a set counts for, however many answers it has, so that none decides alone; the largest counts twice. */
const shares: Record<string, number> = { spider: 2, defog: 0.6, geography: 0.3, dialog: 0.4, chinook: 0.15, nlv: 0.15, viseval: 0.15, tests: 0.5 }
const bounds: Record<string, number> = { verbs: 4, unheeded: 2, tables: 2 }
const wanted = 0.85
/** Not fitted: what a choice costs decides which readings there are, a follow-up was judged where it was asked, and many tables to many are daily fare. */
const given: Partial<Record<string, number>> = { rechosen: -1.3, followed: -0.4, links: -0.5, bridged: -0.4 }

type Answer = { set: string; half: 'a' | 'b'; doubts: Doubts; isRight: boolean; share: number }
type Fit = { bias: number; weights: number[] }

if (files.length === 0) {
  leaveOut('it reads the outcomes of bench:analyst')
  console.error(usage)
  process.exit(2)
}
const rows = files
  .flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
  .map((line) => JSON.parse(line) as Outcome & { set: string; file: string; gold: string[] })
const halves = halvesOf(rows as unknown as Question[])
const total = Map.groupBy(rows, ({ set }) => set)
const answers = rows.flatMap(({ id, set, file, kind, doubts, lenient, gold }): Answer[] => {
  if (kind !== 'query' || !doubts || doubts.followed > 0 || gold.length === 0 || shares[set] === undefined) return []
  // One database has no halves.
  const isWhole = ['geography', 'chinook'].includes(set) || basename(file) === ''
  const half = isWhole ? ((id.codePointAt(id.length - 1) ?? 0) % 2 === 0 ? 'a' : 'b') : (halves.get(file) ?? 'a')
  return [{ set, half, doubts, isRight: lenient, share: 0 }]
})
answers.push(...tested())
for (const [set, some] of Map.groupBy(answers, (answer) => answer.set)) for (const answer of some) answer.share = (shares[set] ?? 0) / some.length
const names = Object.keys(answers.at(-1)?.doubts ?? {}) as (keyof Doubts)[]

/** The questions of the tests, which are all read right. */
function tested(): Answer[] {
  const layer = layerOfSqlite('examples/chinook.sqlite')
  const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
  const cases = [analystCases, regressionCases, phrasingCases].flatMap((kind) => Object.values(kind).flat())
  return cases.flatMap(([question], index): Answer[] => {
    const analysis = analyseQuestion({ question, layer, previous: null, clock, leastCertainty: 0 })
    return analysis.kind === 'query' && !analysis.query.combine
      ? [{ set: 'tests', half: index % 2 === 0 ? 'a' : 'b', doubts: analysis.doubts, isRight: true, share: 0 }]
      : []
  })
}

/** Weights that make the answers likeliest, by gradient; none may speak for an answer, and none is worth more than what it tells. */
function regress(some: Answer[]): Fit {
  const inputs = some.map(({ doubts }) => inputsOf(doubts))
  const whole = some.reduce((sum, { share }) => sum + share, 0)
  const scales = names.map((_, at) => spread(inputs.map((row) => row[at] ?? 0)))
  const weights = names.map((name) => given[name] ?? 0)
  let bias = 1
  for (let round = 0; round < 2500; round++) {
    const slopes = names.map(() => 0)
    let slope = 0
    for (const [index, { isRight, share }] of some.entries()) {
      const row = inputs[index] ?? []
      const miss = ((share / whole) * (isRight ? 1 : 0) - share / whole / (1 + Math.exp(-dot(weights, row) - bias))) as number
      slope += miss
      for (let at = 0; at < row.length; at++) slopes[at] = (slopes[at] ?? 0) + miss * (row[at] ?? 0)
    }
    bias += slope
    for (const [at, name] of names.entries()) {
      const scale = scales[at] ?? 1
      const step = (slopes[at] ?? 0) / scale - 0.016 * (weights[at] ?? 0) * scale
      if (given[name] === undefined) weights[at] = Math.min(0, (weights[at] ?? 0) + step / scale)
    }
  }
  return { bias, weights }
}

function inputsOf(doubts: Doubts): number[] {
  return names.map((name) => Math.min(doubts[name] ?? 0, bounds[name] ?? 3))
}

function spread(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) + 0.03
}

function dot(weights: number[], row: number[]): number {
  let sum = 0
  for (let at = 0; at < row.length; at++) sum += (weights[at] ?? 0) * (row[at] ?? 0)
  return sum
}

/** How often a right answer is thought likelier than a wrong one. */
function order(some: Answer[], certainty: (answer: Answer) => number): number {
  const sorted = some.map((answer) => ({ isRight: answer.isRight, by: certainty(answer) })).sort((one, other) => one.by - other.by)
  let [wrong, sum] = [0, 0]
  for (let at = 0; at < sorted.length; ) {
    const same = sorted.filter(({ by }, index) => index >= at && by === sorted[at]?.by)
    const bad = same.filter(({ isRight }) => !isRight).length
    sum += (same.length - bad) * (wrong + bad / 2)
    wrong += bad
    at += same.length
  }
  return sum / (wrong * (sorted.length - wrong))
}

function report(title: string, some: Answer[], certainty: (answer: Answer) => number): void {
  const bySet = [...Map.groupBy(some, ({ set }) => set)]
  console.log(`${title}: order ${bySet.map(([set, answered]) => `${set} ${order(answered, certainty).toFixed(3)}`).join(', ')}`)
}

/** The least certainty above which that much of the answers is right, and how much of the set is answered then. */
function threshold(set: string, certainty: (answer: Answer) => number): void {
  const sorted = answers
    .filter((answer) => answer.set === set)
    .map((answer) => ({ isRight: answer.isRight, by: certainty(answer) }))
    .sort((one, other) => other.by - one.by)
  let [right, best] = [0, { least: 1, answered: 0 }]
  for (const [index, { isRight, by }] of sorted.entries()) {
    if (isRight) right += 1
    if (right / (index + 1) >= wanted) best = { least: by, answered: index + 1 }
  }
  console.log(`${set}: ${wanted} right from ${best.least.toFixed(3)}, ${((100 * best.answered) / (total.get(set)?.length ?? 1)).toFixed(1)} % answered`)
}

const certaintyBy =
  ({ bias, weights }: Fit) =>
  ({ doubts }: Answer) =>
    1 / (1 + Math.exp(-dot(weights, inputsOf(doubts)) - bias))
const halfOf = (half: 'a' | 'b') => answers.filter((answer) => answer.half === half)
report('as it is', answers, ({ doubts }) => certaintyOf(doubts))
report('fitted on a, on b', halfOf('b'), certaintyBy(regress(halfOf('a'))))
report('fitted on b, on a', halfOf('a'), certaintyBy(regress(halfOf('b'))))
const all = regress(answers)
report('fitted on all', answers, certaintyBy(all))
for (const set of total.keys()) if (shares[set] !== undefined) threshold(set, certaintyBy(all))
const least = answers
  .filter(({ set }) => set === 'tests')
  .map(certaintyBy(all))
  .sort((a, b) => a - b)
console.log(
  `tests: the least certain ${least
    .slice(0, 12)
    .map((value) => value.toFixed(2))
    .join(', ')}`,
)
console.log(`bias ${all.bias.toFixed(2)}`)
for (const [at, name] of names.entries()) console.log(`  ${name}: ${(all.weights[at] ?? 0).toFixed(2)},`)
