import { alternativesOf, analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Analysis, AnalysisInput, PreviousTurn } from '#domain/analyst/analysis.ts'
import type { Doubts } from '#domain/analyst/certainty/certainty.ts'
import { type Unanswered, unansweredIn, unansweredWith } from '#domain/analyst/follow-ups/unanswered.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { sureAnswer } from '#domain/analyst/sure-answer.ts'
import { chooseChart } from '#domain/charts/choose.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { openWordVectors } from '#runtime/word-vectors/open.ts'
import { Databases } from './databases.ts'
import { hasFields } from './fields.ts'
import { layerOf } from './layers.ts'
import { judge, orderOf, type Rows, type Verdict } from './score.ts'
import type { Question } from './sets.ts'

export type Outcome = {
  id: string
  kind: Analysis['kind'] | 'crash'
  /** Whether one of the options of a question back, or one offered beside an answer that is wrong, is the right reading. */
  offered: boolean
  /** Which of them it is, from 1; null where none is. */
  place: number | null
  /** How many were offered, how many of them come to nothing when chosen, and how many tell the same rows as another. */
  options: { shown: number; failed: number; alike: number }
  /** How many are offered beside an answer. */
  beside: number
  confidence: number
  /** Whether it would be answered in a model's place. */
  sure: boolean
  /** What spoke against an answer that one reading gave, for `fit.ts`. */
  doubts: Doubts | null
  strict: boolean
  lenient: boolean
  /** The same, where what the chart draws counts too. */
  drawn: Verdict
  milliseconds: number
  chart: string | null
  /** Whether the columns and aggregates are those expected. */
  fields: boolean
  sql: string | null
  message: string
  unknownWords: string[]
  cause: string | null
}

const nothing = (id: string): Outcome => ({
  id,
  kind: 'crash',
  offered: false,
  place: null,
  options: { shown: 0, failed: 0, alike: 0 },
  beside: 0,
  confidence: 0,
  sure: false,
  doubts: null,
  strict: false,
  lenient: false,
  drawn: { strict: false, lenient: false },
  milliseconds: 0,
  chart: null,
  fields: false,
  sql: null,
  message: '',
  unknownWords: [],
  cause: null,
})

/** One process's way through questions: layers, lexicons and files stay open between them, as in a service. */
export class Asker {
  private readonly layers = new Map<string, Promise<Layer>>()
  private readonly lexicons: LexiconCache = new Map()
  private readonly vectors = openWordVectors()
  private readonly databases = new Databases()
  private readonly previous = new Map<string, PreviousTurn>()
  private readonly unanswered = new Map<string, Unanswered>()
  private readonly layerFor: typeof layerOf

  constructor(layerFor = layerOf) {
    this.layerFor = layerFor
  }

  async ask(question: Question): Promise<Outcome> {
    const layer = await this.layer(question)
    const clock = { now: new Date(question.now === null ? '2024-05-15T09:00:00Z' : `${question.now.replace(' ', 'T')}Z`), timeZone: 'UTC' }
    const previous = question.dialog === null || question.turn === 0 ? null : (this.previous.get(question.dialog) ?? null)
    const open = question.dialog === null || question.turn === 0 ? unansweredIn([]) : (this.unanswered.get(question.dialog) ?? unansweredIn([]))
    const least = process.env.LEAST_CERTAINTY
    const input = {
      question: question.text,
      layer,
      previous,
      ...open,
      clock,
      cache: this.lexicons,
      ...(process.env.WORD_VECTORS === 'false' ? {} : { vectors: this.vectors }),
      ...(least === undefined ? {} : { leastCertainty: Number(least) }),
    }
    if (![...this.lexicons.keys()].some((key) => key.endsWith(layer.version))) analyseQuestion(input)
    const start = performance.now()
    const outcome = nothing(question.id)
    try {
      const analysis = analyseQuestion(input)
      outcome.milliseconds = performance.now() - start
      outcome.kind = analysis.kind
      if (question.dialog !== null && analysis.kind === 'query') this.unanswered.delete(question.dialog)
      else if (question.dialog !== null) this.unanswered.set(question.dialog, unansweredWith(open, question.text))
      if (analysis.kind === 'query') {
        outcome.sure = sureAnswer(input, previous !== null || open.unanswered !== null) !== null
        if (question.dialog !== null) this.previous.set(question.dialog, { question: question.text, query: analysis.query })
        this.judgeQuery(question, layer, analysis, outcome)
        const beside = alternativesOf(input, analysis)
        outcome.beside = beside.length
        if (!outcome.strict) this.judgeOptions(question, layer, input, beside, outcome)
      } else {
        if (analysis.kind === 'clarification') this.judgeOptions(question, layer, input, analysis.options, outcome)
        outcome.message = analysis.kind === 'clarification' ? analysis.question : analysis.message
        outcome.unknownWords = analysis.kind === 'refusal' ? analysis.unknownWords : []
        outcome.cause = causeOf(question, layer, outcome)
      }
    } catch (error) {
      outcome.message = error instanceof Error ? error.message : String(error)
      outcome.cause = 'crash'
    }
    return outcome
  }

