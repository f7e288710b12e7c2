import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Analysis, AnalysisInput, PreviousTurn } from '#domain/analyst/analysis.ts'
import { readingsIn } from '#domain/analyst/grammar/proposals.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { type Candidate, candidatesOf, turnCandidates } from '#domain/analyst/options/candidates.ts'
import { fitted, likelihoodOf, type OptionSigns, signNames } from '#domain/analyst/options/signs.ts'
import { leastWorth, worthOffering } from '#domain/analyst/options/worth.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { leaveOut } from '../smoke.ts'
import { Databases } from './databases.ts'
import { layerOf } from './layers.ts'
import { judge, orderOf } from './score.ts'
import { type Question, readSet, sample } from './sets.ts'

/**
 * Fits how likely each candidate option is what was meant, on questions that are not answered right, and tells by weights fitted on other databases how often the
 * right reading is among those offered. `--blank` also asks questions of the sets with one word put in place by a word that nobody knows: what is offered where a
 * word is not understood is learnt on many databases so. `--kept` reads the judged candidates of a run before from a file, or writes them where there is none.
 */
const usage = 'npm run bench:fit-options -- <folder of sets> <set>… [--questions <number per set>] [--blank <number per set>] [--kept <file>]'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { questions: { type: 'string' }, blank: { type: 'string' }, kept: { type: 'string' }, smoke: { type: 'boolean' } },
})
const [folder, ...sets] = positionals
if (folder === undefined || sets.length === 0) {
  leaveOut('it asks the questions of sets that are not part of the project')
  console.error(usage)
  process.exit(2)
}

type Judged = { candidate: Candidate; isRight: boolean }
type Asked = { set: string; file: string; semantic: string | null; judged: Judged[]; isRefused: boolean; hasAnswer: boolean; share: number }
type Fit = typeof fitted

/** Not fitted: what the readers are sure of is answered, and stands here only beside options of the turn before. */
const given: (typeof signNames)[number][] = ['sure']

const most = 3
const cache: LexiconCache = new Map()
const databases = new Databases()
const mostJudged = 120

function isRight(question: Question, layer: Layer, query: SemanticQuery): boolean {
  try {
    const { sql, params } = compileQuery(layer, query)
    const rows = databases.rows(
      question.file,
      sql,
      params.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
    )
    return question.gold.some((gold) => judge(databases.goldRows(question.file, gold), rows, orderOf(gold)).strict)
  } catch {
    return false
  }
}

/** How the readers read a question, however unsure they are. */
const readers = (input: AnalysisInput): Analysis => analyseQuestion({ ...input, leastCertainty: 0.05, withoutGrammar: true })

/** The turn answered last of each dialog; what is asked after one that got no answer is left out, as it has nothing to go on from. */
const turns = new Map<string, PreviousTurn | null>()

/** A question with its candidates, each judged; null where it is answered right. */
async function ask(question: Question, set: string): Promise<Asked | null> {
  const layer = await layerOf(question.file, question.semantic)
  const clock = { now: new Date(question.now === null ? '2024-05-15T09:00:00Z' : `${question.now.replace(' ', 'T')}Z`), timeZone: 'UTC' }
  const previous = question.turn > 0 && question.dialog !== null ? (turns.get(question.dialog) ?? null) : null
  if (question.turn > 0 && previous === null) return null
  const input: AnalysisInput = { question: question.text, layer, previous, clock, cache }
  const analysis = analyseQuestion(input)
  if (question.dialog !== null) turns.set(question.dialog, analysis.kind === 'query' ? { question: question.text, query: analysis.query } : null)
  if (analysis.kind === 'query' && (question.gold.length === 0 || isRight(question, layer, analysis.query))) return null
  const known = new Map<string, boolean>()
  const alone = { ...input, previous: null }
  const candidates =
    previous === null ? candidatesOf(alone, readingsIn(alone), readers(alone)) : turnCandidates(input, [{ query: previous.query, after: undefined }], readers)
  const judged = candidates.slice(0, mostJudged).map((candidate): Judged => {
    const key = JSON.stringify(candidate.query)
    if (!known.has(key)) known.set(key, question.gold.length > 0 && isRight(question, layer, candidate.query))
    return { candidate, isRight: known.get(key) === true }
  })
  return { set, file: question.file, semantic: question.semantic, judged, isRefused: analysis.kind !== 'query', hasAnswer: question.gold.length > 0, share: 1 }
}

