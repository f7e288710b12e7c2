export type Cell = string | number | bigint | null | Uint8Array
export type Rows = Cell[][]
export type Verdict = { strict: boolean; lenient: boolean }

/** What the expected rows are sorted by: nothing, columns of theirs, or something that is not shown. */
export type Order = 'none' | 'unshown' | number[]

/**
 * Strict: the same bag of rows up to a permutation of columns, in the order asked for; rows equal in what they are sorted by stand as they like. Lenient: the
 * expected columns are among those of the answer.
 */
export function judge(expected: Rows, answer: Rows, order: Order): Verdict {
  const [gold, given] = [expected, answer].map((rows) => rows.map((row) => row.map(normal)))
  if (!gold || !given || gold.length !== given.length) return { strict: false, lenient: false }
  const strict = (gold[0]?.length ?? 0) === (given[0]?.length ?? 0) && matches(gold, given, order)
  return { strict, lenient: strict || matches(gold, given, 'none') }
}

function normal(value: Cell): string {
  if (value === null) return '\u0000'
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)))
  return value.trim()
}

/** Whether some choice of the answer's columns, one for each expected column, gives the same rows. */
function matches(gold: string[][], given: string[][], order: Order): boolean {
  if (gold.length === 0) return true
  const width = gold[0]?.length ?? 0
  const isSorted = (index: number) => order !== 'none' && (order === 'unshown' || order.includes(index))
  const keyOf = (rows: string[][], index: number, inOrder: boolean) => {
    const values = rows.map((row) => row[index] ?? '')
    return (inOrder ? values : values.sort()).join('\u0001')
  }
  const options = Array.from({ length: width }, (_, index) => {
    const wanted = keyOf(gold, index, isSorted(index))
    return Array.from({ length: given[0]?.length ?? 0 }, (_, at) => at).filter((at) => keyOf(given, at, isSorted(index)) === wanted)
  })
  const rowsKey = (rows: string[][]) => {
    const lines = rows.map((row) => row.join('\u0001'))
    return (order === 'unshown' ? lines : lines.sort()).join('\u0002')
  }
  const wanted = rowsKey(gold)
  const search = (chosen: number[]): boolean => {
    if (chosen.length === width) return wanted === rowsKey(given.map((row) => chosen.map((at) => row[at] ?? '')))
    return (options[chosen.length] ?? []).some((at) => !chosen.includes(at) && search([...chosen, at]))
  }
  return search([])
}

/** What the outermost SELECT of a statement sorts its rows by. */
export function orderOf(sql: string): Order {
  const outer = outside(sql)
  const start = outer.search(/\border\s+by\s/i)
  if (start === -1) return 'none'
  const shown = listed(/\bselect\s+(?:distinct\s+)?(.*?)\sfrom\s/is.exec(outer)?.[1] ?? '').map((part) => part.split(/\sas\s/i).map(plain))
  const keys = listed(outer.slice(start).replace(/^order\s+by\s|\slimit\s.*$/gis, ''))
  const found = keys.map((key) => {
    const name = plain(key.replace(/\s+(?:asc|desc)\s*;?\s*$/i, ''))
    return /^\d+$/.test(name) ? Number(name) - 1 : columnOf(name, shown)
  })
  const isPlain = !/\b(?:union|intersect|except)\b/i.test(outer) && !shown.some(([name]) => name?.endsWith('*'))
  return isPlain && !found.includes(-1) ? found : 'unshown'
}

/** The column of that name or expression, whatever table it is said to be of when only one can be meant; -1 when there is none. */
function columnOf(name: string, shown: string[][]): number {
  const exact = shown.findIndex((names) => names.includes(name))
  const bare = (text: string) => text.replace(/\b\w+\./g, '')
  const alike = shown.flatMap((names, at) => (names.some((item) => bare(item) === bare(name)) ? [at] : []))
  return exact === -1 && alike.length === 1 ? (alike[0] ?? -1) : exact
}

/** A statement whose parts in brackets and quotes are one word each. */
function outside(sql: string): string {
  let depth = 0
  let quote = ''
  let outer = ''
  for (const sign of sql) {
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === "'" || sign === '"' || sign === '`') quote = sign
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    if ((depth === 0 && quote === '') || !/[\s,]/.test(sign)) outer += sign
  }
  return outer
}

const listed = (text: string): string[] => text.split(',')
const plain = (text: string): string => text.replace(/[\s"`[\]]/g, '').toLowerCase()
