import { ALLOWED } from '#connectors/sources/guard/corpus/world.ts'
import { guardStatement } from '#connectors/sources/guard/statement.ts'
import { type Guarded, refusedAsNull } from './guarded.ts'

/** ClickHouse's own rules for words: quotes of three kinds with backslashes in them, `--` and `/* *​/` comments. */
const WORDS = /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`(?:[^`\\]|\\[\s\S]|``)*`|--[^\n]*|\/\*[\s\S]*?\*\/|[A-Za-z_]\w*|\d+|[^\s]/g
const HARMFUL =
  /^(system|information_schema|file|url|remote|remotesecure|cluster|clusterallreplicas|s3|hdfs|mysql|postgresql|mongodb|jdbc|odbc|sqlite|executable|merge|dictionary|input|generaterandom|view|deltalake|iceberg|redis|loop|fuzzquery|sleep|sleepeachrow|dictget\w*|joinget|hascolumnintable|getsetting|getmacro|currentdatabase|currentuser|hostname|fqdn|serveruuid|throwif|settings|format|outfile)$/i

/** ClickHouse's guard, asked of a reader of words of its own: which names stand where a table or a function does. */
export function clickhouseGuard(): Guarded {
  return {
    name: 'clickhouse',
    dialect: 'clickhouse',
    oracle: "a second reading of the text by ClickHouse's rules for words: names where tables and functions stand",
    guard: (sql) =>
      refusedAsNull(async () => (await guardStatement('clickhouse', { sql, tables: ALLOWED.map((name) => ({ name, schema: 'shop' })), rowLimit: 20 })).sql),
    async breach(sql) {
      const words = (sql.match(WORDS) ?? []).filter((word) => !word.startsWith('--') && !word.startsWith('/*'))
      const bare = (word = '') => word.replace(/^["`]|["`]$/g, '')
      const named = new Set<string>()
      for (const [index, word] of words.entries()) if (/^as$/i.test(words[index + 1] ?? '') && words[index + 2] === '(') named.add(bare(word))
      for (const [index, word] of words.entries()) {
        if (/^(from|join)$/i.test(word) && words[index - 1] !== '.' && /^["`\w]/.test(words[index + 1] ?? '') && words[index + 2] !== '(') {
          const isQualified = words[index + 2] === '.'
          const name = bare(isQualified ? words[index + 3] : words[index + 1])
          const isArray = /^array$/i.test(words[index - 1] ?? '')
          const isExtract =
            /^(year|month|day|hour|minute|second|quarter|week|both|leading|trailing)$/i.test(words[index - 1] ?? '') || /^["']/.test(words[index - 1] ?? '')
          if (!ALLOWED.includes(name) && !isArray && !isExtract && (isQualified || !named.has(name)) && !isInCall(words, index)) return `table ${name}`
        }
        if (words[index + 1] === '(' && HARMFUL.test(word)) return `function ${word}`
        if (words[index + 1] === '.' && isTablePlace(words, index) && /^["`]?(system|information_schema)["`]?$/i.test(word)) return `schema ${word}`
      }
      return null
    },
    runs: null,
    async close() {},
  }
}

/** Whether `from` at a place belongs to a call: `extract(year from x)`, `substring(x from 1)`, `trim(both 'a' from x)`. */
function isInCall(words: string[], at: number): boolean {
  let depth = 0
  for (let index = at - 1; index >= 0; index--) {
    if (words[index] === ')') depth++
    else if (words[index] === '(' && depth-- === 0) return /^(extract|substring|substr|mid|trim|position|overlay)$/i.test(words[index - 1] ?? '')
  }
  return false
}

/** Whether a name stands in a FROM clause: the nearest word that begins a part of the statement says so. */
function isTablePlace(words: string[], at: number): boolean {
  const before =
    words.slice(0, at).findLast((word) => /^(select|from|join|where|prewhere|by|having|on|limit|with|using|union|except|intersect)$/i.test(word)) ?? ''
  return words[at - 1] !== '.' && /^(from|join)$/i.test(before)
}
