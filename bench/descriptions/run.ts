import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { Layer } from '#domain/semantics/layer.ts'
import { installedModel, MODEL } from '#test/local-model.ts'
import { Asker, type Outcome } from '../analyst/asking.ts'
import { layerOf } from '../analyst/layers.ts'
import { type Question, readSet, setsIn } from '../analyst/sets.ts'
import { leaveOut } from '../smoke.ts'
import { Describer, type Written } from './described.ts'
import { isLinked } from './linked.ts'
import { withoutWords, withWords } from './worded.ts'

/** What descriptions are worth to the builtin analyst: its questions over names alone, the built-in describer's words, and those of a small model. */
const usage = 'npm run bench:descriptions -- <folder of sets> [set…] [--databases <name,name>] [--threads <number>]'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { databases: { type: 'string' }, threads: { type: 'string', default: '2' }, smoke: { type: 'boolean' } },
})
const [folder, ...sets] = positionals
const installed = installedModel()
if (folder === undefined) {
  leaveOut('it asks the questions of sets that are not part of the project')
  console.error(usage)
  process.exit(2)
}
if (!installed) {
  console.error('no model is installed: npm run get:model')
  process.exit(2)
}

const wanted = values.databases?.split(',')
const questions = (sets.length > 0 ? sets : setsIn(folder))
  .flatMap((set) => readSet(folder, set))
  .filter(({ file, gold, dialog }) => gold.length > 0 && dialog === null && (wanted?.includes(basename(file, '.sqlite')) ?? true))

const describer = new Describer(installed, Number(values.threads))
const written = new Map<string, Written>()
for (const file of new Set(questions.map((question) => question.file))) {
  const one = await describer.describe(file)
  written.set(file, one)
  const { words, tokens, seconds, problem } = one
  const synonyms = words.reduce((sum, { synonyms }) => sum + synonyms.length, 0)
  console.log(
    `${basename(file)}: ${words.length} descriptions, ${synonyms} synonyms, ${tokens} tokens, ${Math.round(seconds)} s${problem ? `; ${problem}` : ''}`,
  )
}
await describer.stop()

const extracted = (file: string) => layerOf(file, null)
const ways: [string, (file: string) => Promise<Layer>][] = [
  ['names alone', async (file) => withoutWords(await extracted(file))],
  ['the built-in describer', extracted],
  [MODEL.name, async (file) => withWords(await extracted(file), written.get(file)?.words ?? [])],
]
const outcomes: { question: Question; outcome: Outcome; linked: boolean }[][] = []
for (const [, layer] of ways) {
  const asker = new Asker(layer)
  const asked = []
  for (const question of questions) {
    const outcome = await asker.ask(question)
    asked.push({ question, outcome, linked: isLinked(question.gold, outcome.sql, await layer(question.file)) })
  }
  outcomes.push(asked)
}

console.log(`\n| ${questions.length} questions, descriptions by | answered | linked | right |\n| --- | ---: | ---: | ---: |`)
for (const [index, [name]] of ways.entries()) {
  const asked = outcomes[index] ?? []
  const share = (is: (one: (typeof asked)[number]) => boolean) => `${((100 * asked.filter(is).length) / asked.length).toFixed(1)} %`
  console.log(
    `| ${name} | ${share(({ outcome }) => outcome.kind === 'query')} | ${share(({ linked }) => linked)} | ${share(({ outcome }) => outcome.strict)} |`,
  )
}
const [, before = [], after = []] = outcomes
for (const [index, { question, outcome }] of after.entries()) {
  const was = before[index]?.outcome.strict
  if (was !== outcome.strict) console.log(`${outcome.strict ? 'gained' : 'lost'}: ${basename(question.file, '.sqlite')}: ${question.text}`)
}
