import { isFunction, isTableFunction } from './generic-functions.ts'
import type { ParserDialect } from './generic-parser.ts'
import { FIELDS, KINDS, UNITS } from './generic-syntax.ts'
import type { Edit, References } from './references.ts'
import { functionNotAllowed, onlySelect, statementNotAllowed, tableNotAllowed, tooComplex } from './refusals.ts'

type Node = { [field: string]: unknown }
/** The names of WITH in sight, each with whether it surely stands for its entry, and not for a table of that name. */
type Scope = ReadonlyMap<string, boolean>
type Identifier = { value: string; quote_style: string | null; span: { start: Place; end: Place } }
type Place = { line: number; column: number }

const MAX_DEPTH = 400
/** Tokens kept for their comments and places; they say nothing the tree does not. */
const TOKENS = /(^|_)token$|^span$/
const TEXTS = new Set([
  'value',
  'quote_style',
  'Number',
  'SingleQuotedString',
  'DoubleQuotedString',
  'HexStringLiteral',
  'NationalStringLiteral',
  'Separator',
  'prefix',
  'Custom',
  'unit',
])
/** Words that are values without parentheses, about who is signed in. */
const WHO = new Set(['current_user', 'session_user', 'system_user', 'current_role', 'current_catalog', 'current_schema', 'user_name'])
/** Words that begin a part of a statement: where the parser takes one for a name, the engine may not. */
const PARTS = new Set('select from where join union intersect except having group order limit into using with values table procedure'.split(' '))
/** MySQL's own functions whose bracket must stand right behind the name: with anything between, it is one that someone stored in the database. */
const ADJACENT = new Set(
  (
    'adddate bit_and bit_or bit_xor cast count curdate curtime date_add date_sub extract group_concat max mid min now position std stddev stddev_pop stddev_samp ' +
    'subdate substr substring sum sysdate trim variance var_pop var_samp avg json_arrayagg json_objectagg'
  ).split(' '),
)
/** What stands between a table and its join in ClickHouse, which the parser takes for an alias. */
const STRICTNESS = new Set(['any', 'all', 'semi', 'anti', 'asof', 'global', 'paste'])

