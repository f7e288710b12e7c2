export type Cell = string | number | bigint | null | Uint8Array
export type Rows = Cell[][]
export type Verdict = { strict: boolean; lenient: boolean }

/** Strict: the same bag of rows up to a permutation of columns, in order where `isOrdered`. Lenient: the expected columns are among those of the answer. */
export function judge(expected: Rows, answer: Rows, isOrdered: boolean): Verdict {
  const [gold, given] = [expected, answer].map((rows) => rows.map((row) => row.map(normal)))
  if (!gold || !given || gold.length !== given.length) return { strict: false, lenient: false }
  const strict = (gold[0]?.length ?? 0) === (given[0]?.length ?? 0) && matches(gold, given, isOrdered)
  return { strict, lenient: strict || matches(gold, given, false) }
}

function normal(value: Cell): string {
  if (value === null) return '\u0000'
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)))
  return value.trim()
}

/** Whether some choice of the answer's columns, one for each expected column, gives the same rows. */
function matches(gold: string[][], given: string[][], isOrdered: boolean): boolean {
  if (gold.length === 0) return true
  const columnOf = (rows: string[][], index: number) => rows.map((row) => row[index] ?? '')
  const bagOf = (values: string[]) => (isOrdered ? values : [...values].sort()).join('\u0001')
  const width = gold[0]?.length ?? 0
  const bags = Array.from({ length: given[0]?.length ?? 0 }, (_, index) => bagOf(columnOf(given, index)))
  const options = Array.from({ length: width }, (_, index) => {
    const bag = bagOf(columnOf(gold, index))
    return bags.flatMap((other, at) => (other === bag ? [at] : []))
  })
  const wanted = rowsKey(gold, isOrdered)
  const search = (chosen: number[]): boolean => {
    if (chosen.length === width)
      return (
        wanted ===
        rowsKey(
          given.map((row) => chosen.map((at) => row[at] ?? '')),
          isOrdered,
        )
      )
    return (options[chosen.length] ?? []).some((at) => !chosen.includes(at) && search([...chosen, at]))
  }
  return search([])
}

function rowsKey(rows: string[][], isOrdered: boolean): string {
  const lines = rows.map((row) => row.join('\u0001'))
  return (isOrdered ? lines : lines.sort()).join('\u0002')
}

/** Whether the outermost SELECT sorts its rows. */
export function isOrdered(sql: string): boolean {
  let depth = 0
  let outer = ''
  for (const sign of sql.replace(/'[^']*'|"[^"]*"/g, '')) {
    if (sign === '(') depth++
    else if (sign === ')') depth--
    else if (depth === 0) outer += sign
  }
  return /\border\s+by\b/i.test(outer)
}
