/** Of a grouping statement the one that shows the rows it groups; `isWhole` when it counts all of them: nothing in it leaves groups out. */
export type RowsBehind = { sql: string; isWhole: boolean }

const TOKENS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*|[()]|;/gu
const CLAUSES = new Set([
  'select',
  'from',
  'where',
  'group',
  'having',
  'window',
  'qualify',
  'order',
  'limit',
  'offset',
  'fetch',
  'union',
  'intersect',
  'except',
  'for',
])
/** What follows the rows a statement groups. */
const AFTER = ['group', 'having', 'window', 'qualify', 'order', 'limit', 'offset', 'fetch', 'for']

/**
 * The rows behind a written statement: what its FROM and WHERE leave before they are grouped. It is one more statement of the same reader, which the guard reads
 * as any other. `null` where that is not one plain SELECT: a union, a statement without FROM, or one whose clauses stand in an unusual order.
 */
export function rowsBehind(statement: string): RowsBehind | null {
  const found: { name: string; at: number; end: number }[] = []
  let depth = 0
  let end = statement.length
  for (const token of statement.matchAll(TOKENS)) {
    const [text] = token
    if (text === '(') depth++
    else if (text === ')') depth--
    else if (text === ';') {
      if (statement.slice(token.index + 1).trim() !== '') return null
      end = token.index
    } else if (depth === 0 && CLAUSES.has(text.toLowerCase())) found.push({ name: text.toLowerCase(), at: token.index, end: token.index + text.length })
  }
  const names = found.map(({ name }) => name)
  if (depth !== 0 || names.some((name) => ['union', 'intersect', 'except'].includes(name))) return null
  const [select, from] = [found[0], found[1]]
  if (select?.name !== 'select' || from?.name !== 'from' || names.filter((name) => name === 'from' || name === 'select' || name === 'where').length > 3)
    return null
  if (
    names.lastIndexOf('from') !== 1 ||
    names.lastIndexOf('select') !== 0 ||
    names.indexOf('where') > 2 ||
    names.lastIndexOf('where') !== names.indexOf('where')
  )
    return null
  const last = found.find(({ name }) => AFTER.includes(name))
  const before = statement.slice(0, select.at)
  const list = statement.slice(select.end, from.at)
  // Of DISTINCT ON and the like the rows are told by what is chosen, not by a group.
  if (/^\s*distinct\b/i.test(list)) return null
  return {
    sql: `${before}select * ${statement.slice(from.at, last?.at ?? end).trimEnd()}`,
    isWhole: !['having', 'qualify', 'limit', 'offset', 'fetch'].some((name) => names.includes(name)),
  }
}