/** The question with one of its content words turned into one that nobody knows; which one is told by its place among the questions. */
function blanked(question: Question, at: number): Question[] {
  const words = [...question.text.matchAll(/\b[a-z]{4,}\b/g)].filter(([word]) => !particles.has(word))
  const word = words[at % Math.max(1, words.length)]
  return word ? [{ ...question, text: `${question.text.slice(0, word.index)}zorple${question.text.slice(word.index + word[0].length)}` }] : []
}

/** All questions of the sets that are not answered right. */
async function askAll(from: string): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const set of sets) {
    const questions = readSet(from, set)
    const some = values.questions === undefined ? questions : sample(questions, Number(values.questions))
    for (const question of some)
      asked.push(...[await ask(question, question.turn > 0 ? `${question.set} later turns` : question.set)].filter((item) => item !== null))
    if (values.blank === undefined) continue
    const answerable = sample(
      questions.filter(({ gold, turn }) => gold.length > 0 && turn === 0),
      Number(values.blank),
    ).flatMap(blanked)
    for (const question of answerable) asked.push(...[await ask(question, `${set} blanked`)].filter((item) => item !== null))
  }
  return asked
}

const asked: Asked[] =
  values.kept !== undefined && existsSync(values.kept)
    ? readFileSync(values.kept, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Asked)
    : await askAll(folder)
if (values.kept !== undefined && !existsSync(values.kept)) writeFileSync(values.kept, asked.map((item) => `${JSON.stringify(item)}\n`).join(''))
const layers = new Map<string, Layer>()
for (const { file, semantic } of asked) if (!layers.has(file)) layers.set(file, await layerOf(file, semantic))

// Each database counts alike, whatever number of questions it has; owners' own three times, and blanked questions half.
for (const some of Map.groupBy(asked, ({ file, set }) => `${set} ${file}`).values())
  for (const item of some)
    item.share = (Math.min(20, some.length) / some.length) * (item.set.startsWith('business') ? 3 : 1) * (item.set.endsWith('blanked') ? 0.5 : 1)

/** A logistic regression by gradient on standardised signs, with a little pull to nothing. */
function regress(some: Asked[]): Fit {
  const rows = some.flatMap(({ judged, share }) =>
    judged.map(({ candidate, isRight: right }) => ({ x: signNames.map((name) => candidate.signs[name] ?? 0), right, share })),
  )
  const whole = rows.reduce((sum, { share }) => sum + share, 0)
  const means = signNames.map((_, at) => rows.reduce((sum, { x }) => sum + (x[at] ?? 0), 0) / rows.length)
  const spreads = signNames.map((_, at) => Math.sqrt(rows.reduce((sum, { x }) => sum + ((x[at] ?? 0) - (means[at] ?? 0)) ** 2, 0) / rows.length) + 0.02)
  for (const row of rows) row.x = row.x.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1))
  const weights = signNames.map(() => 0)
  let bias = -3
  for (let round = 0; round < 500; round++) {
    const slopes = signNames.map((_, at) => -0.002 * (weights[at] ?? 0))
    let slope = 0
    for (const { x, right, share } of rows) {
      let z = bias
      for (let at = 0; at < x.length; at++) z += (x[at] ?? 0) * (weights[at] ?? 0)
      const miss = (share / whole) * ((right ? 1 : 0) - 1 / (1 + Math.exp(-z)))
      slope += miss
      for (let at = 0; at < x.length; at++) slopes[at] = (slopes[at] ?? 0) + miss * (x[at] ?? 0)
    }
    bias += 4 * slope
    for (let at = 0; at < weights.length; at++) weights[at] = (weights[at] ?? 0) + 4 * (slopes[at] ?? 0)
  }
  const own = weights.map((value, at) => value / (spreads[at] ?? 1))
  const zero = bias - own.reduce((sum, value, at) => sum + value * (means[at] ?? 0), 0)
  return {
    bias: zero,
    weights: Object.fromEntries(signNames.map((name, at) => [name, given.includes(name) ? (fitted.weights[name] ?? 0) : (own[at] ?? 0)])) as OptionSigns,
  }
}