/** Walks the tree of one query, refusing what is not listed, and gives the edits that cut its tables' rows. Positions are UTF-16 units. */
export function walkStatement(dialect: ParserDialect, sql: string, query: Node, references: References): Edit[] {
  const lines = sql.split('\n')
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1)
  const edits: Edit[] = []
  const key = (name: string) => (dialect === 'sqlite' ? name.toLowerCase() : name)
  let depth = 0

  /** Lines are counted from 1, columns in code points. */
  const offset = ({ line, column }: Place): number => (starts[line - 1] ?? 0) + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length

  function walk(value: unknown, scope: Scope, field: string): void {
    if (Array.isArray(value)) for (const item of value) walk(item, scope, field)
    else if (typeof value === 'string') assertWord(field, value)
    else if (isNode(value)) {
      if (++depth > MAX_DEPTH) throw tooComplex()
      if (typeof value.value === 'string' && 'quote_style' in value && 'span' in value) assertIdentifier(value as Identifier)
      if ('body' in value && 'with' in value) walkQuery(value, scope)
      else walkFields(value, scope)
      depth--
    }
  }

  function walkFields(node: Node, scope: Scope): void {
    for (const [field, child] of Object.entries(node)) {
      if (says(field, child)) walkField(field, child, scope)
    }
  }

  function walkField(field: string, child: unknown, scope: Scope): void {
    if (/^[A-Z]/.test(field)) {
      if (!KINDS.has(field)) throw statementNotAllowed(named(field))
      if (field === 'Table') {
        walkTable(child as Node, scope)
        return
      }
      if (field === 'Function') assertFunction(child as Node)
      if (field === 'Identifier') assertIdentifier(child as Identifier)
      if (field === 'CompoundIdentifier') for (const part of child as Identifier[]) assertIdentifier(part)
      if (field === 'TypedString' || field === 'Cast' || field === 'Convert') {
        const { data_type: type, ...rest } = child as Node
        assertType(type)
        walk(rest, scope, field)
        return
      }
    } else if (!FIELDS.has(field)) throw statementNotAllowed(named(field))
    if (field === 'joins') walkJoins(child as Node[], scope)
    else walk(child, scope, field)
  }

  /**
   * Each entry of WITH sees those before it; under RECURSIVE itself and all others. But for MySQL the name of a later one is that of a table (for MariaDB it is the
   * entry), and for ClickHouse its own name is before the first UNION: there neither may be written.
   */
  function walkQuery(query: Node, outer: Scope, own: string | null = null): void {
    const { with: clause, ...rest } = query
    const scope = new Map(outer)
    if (isNode(clause)) {
      const { cte_tables: entries, recursive, ...others } = clause
      for (const [field, child] of Object.entries(others)) if (says(field, child)) throw statementNotAllowed(named(field))
      const nameOf = (entry: Node) => {
        const { value, quote_style: quote } = (entry.alias as Node).name as Identifier
        if (quote === "'") throw statementNotAllowed('a name in single quotes')
        return key(value)
      }
      if (recursive) for (const entry of entries as Node[]) scope.set(nameOf(entry), dialect !== 'mysql')
      for (const entry of entries as Node[]) {
        const inside = new Map(scope)
        if (recursive && dialect === 'clickhouse') {
          const { query: inner, ...told } = entry
          inside.set(nameOf(entry), false)
          walk(told, inside, 'cte')
          walkQuery(inner as Node, inside, nameOf(entry))
        } else {
          if (recursive) inside.set(nameOf(entry), true)
          walk(entry, inside, 'cte')
        }
        scope.set(nameOf(entry), true)
      }
    }
    if (own === null) walkFields(rest, scope)
    else {
      const { body, ...others } = rest
      walkFields(others, scope)
      walkRecursiveBody(body, scope, own)
    }
  }

  /** The body of an entry of ClickHouse's WITH RECURSIVE: only what stands behind its first UNION sees the entry. */
  function walkRecursiveBody(body: unknown, scope: Scope, own: string): void {
    const operation = isNode(body) ? body.SetOperation : undefined
    if (!isNode(operation)) {
      walk(body, scope, 'body')
      return
    }
    const { left, right, ...rest } = operation
    walkRecursiveBody(left, scope, own)
    walk(right, new Map(scope).set(own, true), 'right')
    walkFields(rest, scope)
  }

  /** ARRAY JOIN names a column where others name a table. */
  function walkJoins(joins: Node[], scope: Scope): void {
    for (const join of joins) {
      const operator = typeof join.join_operator === 'string' ? join.join_operator : Object.keys((join.join_operator ?? {}) as Node)[0]
      if (dialect !== 'clickhouse' || !/ArrayJoin$/.test(operator ?? '')) {
        walk(join, scope, 'join')
        continue
      }
      const { name, alias: _, ...rest } = ((join.relation as Node).Table ?? {}) as Node
      if (!Array.isArray(name) || Object.entries(rest).some(([field, child]) => says(field, child))) throw statementNotAllowed('this ARRAY JOIN')
    }
  }

  function walkTable(node: Node, scope: Scope): void {
    const { name, alias, args, sample, ...rest } = node
    if (!Array.isArray(name)) throw onlySelect()
    for (const [field, child] of Object.entries(rest)) if (says(field, child)) throw statementNotAllowed(named(field))
    const parts = name.map((part) => (part as { Identifier?: Identifier }).Identifier)
    if (!parts.every((part) => part !== undefined)) throw statementNotAllowed('a table name written this way')
    const names = parts.map((part) => part.value)
    walk(sample, scope, 'sample')
    if (isNode(args)) {
      const { args: values, ...others } = args
      if (names.length > 1 || !isTableFunction(dialect, names[0] ?? '') || Object.entries(others).some(([field, child]) => says(field, child)))
        throw functionNotAllowed(names.join('.'))
      walk(values, scope, 'args')
      return
    }
    const [only = ''] = names
    const isEntry = names.length === 1 ? scope.get(key(only)) : undefined
    if (isEntry === false) throw statementNotAllowed(`the name ${only} before its entry of WITH RECURSIVE`, 'put the entry first, or give it another name')
    if (isEntry) return
    if (dialect === 'mysql' && names.length === 1 && only.toLowerCase() === 'dual') return
    if (names.some((part) => part.startsWith('@'))) throw tableNotAllowed(names.join('.'))
    const local = dialect === 'sqlite' && names.length === 2 && only.toLowerCase() === 'main' ? names.slice(1) : names
    const reference = references.resolve(local)
    const shown = (alias as { name?: Identifier } | null)?.name
    // ClickHouse names no columns behind an alias: what looks like it is a call.
    if (isNode(alias) && says('columns', alias.columns) && dialect === 'clickhouse') throw statementNotAllowed('a list of columns behind an alias')
    if (shown?.quote_style === "'") throw statementNotAllowed('a name in single quotes')
    const isStrictness = dialect === 'clickhouse' && shown?.quote_style === null && STRICTNESS.has(shown.value.toLowerCase())
    if (reference.filtered && sample) throw statementNotAllowed(`SAMPLE over ${only}`)
    if (reference.filtered && dialect === 'clickhouse' && shown?.value.toLowerCase() === 'final') throw statementNotAllowed(`FINAL over ${only}`)
    const text = references.replacement(reference, shown && !isStrictness ? null : (names.at(-1) ?? ''))
    if (text) edits.push({ ...spanOf(parts), ...text })
  }

  /** Where a name stands, checked against the text there. */
  function spanOf(parts: Identifier[]): { start: number; end: number } {
    const first = parts[0] as Identifier
    const last = parts.at(-1) as Identifier
    for (const { value, quote_style: quote, span } of parts) {
      const written = sql.slice(offset(span.start), offset(span.end))
      const close = quote === '[' ? ']' : (quote ?? '')
      if (written !== `${quote ?? ''}${value}${close}`) throw statementNotAllowed('a table name written this way', 'write the name plainly')
    }
    return { start: offset(first.span.start), end: offset(last.span.end) }
  }

  function assertFunction(node: Node): void {
    const parts = (node.name as Node[]).map((part) => String((part.Identifier as Identifier | undefined)?.value ?? ''))
    const name = parts.join('.')
    if (parts.length !== 1 || (node.args as Node | null)?.Subquery || !isFunction(dialect, name)) throw functionNotAllowed(name)
    const written = (node.name as Node[])[0]?.Identifier as Identifier
    if (dialect === 'mysql' && ADJACENT.has(name.toLowerCase()) && (written.quote_style !== null || sql[offset(written.span.end)] !== '('))
      throw functionNotAllowed(`${name} (`)
  }

  /** Types are values' alone, but a word that begins a part of a statement is none. */
  function assertType(type: unknown): void {
    if (Array.isArray(type)) for (const item of type) assertType(item)
    else if (isNode(type)) {
      if (typeof type.value === 'string' && 'span' in type) assertIdentifier(type as unknown as Identifier)
      else for (const item of Object.values(type)) assertType(item)
    }
  }

  function assertIdentifier({ value, quote_style: quote }: Identifier): void {
    if (value.includes('@') && quote === null) throw statementNotAllowed('a variable', 'write the value itself')
    if (value.includes('\0')) throw onlySelect()
    if (quote === null && WHO.has(value.toLowerCase())) throw functionNotAllowed(value)
    if (quote === null && PARTS.has(value.toLowerCase())) throw statementNotAllowed(`the name ${value} without quotes`, 'put the name in quotes')
  }

  walk(query, new Map(), 'Query')
  return edits
}

function assertWord(field: string, value: string): void {
  if (!TEXTS.has(field) && !UNITS.has(value)) throw statementNotAllowed(named(value))
}

function says(field: string, value: unknown): boolean {
  if (TOKENS.test(field) || value === null || value === undefined || value === false) return false
  return !(Array.isArray(value) && value.length === 0)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const named = (kind: string): string =>
  kind
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
