import type { SourceParam } from '#domain/semantics/sources/source.ts'
import { assertAttributes } from './postgres-attributes.ts'
import { DoesNotParse, parsePostgres } from './postgres-parser.ts'
import { FIELDS, FUNCTIONS, NODES, OPERATORS, TYPES, VALUE_WORDS } from './postgres-syntax.ts'
import { createReferences, type Edit, type References, spliced } from './references.ts'
import { doesNotParse, functionNotAllowed, onlySelect, statementNotAllowed, tableNotAllowed, tooComplex } from './refusals.ts'
import type { GuardedStatement, GuardInput } from './statement.ts'

type Node = { [field: string]: unknown }
type Scope = ReadonlySet<string>
type Walk = { text: Uint8Array; references: References; edits: Edit[]; depth: number; unnested: WeakSet<Node> }

const MAX_DEPTH = 500

/** `guardStatement` for PostgreSQL, as its own parser reads the statement. Positions are bytes of UTF-8. */
export async function guardPostgres({ sql, tables, rowPredicates = [], rowLimit }: GuardInput): Promise<GuardedStatement> {
  const tree = await parsePostgres(sql).catch((error) => {
    throw error instanceof DoesNotParse ? doesNotParse(error.message) : error
  })
  const [statement, ...more] = tree.stmts ?? []
  if (!statement) throw doesNotParse('the statement is empty')
  const select = statement.stmt.SelectStmt
  if (more.length > 0 || !isNode(select)) throw onlySelect()
  const text = new TextEncoder().encode(sql)
  const walk: Walk = { text, references: createReferences('postgres', tables, rowPredicates), edits: [], depth: 0, unnested: new WeakSet() }
  walkSelect(select, new Set(), walk)
  assertAttributes(select, walk.references.columnsOf)
  const start = statement.stmt_location ?? 0
  const end = statement.stmt_len ? start + statement.stmt_len : text.length
  const decode = new TextDecoder()
  const slice = (from: number, to = end) => decode.decode(text.subarray(Math.max(from, start), to))
  const { sql: guarded, params } = spliced('postgres', slice, walk.edits)
  return { sql: rowLimit === null ? guarded : limited(guarded, rowLimit), params: params satisfies SourceParam[] }
}

/** The line breaks keep a trailing comment from swallowing the limit. */
const limited = (sql: string, rowLimit: number): string => `SELECT * FROM (\n${sql}\n) AS "querent_rows" LIMIT ${rowLimit}`

function walkSelect(select: Node, outer: Scope, walk: Walk): void {
  if (walk.depth > MAX_DEPTH) throw tooComplex()
  const scope = walkWith(select.withClause, outer, walk)
  const isTableCommand = (select.targetList as Node[] | undefined)?.some((target) => (target.ResTarget as Node | undefined)?.location === -1) ?? false
  for (const [field, value] of Object.entries(select)) {
    assertField(field, value)
    if (field === 'withClause') continue
    if (field === 'larg' || field === 'rarg') deeper(walk, () => walkSelect(value as Node, scope, walk))
    else if (field === 'fromClause' && isTableCommand) for (const item of value as Node[]) walkTable(item.RangeVar as Node, scope, walk, '`TABLE`')
    else walkValue(value, scope, walk)
  }
}

/** Each entry sees those before it; under RECURSIVE all of them, itself included. */
function walkWith(clause: unknown, outer: Scope, walk: Walk): Scope {
  if (!isNode(clause)) return outer
  for (const [field, value] of Object.entries(clause)) assertField(field, value)
  const entries = ((clause.ctes ?? []) as Node[]).map((item) => item.CommonTableExpr as Node)
  const scope = new Set(outer)
  if (clause.recursive) for (const entry of entries) scope.add(String(entry.ctename))
  for (const entry of entries) {
    for (const [field, value] of Object.entries(entry)) assertField(field, value)
    const query = (entry.ctequery as Node | undefined)?.SelectStmt
    if (!isNode(query)) throw onlySelect()
    deeper(walk, () => walkSelect(query, new Set(scope), walk))
    scope.add(String(entry.ctename))
  }
  return scope
}

function walkValue(value: unknown, scope: Scope, walk: Walk): void {
  if (Array.isArray(value)) {
    for (const item of value) walkValue(item, scope, walk)
    return
  }
  if (!isNode(value)) return
  deeper(walk, () => {
    for (const [key, child] of Object.entries(value)) {
      if (/^[A-Z]/.test(key)) walkNode(key, child as Node, scope, walk)
      else {
        assertField(key, child)
        if (key === 'over') walkNode('WindowDef', child as Node, scope, walk)
        else if (key === 'typeName') walkNode('TypeName', child as Node, scope, walk)
        else walkValue(child, scope, walk)
      }
    }
  })
}