  private judgeOptions(question: Question, layer: Layer, input: AnalysisInput, options: string[], outcome: Outcome): void {
    const told = new Set<string>()
    for (const [index, option] of options.entries()) {
      outcome.options.shown++
      const analysis = analyseQuestion({ ...input, question: option })
      const rows = analysis.kind === 'query' ? this.rowsOf(question, layer, analysis.query) : null
      if (analysis.kind !== 'query' || rows === null) {
        outcome.options.failed++
        continue
      }
      const key = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      if (told.has(key)) outcome.options.alike++
      told.add(key)
      const tried: Outcome = nothing(question.id)
      this.judgeQuery(question, layer, analysis, tried)
      outcome.offered ||= tried.strict
      if (tried.strict) outcome.place ??= index + 1
    }
  }

  private rowsOf(question: Question, layer: Layer, query: SemanticQuery): Rows | null {
    try {
      const { sql, params } = compileQuery(layer, query)
      return this.databases.rows(
        question.file,
        sql,
        params.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
      )
    } catch {
      return null
    }
  }

  private judgeQuery(question: Question, layer: Layer, analysis: Extract<Analysis, { kind: 'query' }>, outcome: Outcome): void {
    const { sql, params, columns } = compileQuery(layer, analysis.query)
    outcome.sql = params.length === 0 ? sql : `${sql} -- ${JSON.stringify(params)}`
    outcome.confidence = analysis.confidence
    outcome.doubts = analysis.query.combine ? null : analysis.doubts
    outcome.message = analysis.readAs.join('; ')
    if (question.gold.length === 0) return
    const values = params.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    const rows = this.databases.rows(question.file, sql, values)
    outcome.chart = chooseChart(columns, rows as (string | number | null)[][], analysis.chart, { query: analysis.query }).chart_type
    outcome.fields = question.gold.some((gold) => hasFields(analysis.query, gold, layer))
    for (const gold of question.gold) {
      const verdict = judge(this.databases.goldRows(question.file, gold), rows, orderOf(gold))
      outcome.strict ||= verdict.strict
      outcome.lenient ||= verdict.lenient
    }
    outcome.drawn = this.judgeDrawn(question, rows, outcome)
    if (!outcome.strict) outcome.cause = causeOf(question, layer, outcome)
  }

  private judgeDrawn({ file, drawn }: Question, rows: Rows, { strict, lenient }: Outcome): Verdict {
    if (drawn === null || strict) return { strict, lenient }
    try {
      const verdict = judge(this.databases.goldRows(file, drawn), rows, orderOf(drawn))
      return { strict: verdict.strict, lenient: lenient || verdict.lenient }
    } catch {
      // What was made of a drawing is not always SQL that runs here.
      return { strict, lenient }
    }
  }

  private layer({ file, semantic }: Question): Promise<Layer> {
    const known = this.layers.get(file) ?? this.layerFor(file, semantic)
    this.layers.set(file, known)
    return known
  }
}

/** Why a question was missed, as far as its SQL tells: what the answer does not name, else how it is built. */
function causeOf({ gold: [gold = ''] }: Question, layer: Layer, { sql, kind, message }: Outcome): string {
  if (gold === '') return 'answered'
  const wanted = namesIn(gold, layer)
  if (kind === 'clarification' || /joined in more than one way|no relationship/.test(message)) return 'join'
  if (kind === 'refusal') return /turns round|cannot place/.test(message) ? 'lexicon' : 'grammar'
  const given = namesIn(sql ?? '', layer)
  const texts = [...gold.matchAll(/'([^']*)'|"([^"]*)"/g)].map((match) => (match[1] ?? match[2] ?? '').replace(/^%|%$/g, '').toLowerCase()).filter(Boolean)
  const params = (sql ?? '').toLowerCase()
  if (texts.some((text) => !namesIn(text, layer).columns.size && !params.includes(text))) return 'value'
  if ([...wanted.tables].some((name) => !given.tables.has(name)) && [...wanted.columns].every((name) => given.columns.has(name))) return 'join'
  if ([...wanted.columns].some((name) => !given.columns.has(name))) return 'lexicon'
  return 'grammar'
}

/** The tables and columns of a layer that a statement names; columns that join tables are left out. */
export function namesIn(sql: string, layer: Layer): { tables: Set<string>; columns: Set<string> } {
  const words = new Set(sql.toLowerCase().match(/[\p{L}_][\p{L}\d_]*/gu) ?? [])
  const tables = layer.tables.filter((table) => words.has(table.name.toLowerCase()))
  const isKey = (name: string) => layer.relationships.some((item) => [...item.fromColumns, ...item.toColumns].includes(name))
  const columns = tables.flatMap((table) => table.columns.map((column) => column.name)).filter((name) => words.has(name.toLowerCase()) && !isKey(name))
  return { tables: new Set(tables.map((table) => table.name)), columns: new Set(columns.map((name) => name.toLowerCase())) }
}
