import type { DatabaseSync } from 'node:sqlite'
import { type Cell, judge, orderOf, type Rows } from '../analyst/score.ts'
import type { Gold } from './world.ts'

/** An answer as a client reads it. */
export type Answer = { status: string; content: string; attachments: any[]; tokens: number }

/** `right`: the last result is the answer and the words say nothing else. `words`: the rows are right, the words are not. */
export type Outcome = 'right' | 'words' | 'wrong' | 'asked back' | 'no result' | 'failed'

/** Raw calls of tools, as small models write them. */
const RAW_CALL = /<\/?tool_call|"arguments"\s*:|"datasource_id"|\{\{|"name"\s*:\s*"(?:run_sql|query_data|ask_user)"|\[\[\d/

/** Whether the words show what was meant for a tool. */
export const showsRawCall = ({ content }: Answer): boolean => RAW_CALL.test(content)

const FIGURE = /(?<![\p{L}\d_.,:/-])-?\d[\d,]*(?:\.\d+)?(?![\p{L}\d_:/])/gu

/** The figures of the words that stand neither in a result nor in the question: read without the product's own check. */
export function figuresWithoutCell({ content, attachments }: Answer, question: string): string[] {
  const results = attachments.filter(({ type }) => type === 'query')
  const cells = results.flatMap(({ rows, row_count }) => [row_count, ...rows.flat()]).map(comparable)
  const numbers = cells.filter((cell): cell is number => typeof cell === 'number')
  const texts = [question, ...cells.filter((cell) => typeof cell === 'string')].join(' ')
  return [...content.matchAll(FIGURE)]
    .map(([figure]) => figure)
    .filter((figure) => {
      const value = Number(figure.replaceAll(',', ''))
      const step = 10 ** -(figure.split('.')[1]?.length ?? 0)
      const isKnown = numbers.some((cell) => [cell, cell * 100].some((each) => Math.abs(Math.abs(each) - Math.abs(value)) <= step / 2 + 1e-9))
      return !isKnown && !texts.includes(figure)
    })
}

/** How an answer compares with the rows of the statements that are right. */
export function judgeAnswer(answer: Answer, { gold }: Gold, database: DatabaseSync): Outcome {
  if (answer.status !== 'completed') return 'failed'
  const result = answer.attachments.findLast(({ type }) => type === 'query')
  if (!result) return answer.attachments.some(({ type }) => type === 'clarification') ? 'asked back' : 'no result'
  const given: Rows = result.rows.map((row: unknown[]) => row.map(comparable))
  const fits = gold.some((sql) => {
    const expected = rowsOf(database, sql)
    const fair = expected.slice(0, given.length)
    return judge(expected.length > given.length && result.row_count === expected.length ? fair : expected, given, orderOf(sql)).lenient
  })
  if (!fits) return 'wrong'
  return contradicts(answer.content, given, rowsOf(database, gold[0] as string)) ? 'words' : 'right'
}

/** Words about one row that name another row's text and not its own. */
function contradicts(content: string, given: Rows, expected: Rows): boolean {
  const names = (rows: Rows) => new Set(rows.flat().filter((cell): cell is string => typeof cell === 'string' && /\p{L}{3}/u.test(cell)))
  const right = names(expected)
  if (expected.length !== 1 || right.size === 0) return false
  const said = (name: string) => content.includes(name)
  return [...names(given)].some((name) => !right.has(name) && said(name)) && ![...right].some(said)
}

function rowsOf(database: DatabaseSync, sql: string): Rows {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return (statement.all() as unknown as unknown[][]).map((row) => row.map(comparable))
}

/** A cell as engines can agree on it: numbers as numbers, days without their midnight. */
function comparable(cell: unknown): Cell {
  if (typeof cell === 'boolean') return Number(cell)
  if (typeof cell === 'bigint') return Number(cell)
  if (typeof cell !== 'string') return (cell ?? null) as Cell
  if (/^-?\d+(?:\.\d+)?$/.test(cell)) return Number(cell)
  return cell.replace(/[T ]00:00:00(?:\.0+)?Z?$/, '')
}
