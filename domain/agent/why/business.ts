import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import type { Language } from '#domain/language.ts'
import type { QueryColumn } from '#domain/query/query-outcome.ts'
import { capitalised, formatNumber } from '#domain/semantics/describe/english.ts'
import { measureIn } from '#domain/semantics/describe/explain-in.ts'
import { numberInGerman, periodInGerman } from '#domain/semantics/describe/german-words.ts'
import { periodInWords } from '#domain/semantics/describe/value-in-words.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { type QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { replyIn } from '../model/builtin-prompt.ts'
import type { Speech } from '../model/builtin-stream.ts'
import { endOfData } from './ended-data.ts'

const ASKED =
  /^\s*(?:so,?\s+)?how(?:'s| is| are| was| were)\s+(?:the\s+|our\s+)?(?:business|company|we|things|shop|trade)\s+(?:going|doing|developing|running)(?:\s+(?:overall|right now|at the moment|lately|these days))?[?.!\s]*$/i
const MOST_MEASURES = 3
const PERIOD = 'period'

type Facts = { layers: Layer[]; now: Date; language?: Language | undefined }

/**
 * "How is business going?": the main measures of the last whole month that the data has, against the month before. Main is what an owner defined, else what is summed
 * and counted of the largest table with a date. Null for any other question, and where no data source has figures with dates.
 */
export function answerBusiness(question: string, { layers, now, language = 'en' }: Facts, prompt: LanguageModelV4Prompt): Speech | null {
  if (!ASKED.test(question)) return null
  const words = BUSINESS_WORDS[language]
  for (const layer of layers) {
    const base = baseOf(layer)
    const date = base && defaultDate(base)
    if (!base || !date) continue
    const month = lastWholeMonth(date, now)
    const reply = replyIn(prompt)
    const measures = measuresOf(layer, base)
    const said = measures.map((measure) => measureIn(language, layer, measure, measures))
    if (reply) return { text: 'rows' in reply ? wordsOf(reply, month, said, words) : words.fault(reply.fault), call: null }
    const query = SemanticQuery.parse({
      measures,
      dimensions: [{ table: base.name, column: date.name, grain: 'month', name: PERIOD }],
      filters: { table: base.name, column: date.name, operator: 'equals', values: [month] },
      compare: { dimension: PERIOD, to: 'previous_period' },
    })
    return {
      text: '',
      call: { name: 'query_data', input: { datasource_id: layer.datasourceId, query, title: words.title(month), chart: 'table' } },
    }
  }
  return null
}

/** The table of most rows with a date, of those that measures are defined of, else of those that hold figures. */
function baseOf({ tables, measures }: Layer): LayerTable | undefined {
  const dated = tables.filter((table) => !table.isHidden && defaultDate(table)).toSorted((one, other) => (other.rows ?? 0) - (one.rows ?? 0))
  return dated.find(({ name }) => measures.some(({ table }) => table === name)) ?? dated.find((table) => table.columns.some(isFigure))
}

const isFigure = ({ isHidden, semanticType }: LayerColumn): boolean => !isHidden && semanticType === 'measure'

function measuresOf({ measures }: Layer, { name, columns }: LayerTable): QueryMeasure[] {
  const own = measures.filter(({ table }) => table === name).slice(0, MOST_MEASURES)
  if (own.length > 0) return own.map((measure) => ({ measure: measure.name }))
  const figure = columns.find(isFigure)
  return [...(figure ? [{ aggregate: 'sum' as const, table: name, column: figure.name }] : []), { aggregate: 'count', table: name }]
}

/** The month the data ends in where it holds all of it, else the one before; where its end is not known, the one before this. */
function lastWholeMonth(date: LayerColumn, now: Date): string {
  const end = endOfData(date) ?? now.toISOString().slice(0, 10)
  const [year, month] = end.split('-').map(Number) as [number, number]
  const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return end === lastDay ? end.slice(0, 7) : new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7)
}

type Words = {
  amount(value: number): string
  nothing(month: string): string
  month(month: string): string
  first(figure: string, now: string): string
  same(figure: string, now: string): string
  changed(figure: string, now: string, change: string, isLess: boolean, percent: string): string
  fault(fault: string): string
  title(month: string): string
}

/** What is said of how business goes, in each language. */
export const BUSINESS_WORDS: Record<Language, Words> = {
  en: {
    amount: (value) => formatNumber(value),
    nothing: (month) => `There is nothing of ${periodInWords(month)} to tell of.`,
    month: (month) => `The last whole month of the data is ${periodInWords(month)}.`,
    first: (figure, now) => `${capitalised(figure)} is ${now}, after nothing in the month before.`,
    same: (figure, now) => `${capitalised(figure)} is ${now}, as in the month before.`,
    changed: (figure, now, change, isLess, percent) =>
      `${capitalised(figure)} is ${now}, ${change} ${isLess ? 'less' : 'more'} than in the month before (${isLess ? '−' : '+'}${percent} %).`,
    fault: (fault) => `The data did not answer how business is going: ${fault}`,
    title: (month) => `${periodInWords(month)} against the month before`,
  },
  de: {
    amount: numberInGerman,
    nothing: (month) => `Für ${periodInGerman(month)} gibt es keine Zahlen.`,
    month: (month) => `Der letzte ganze Monat der Daten ist ${periodInGerman(month)}.`,
    first: (figure, now) => `${figure}: ${now}, im Monat davor nichts.`,
    same: (figure, now) => `${figure}: ${now}, wie im Monat davor.`,
    changed: (figure, now, change, isLess, percent) =>
      `${figure}: ${now}, ${change} ${isLess ? 'weniger' : 'mehr'} als im Monat davor (${isLess ? '−' : '+'}${percent} %).`,
    fault: (fault) => `Die Daten gaben keine Antwort auf die Frage nach dem Geschäft: ${fault}`,
    title: (month) => `${periodInGerman(month)} gegenüber dem Monat davor`,
  },
}

function wordsOf({ columns, rows }: { columns: QueryColumn[]; rows: JsonValue[][] }, month: string, said: string[], words: Words): string {
  const [row] = rows
  const at = (name: string) => Number(row?.[columns.findIndex((column) => column.name === name)] ?? 0)
  const told = columns.filter(({ name }) => columns.some((other) => other.name === `${name}_previous`))
  if (!row || told.length === 0) return words.nothing(month)
  const sentences = told.map(({ name, label, unit }, index) => {
    const [now, before] = [at(name), at(`${name}_previous`)]
    const figure = said[index] ?? label.toLowerCase()
    const written = (value: number) => (unit ? `${words.amount(value)} ${unit}` : words.amount(value))
    const change = now - before
    if (before === 0) return words.first(figure, written(now))
    if (change === 0) return words.same(figure, written(now))
    return words.changed(figure, written(now), written(Math.abs(change)), change < 0, words.amount(Math.abs(Math.round((change / before) * 1000) / 10)))
  })
  return [words.month(month), ...sentences].join(' ')
}
