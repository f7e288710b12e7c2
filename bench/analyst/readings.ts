import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { differencesOf, isSameMeaning } from '#domain/analyst/grammar/differences.ts'
import { readingsOf } from '#domain/analyst/grammar/read.ts'
import { layerAsRead } from '#domain/analyst/lexicon/as-read/layer-as-read.ts'
import { questionAsRead } from '#domain/analyst/lexicon/as-read/question-as-read.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { leaveOut } from '../smoke.ts'
import { Databases } from './databases.ts'
import { layerOf } from './layers.ts'
import { judge, orderOf } from './score.ts'
import { readSet, sample } from './sets.ts'

const usage = 'npm run bench:readings -- <folder of sets> <set>… [--questions <number per set>] [--outcomes <file>] [--show] [--only <pattern>]'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { questions: { type: 'string' }, outcomes: { type: 'string' }, show: { type: 'boolean' }, only: { type: 'string' }, smoke: { type: 'boolean' } },
})
const [folder, ...wanted] = positionals
if (folder === undefined || wanted.length === 0) {
  leaveOut('it reads the questions of sets that are not part of the project')
  console.error(usage)
  process.exit(2)
}

/** The readings of the grammar alone, each judged: how often the first is right, and one of the first three. What `fit-grammar.ts` fits on, and where a miss is looked at. */
const cache: LexiconCache = new Map()
const databases = new Databases()
const lines: string[] = []
for (const set of wanted) {
  const only = values.only === undefined ? null : new RegExp(values.only, 'i')
  const all = readSet(folder, set).filter(({ turn, text, id }) => turn === 0 && (only === null || only.test(`${id} ${text}`)))
  const counts = { n: 0, first: 0, three: 0, whole: 0, wholeRight: 0 }
  for (const question of values.questions === undefined ? all : sample(all, Number(values.questions))) {
    const layer = layerAsRead(await layerOf(question.file, question.semantic))
    const clock = { now: new Date(question.now === null ? '2024-05-15T09:00:00Z' : `${question.now.replace(' ', 'T')}Z`), timeZone: 'UTC' }
    const isRight = (sql: string, params: (string | number | boolean | null)[]) => {
      try {
        const rows = databases.rows(
          question.file,
          sql,
          params.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
        )
        const verdicts = question.gold.map((gold) => judge(databases.goldRows(question.file, gold), rows, orderOf(gold)))
        return { strict: verdicts.some(({ strict }) => strict), lenient: verdicts.some(({ lenient }) => lenient), isEmpty: rows.length === 0 }
      } catch {
        return { strict: false, lenient: false, isEmpty: true }
      }
    }
    const found = readingsOf(questionAsRead(question.text, layer, clock, cache), layer, clock, cache)
    const readings = found.map((reading) => {
      const { sql, params } = compileQuery(layer, reading.query)
      const { certainty, weight, signs, passed, cover } = reading
      const rules = cover.fragments.map(({ text }) => text)
      return { ...isRight(sql, params), sql, params, certainty, weight, signs, passed: passed.map(({ text }) => text), rules }
    })
    const analysis = analyseQuestion({ question: question.text, layer, previous: null, clock, cache, withoutGrammar: true })
    const read = analysis.kind === 'query' ? compileQuery(layer, analysis.query) : null
    const readers = analysis.kind === 'query' && read ? { confidence: analysis.confidence, sql: read.sql, ...isRight(read.sql, read.params) } : null
    const { id, file, category, text, gold } = question
    // Where both read the question, in what they part.
    const differences = analysis.kind === 'query' && found[0] ? differencesOf(found[0].query, analysis.query) : null
    const isSame = analysis.kind === 'query' && found[0] ? isSameMeaning(found[0].query, analysis.query) : false
    lines.push(JSON.stringify({ id, set, file, category, text, gold, readers, readings, differences, isSame }))
    const [first] = readings
    if (gold.length > 0) {
      counts.n += 1
      counts.first += first?.strict ? 1 : 0
      counts.three += readings.slice(0, 3).some(({ strict }) => strict) ? 1 : 0
      counts.whole += first?.passed.length === 0 ? 1 : 0
      counts.wholeRight += first?.passed.length === 0 && first.strict ? 1 : 0
    }
    if (values.show !== true) continue
    const at = readings.findIndex(({ strict }) => strict)
    console.log(`\n[${id}] ${text}   ${at === 0 ? 'RIGHT' : at > 0 ? `at ${at}` : 'none'}`)
    if (at === 0) continue
    console.log(`  gold ${gold[0]}`)
    for (const item of readings.slice(0, 3))
      console.log(
        `  ${item.strict ? '+' : '-'} ${item.certainty.toFixed(2)} w${item.weight.toFixed(2)} [${item.passed}] ${item.rules.join(' | ')}\n      ${item.sql.replaceAll(/\s+/g, ' ').slice(0, 260)} ${JSON.stringify(item.params)}`,
      )
  }
  const { n, first, three, whole, wholeRight } = counts
  const percent = (part: number, of: number) => (of === 0 ? '-' : ((100 * part) / of).toFixed(1))
  console.log(
    `${set}: ${n} questions, first right ${percent(first, n)} %, among three ${percent(three, n)} %, read whole ${percent(whole, n)} % of which right ${percent(wholeRight, whole)} %`,
  )
}
if (values.outcomes !== undefined) writeFileSync(values.outcomes, `${lines.join('\n')}\n`)
