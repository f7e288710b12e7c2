/** PRAGMAs that only report; every other one may change the connection or the file. */
const reportingPragmas = new Set([
  'compile_options',
  'database_list',
  'foreign_key_check',
  'foreign_key_list',
  'freelist_count',
  'index_info',
  'index_list',
  'index_xinfo',
  'integrity_check',
  'page_count',
  'quick_check',
  'table_info',
  'table_list',
  'table_xinfo',
])

const token = /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[A-Za-z_][A-Za-z0-9_]*|[\s\S]/y
const skipped = /^(?:\s|--|\/\*|['"`[])/

/** The words and signs of `sql` in lower case, without blanks, comments, strings and quoted names. */
function* words(sql: string): Generator<string> {
  for (let at = 0; at < sql.length; ) {
    token.lastIndex = at
    const found = token.exec(sql)?.[0]
    if (found === undefined) return
    at += found.length
    if (!skipped.test(found)) yield found.toLowerCase()
  }
}

/** The verb a `with` leads to: the first one outside every parenthesis. */
function verbAfterWith(rest: Iterable<string>): string | undefined {
  let depth = 0
  for (const word of rest) {
    if (word === '(') depth += 1
    else if (word === ')') depth -= 1
    else if (depth === 0 && ['select', 'values', 'insert', 'replace', 'update', 'delete'].includes(word)) return word
  }
  return undefined
}

const KEPT = 1_000
const known = new Map<string, boolean>()

/** True when `sql`, one statement of ours, surely changes nothing. In doubt it is a write: a write may read, never the other way round. */
export function isRead(sql: string): boolean {
  const before = known.get(sql)
  if (before !== undefined) return before
  const reads = changesNothing(sql)
  if (known.size >= KEPT) known.clear()
  known.set(sql, reads)
  return reads
}

function changesNothing(sql: string): boolean {
  const all = words(sql)
  const first = all.next().value
  if (first === 'select' || first === 'values' || first === 'explain') return true
  if (first === 'with') {
    const verb = verbAfterWith(all)
    return verb === 'select' || verb === 'values'
  }
  if (first !== 'pragma') return false
  const rest = [...all]
  return reportingPragmas.has(rest[0] ?? '') && !rest.includes('=')
}

/** How many `?` a statement has to be given values for; null when it names or numbers a parameter. */
export function countParameters(sql: string): number | null {
  let count = 0
  let before = ''
  for (const word of words(sql)) {
    if (word === ':' || word === '@' || word === '$' || (before === '?' && /^[0-9]/.test(word))) return null
    if (word === '?') count += 1
    before = word
  }
  return count
}
