import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import type { QueryColumn } from '#domain/query/query-outcome.ts'
import { capitalised, formatNumber } from '#domain/semantics/describe/english.ts'
import { measureInWords } from '#domain/semantics/describe/query-in-words.ts'
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

type Facts = { layers: Layer[]; now: Date }

/**
 * "How is business going?": the main measures of the last whole month that the data has, against the month before. Main is what an owner defined, else what is summed
 * and counted of the largest table with a date. Null for any other question, and where no data source has figures with dates.
 */
export function answerBusiness(question: string, { layers, now }: Facts, prompt: LanguageModelV4Prompt): Speech | null {
  if (!ASKED.test(question)) return null
  for (const layer of layers) {
    const base = baseOf(layer)
    const date = base && defaultDate(base)
    if (!base || !date) continue
    const month = lastWholeMonth(date, now)
    const reply = replyIn(prompt)
    const measures = measuresOf(layer, base)
    const said = measures.map((measure) => measureInWords(layer, measure, measures))
    if (reply) return { text: 'rows' in reply ? wordsOf(reply, month, said) : `The data did not answer how business is going: ${reply.fault}`, call: null }
    const query = SemanticQuery.parse({
      measures,
      dimensions: [{ table: base.name, column: date.name, grain: 'month', name: PERIOD }],
      filters: { table: base.name, column: date.name, operator: 'equals', values: [month] },
      compare: { dimension: PERIOD, to: 'previous_period' },
    })
    return {
      text: '',
      call: { name: 'query_data', input: { datasource_id: layer.datasourceId, query, title: `${month} against the month before`, chart: 'table' } },
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

function wordsOf({ columns, rows }: { columns: QueryColumn[]; rows: JsonValue[][] }, month: string, said: string[]): string {
  const [row] = rows
  const at = (name: string) => Number(row?.[columns.findIndex((column) => column.name === name)] ?? 0)
  const told = columns.filter(({ name }) => columns.some((other) => other.name === `${name}_previous`))
  if (!row || told.length === 0) return `There is nothing of ${month} to tell of.`
  const sentences = told.map(({ name, label }, index) => {
    const [now, before] = [at(name), at(`${name}_previous`)]
    const change = now - before
    if (before === 0) return `${capitalised(said[index] ?? label.toLowerCase())} is ${formatNumber(now)}, after nothing in the month before.`
    const percent = ` (${change < 0 ? '−' : '+'}${formatNumber(Math.abs((change / before) * 100), 1)} %)`
    const compared =
      change === 0 ? 'as in the month before' : `${formatNumber(Math.abs(change))} ${change < 0 ? 'less' : 'more'} than in the month before${percent}`
    return `${capitalised(said[index] ?? label.toLowerCase())} is ${formatNumber(now)}, ${compared}.`
  })
  return `The last whole month of the data is ${month}. ${sentences.join(' ')}`
}
