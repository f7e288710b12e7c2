import { parseArgs } from 'node:util'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Analysis } from '#domain/analyst/analysis.ts'
import { unansweredIn, unansweredWith } from '#domain/analyst/follow-ups/unanswered.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { leaveOut } from '../smoke.ts'
import { type FileSource, sourceOfFile } from './source-of-file.ts'
import { traceOf } from './trace.ts'

/** Asks the built-in analyst about a file, as a developer of it does; with `--trace` it shows how it reads. Further questions go on from the one before. */
const usage = 'npm run ask -- <file: csv, xlsx, parquet, json, sqlite> "<question>" ["<question that goes on>"…] [--trace] [--now <date>]'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { trace: { type: 'boolean' }, now: { type: 'string' }, smoke: { type: 'boolean' } },
})
const [file, ...questions] = positionals
if (file === undefined || questions.length === 0) {
  leaveOut('it is asked by hand')
  console.error(usage)
  process.exit(2)
}
const clock = { now: values.now === undefined ? new Date() : new Date(values.now), timeZone: 'UTC' }
const source = await sourceOfFile(file)
try {
  await askEach(source)
} finally {
  await source.close()
}

async function askEach({ layer, run }: FileSource): Promise<void> {
  let open = unansweredIn([])
  let previous: Parameters<typeof analyseQuestion>[0]['previous'] = null
  for (const question of questions) {
    console.log(`\n${question}`)
    if (values.trace) console.log(traceOf(question, layer, clock).join('\n'))
    const readers = values.trace ? analyseQuestion({ question, layer, previous, clock, withoutGrammar: true }) : null
    if (readers) console.log(`\nthe readers alone: ${inShort(readers)}`)
    const analysis = analyseQuestion({ question, layer, previous, ...open, clock })
    open = analysis.kind === 'query' ? unansweredIn([]) : unansweredWith(open, question)
    console.log(`${values.trace ? 'in all: ' : ''}${inShort(analysis)}`)
    if (analysis.kind !== 'query') continue
    const compiled = compileQuery(layer, analysis.query)
    console.log(`  ${compiled.sql.replaceAll(/\s+/g, ' ')}${compiled.params.length ? ` ${JSON.stringify(compiled.params)}` : ''}`)
    const { rows, truncated } = await run(compiled)
    for (const row of rows) console.log(`  ${JSON.stringify(row)}`)
    if (truncated) console.log('  …')
    previous = { question, query: analysis.query }
  }
}

function inShort(analysis: Analysis): string {
  if (analysis.kind === 'refusal') return `refused (${analysis.reason}): ${analysis.message}`
  if (analysis.kind === 'clarification') return `asked back (${analysis.reason}): ${analysis.question}\n  ${analysis.options.join('\n  ')}`
  return `${analysis.explanation} [${analysis.confidence.toFixed(2)}]${analysis.readAs.length ? ` ${analysis.readAs.join(' ')}` : ''}`
}
