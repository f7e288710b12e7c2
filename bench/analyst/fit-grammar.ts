import { readFileSync } from 'node:fs'
import { type Signs, signNames } from '#domain/analyst/grammar/certainty.ts'
import { given as files, leaveOut } from '../smoke.ts'

const usage = 'npm run bench:fit-grammar -- <outcomes of bench:readings>…'
if (files.length === 0) {
  leaveOut('it reads the outcomes of readings.ts')
  console.error(usage)
  process.exit(2)
}

type Judged = { strict: boolean; lenient: boolean; signs: Signs; certainty: number }
type Row = {
  id: string
  set: string
  file: string
  gold: string[]
  readers: { confidence: number; sql: string; strict: boolean; lenient: boolean } | null
  readings: (Judged & { sql: string })[]
}
type Sample = { file: string; set: string; signs: Signs; isRight: boolean; isOpen: boolean; share: number }
type Fit = { bias: number; weights: number[] }

const rows = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row),
)
/** What a database counts for: as much as any other, however many of its questions there are; those of owners' questions three times. */
const shareOf = ({ set }: { set: string }) => (set === 'business' ? 3 : 1)
/** Where the readers answer, the grammar's reading is not asked for; it tells something all the same. */
const openShare = 4
const samples = rows.flatMap(({ file, set, readers, readings: [first], gold }): Sample[] => {
  // Only a reading that leaves no word out may answer.
  if (!first || first.signs.passed > 0) return []
  const isRight = gold.length > 0 && (set === 'business' ? first.strict : first.lenient)
  return [{ file, set, signs: first.signs, isRight, isOpen: readers === null, share: 0 }]
})
for (const some of Map.groupBy(samples, ({ file }) => file).values()) {
  const whole = some.reduce((sum, { isOpen }) => sum + (isOpen ? openShare : 1), 0)
  for (const item of some) item.share = (Math.min(30, some.length) * shareOf(item) * (item.isOpen ? openShare : 1)) / whole
}

/** Each sign counts by how far it is from its mean, in standard deviations, so that all are fitted as fast; the weights that come out are for signs as they are. */
function regress(some: Sample[]): Fit {
  const inputs = some.map(({ signs }) => signNames.map((name) => signs[name]))
  const means = signNames.map((_, at) => inputs.reduce((sum, row) => sum + (row[at] ?? 0), 0) / inputs.length)
  const spreads = signNames.map((_, at) => Math.sqrt(inputs.reduce((sum, row) => sum + ((row[at] ?? 0) - (means[at] ?? 0)) ** 2, 0) / inputs.length) + 1e-9)
  const rows = inputs.map((row) => row.map((value, at) => (value - (means[at] ?? 0)) / (spreads[at] ?? 1)))
  const whole = some.reduce((sum, { share }) => sum + share, 0)
  const weights = signNames.map(() => 0)
  let bias = 0
  for (let round = 0; round < 1500; round++) {
    const slopes = signNames.map((_, at) => -0.003 * (weights[at] ?? 0))
    let slope = 0
    for (const [index, { isRight, share }] of some.entries()) {
      const row = rows[index] ?? []
      const miss = (share / whole) * ((isRight ? 1 : 0) - 1 / (1 + Math.exp(-bias - row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0))))
      slope += miss
      for (const [at, value] of row.entries()) slopes[at] = (slopes[at] ?? 0) + miss * value
    }
    bias += 1.5 * slope
    for (const [at, value] of slopes.entries()) weights[at] = (weights[at] ?? 0) + 1.5 * value
  }
  const own = weights.map((value, at) => value / (spreads[at] ?? 1))
  return { bias: bias - own.reduce((sum, value, at) => sum + value * (means[at] ?? 0), 0), weights: own }
}

const certainty = ({ bias, weights }: Fit, signs: Signs) =>
  1 / (1 + Math.exp(-bias - signNames.reduce((sum, name, at) => sum + signs[name] * (weights[at] ?? 0), 0)))

/** Each database judged by weights fitted on the others, in ten folds. */
const folds = [...new Set(samples.map(({ file }) => file))].sort()
const judged = new Map<Sample, number>()
const parts = 10
for (let part = 0; part < parts; part++) {
  const held = new Set(folds.filter((_, index) => index % parts === part))
  const fit = regress(samples.filter(({ file }) => !held.has(file)))
  for (const sample of samples) if (held.has(sample.file)) judged.set(sample, certainty(fit, sample.signs))
}
const least = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8]
for (const [title, some] of [
  ['where the readers refuse', samples.filter(({ isOpen }) => isOpen)],
  ['where the readers answer', samples.filter(({ isOpen }) => !isOpen)],
] as const)
  for (const [set, own] of Map.groupBy(some, (sample) => sample.set))
    console.log(
      `${title}, ${set} (${own.length}), judged by the others: ${least
        .map((from) => {
          const kept = own.filter((sample) => (judged.get(sample) ?? 0) >= from)
          return `≥ ${from}: ${kept.filter(({ isRight }) => isRight).length}/${kept.length}`
        })
        .join(', ')}`,
    )
const all = regress(samples)
console.log(`bias ${all.bias.toFixed(2)}`)
for (const [at, name] of signNames.entries()) console.log(`  ${name}: ${(all.weights[at] ?? 0).toFixed(2)},`)
