import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isSmoke } from '../smoke.ts'
import { askAll } from './ask-all.ts'
import { engineLines } from './engine.ts'
import { missedFloors } from './floors.ts'
import { type Asked, tableOf } from './report.ts'
import { keepResults, regressionLines, resultsOf } from './results.ts'
import { halvesOf, ownSets, readSet, sample, setsIn } from './sets.ts'

const kept = fileURLToPath(new URL('../results/analyst.json', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string' },
    half: { type: 'string' },
    outcomes: { type: 'string' },
    least: { type: 'string' },
    keep: { type: 'boolean' },
    smoke: { type: 'boolean' },
  },
})
/** Without a folder: the sets that come with the project. */
const [folder = ownSets, ...wanted] = positionals
const most = isSmoke ? 12 : values.questions === undefined ? null : Number(values.questions)
// Below the analyst's own threshold the curve can only be seen when it answers there; the asking processes read it.
if (values.least !== undefined) process.env.LEAST_CERTAINTY = values.least

const chosen = (wanted.length > 0 ? wanted : setsIn(folder)).flatMap((set) => {
  const found = readSet(folder, set)
  // The halves of the table: databases asked only what has no answer are in neither.
  const halves = halvesOf(found.filter(({ gold }) => gold.length > 0))
  const all = found.filter(({ file }) => values.half === undefined || halves.get(file) === values.half)
  const parts = [...Map.groupBy(all, (question) => question.set).values()]
  return parts.flatMap((questions) => (most === null ? questions : sample(questions, most)))
})
const outcomes = await askAll(chosen)
const asked = chosen.flatMap((question): Asked[] => {
  const outcome = outcomes.get(question.id)
  return outcome ? [{ question, outcome }] : []
})
const bySet = Map.groupBy(asked, ({ question }) => question.set)
for (const [set, some] of bySet) console.log(tableOf(set, some).join('\n'))
if (!isSmoke) console.log((await engineLines()).join('\n'))
const results = Object.fromEntries([...bySet].map(([set, some]) => [set, resultsOf(some)]))
console.log(regressionLines(kept, results).join('\n'))
if (values.keep && !isSmoke) keepResults(kept, results)
if (values.outcomes !== undefined) {
  const lines = asked.map(({ question, outcome }) =>
    JSON.stringify({ ...outcome, set: question.set, file: question.file, text: question.text, gold: question.gold }),
  )
  writeFileSync(values.outcomes, `${lines.join('\n')}\n`)
}
const short = isSmoke ? [] : missedFloors(bySet)
console.log('')
console.log(short.length === 0 ? `all floors are met by ${asked.length} questions of ${bySet.size} sets` : `short of the floor: ${short.join('; ')}`)
process.exitCode = short.length === 0 ? 0 : 1