function walkNode(kind: string, node: Node, scope: Scope, walk: Walk): void {
  if (!NODES.has(kind)) throw statementNotAllowed(named(kind))
  if (kind === 'SelectStmt') {
    deeper(walk, () => walkSelect(node, scope, walk))
    return
  }
  if (kind === 'RangeVar') {
    walkTable(node, scope, walk)
    return
  }
  if (kind === 'RangeTableSample') {
    const method = lastOf(node.method)
    if (!['system', 'bernoulli'].includes(method)) throw functionNotAllowed(method)
    walkTable((node.relation as Node).RangeVar as Node, scope, walk, 'TABLESAMPLE')
    walkValue([node.args, node.repeatable], scope, walk)
    return
  }
  if (kind === 'RangeFunction') for (const call of callsOf(node)) walk.unnested.add(call)
  if (kind === 'FuncCall') {
    assertFunction(node)
    qualify(node, walk)
  }
  if (kind === 'A_Expr') assertOperator(node)
  if (kind === 'SubLink' && node.operName) assertOperator({ name: node.operName })
  if (kind === 'SortBy' && node.useOp) assertOperator({ name: node.useOp })
  if (kind === 'TypeName') assertType(node)
  if (kind === 'SQLValueFunction' && !VALUE_WORDS.has(String(node.op))) throw functionNotAllowed(named(String(node.op).replace('SVFOP_', '')))
  walkValue(node, scope, walk)
}

/** `only` names a form that takes a table itself, and so none whose rows are cut. */
function walkTable(node: Node | undefined, scope: Scope, walk: Walk, only?: string): void {
  if (!node) throw onlySelect()
  for (const [field, value] of Object.entries(node)) assertField(field, value)
  const name = String(node.relname)
  const schema = typeof node.schemaname === 'string' ? node.schemaname : null
  if (node.catalogname !== undefined) throw tableNotAllowed(`${node.catalogname}.${schema}.${name}`)
  if (schema === null && scope.has(name)) return
  const reference = walk.references.resolve(schema === null ? [name] : [schema, name])
  if (schema === null && reference.table.schema === null && name.startsWith('pg_')) throw tableNotAllowed(name)
  if (node.relpersistence !== 'p') throw statementNotAllowed('a temporary table')
  const form = only ?? (node.inh === true ? null : 'ONLY')
  if (reference.filtered && form !== null) throw statementNotAllowed(`${form} over ${name}`, 'select from the table without it')
  const alias = node.alias ? null : name
  const text = walk.references.replacement(reference, alias)
  if (text) walk.edits.push({ ...spanOf(node, walk, schema === null ? [name] : [schema, name]), ...text })
}

const NAME = /"(?:[^"]|"")+"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/.source
const NAMES = new RegExp(`^(?:${NAME})(?:\\s*\\.\\s*(?:${NAME}))*`)

/** Where a name stands, checked against what the parser understood of it. */
function spanOf(node: Node, walk: Walk, parts: string[]): { start: number; end: number } {
  const start = Number(node.location ?? 0)
  const rest = new TextDecoder().decode(walk.text.subarray(start, start + 1024))
  const written = NAMES.exec(rest)?.[0] ?? ''
  const read = [...written.matchAll(new RegExp(NAME, 'g'))].map(([part]) =>
    part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  )
  if (read.join('\0') !== parts.join('\0')) throw statementNotAllowed('a table name written this way', 'write the name plainly, or in double quotes')
  return { start, end: start + new TextEncoder().encode(written).length }
}

function assertFunction(node: Node): void {
  const parts = namesOf(node.funcname)
  const name = parts.at(-1) ?? ''
  const own = parts.length === 1 || (parts.length === 2 && parts[0] === 'pg_catalog')
  if (!own || !FUNCTIONS.has(name)) throw functionNotAllowed(parts.join('.'))
}

/** A listed name is PostgreSQL's own function, whatever the schemas of the source call so. Several arrays are unnested under the bare name alone, which is then its own. */
function qualify(node: Node, walk: Walk): void {
  const [name, ...more] = namesOf(node.funcname)
  if (more.length > 0 || (name === 'unnest' && walk.unnested.has(node) && ((node.args ?? []) as Node[]).length > 1)) return
  const start = Number(node.location ?? 0)
  walk.edits.push({ start, end: start, parts: ['pg_catalog.'], params: [] })
}

/** The functions a FROM clause calls. */
const callsOf = (node: Node): Node[] =>
  ((node.functions ?? []) as { List?: { items?: Node[] } }[]).flatMap(({ List: list }) => (list?.items?.[0]?.FuncCall ? [list.items[0].FuncCall as Node] : []))

function assertOperator(node: Node): void {
  const parts = namesOf(node.name)
  const name = (parts.at(-1) ?? '').replaceAll(' ', '_')
  const own = parts.length === 1 || (parts.length === 2 && parts[0] === 'pg_catalog')
  if (!own || !OPERATORS.has(name)) throw functionNotAllowed(parts.join('.'))
}

function assertType(node: Node): void {
  const parts = namesOf(node.names)
  const own = parts.length === 1 || (parts.length === 2 && parts[0] === 'pg_catalog')
  if (node.setof || !own || !TYPES.has(parts.at(-1) ?? ''))
    throw statementNotAllowed(`the type ${parts.join('.')}`, 'cast to a type of numbers, text, dates or JSON')
}

/** Of a field that is not listed, nothing may be said. */
function assertField(field: string, value: unknown): void {
  if (FIELDS.has(field) || /^[A-Z]/.test(field)) return
  if (value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return
  throw statementNotAllowed(named(field))
}

function deeper(walk: Walk, work: () => void): void {
  if (++walk.depth > MAX_DEPTH) throw tooComplex()
  work()
  walk.depth--
}

const namesOf = (list: unknown): string[] => (Array.isArray(list) ? list.map((item) => String((item.String as Node | undefined)?.sval ?? '')) : [])
const lastOf = (list: unknown): string => namesOf(list).at(-1)?.toLowerCase() ?? ''
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const named = (kind: string): string =>
  kind
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