/** Whether anything is offered by some weights, and whether the right reading is among it. */
function offeredBy({ judged, file }: Asked, fit: Fit, least = leastWorth): { isOffered: boolean; isRight: boolean } {
  const rights = new Map(judged.map(({ candidate, isRight: right }) => [candidate.query, right]))
  const ranked = judged
    .map(({ candidate }) => ({ ...candidate, likelihood: likelihoodOf(candidate.signs, fit) }))
    .toSorted((a, b) => b.likelihood - a.likelihood)
  const layer = layers.get(file)
  if (!layer) throw new Error(`the layer of ${file} is not read`)
  const picked = worthOffering(ranked, layer, most, least)
  return { isOffered: picked.length > 0, isRight: picked.some(({ query }) => rights.get(query) === true) }
}

/** Each database judged by weights fitted on the others, in ten folds. */
const files = [...new Set(asked.map(({ file }) => file))].sort()
const parts = Math.min(10, files.length)
const judgedBy = new Map<Asked, Fit>()
for (let part = 0; part < parts; part++) {
  const held = new Set(files.filter((_, index) => index % parts === part))
  const fit = regress(asked.filter(({ file, hasAnswer }) => hasAnswer && !held.has(file)))
  for (const item of asked) if (held.has(item.file)) judgedBy.set(item, fit)
}
const all = regress(asked.filter(({ hasAnswer }) => hasAnswer))
for (const [title, fitOf] of [
  ['as it is', () => fitted],
  ['by weights of other databases', (item: Asked) => judgedBy.get(item) ?? all],
  ['by weights of all', () => all],
] as [string, (item: Asked) => Fit][]) {
  console.log(`\n${title}`)
  for (const [set, some] of Map.groupBy(asked, (item) => item.set)) {
    const told = some.map((item) => ({ ...offeredBy(item, fitOf(item)), hasRight: item.judged.some(({ isRight: right }) => right), file: item.file }))
    const line = (name: string, these: typeof told) =>
      `  ${name}: ${these.length} not answered right, ${these.filter(({ hasRight }) => hasRight).length} with the right reading among all candidates, ${these.filter(({ isOffered }) => isOffered).length} asked back, ${these.filter(({ isRight: right }) => right).length} with the right one among three`
    console.log(line(set, told))
    if (set === 'business') for (const [file, own] of Map.groupBy(told, (item) => item.file)) console.log(`  ${line(file.replace(/^.*\//, ''), own)}`)
  }
}
console.log('\nby weights of other databases, where one of three must be so likely: asked back / with the right one')
for (const [set, some] of Map.groupBy(asked, (item) => item.set)) {
  const at = [0.06, 0.1, 0.14, 0.2, 0.3].map((least) => {
    const told = some.map((item) => offeredBy(item, judgedBy.get(item) ?? all, least))
    return `≥ ${least}: ${told.filter(({ isOffered }) => isOffered).length} / ${told.filter(({ isRight: right }) => right).length}`
  })
  console.log(`  ${set} (${some.length}): ${at.join(', ')}`)
}
console.log(`\nbias: ${all.bias.toFixed(2)},`)
for (const name of signNames) console.log(`  ${/-/.test(name) ? `'${name}'` : name}: ${(all.weights[name] ?? 0).toFixed(2)},`)
