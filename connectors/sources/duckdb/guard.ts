import { z } from 'zod'
import { Failure } from '#domain/failure.ts'
import { FUNCTIONS, TABLE_FUNCTIONS } from './functions.ts'

type Node = { [key: string]: unknown }
/** Names of the CTEs a node can see, in lower case. */
type Scope = ReadonlySet<string>
type Tables = { all: ReadonlySet<string>; bare: ReadonlySet<string>; hasUser: boolean }

const Serialized = z.object({
  error: z.boolean(),
  error_type: z.string().optional(),
  error_message: z.string().optional(),
  statements: z.array(z.record(z.string(), z.unknown())).optional(),
})

const EXPRESSIONS = new Set(
  'BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA LAMBDA_REF OPERATOR POSITIONAL_REFERENCE STAR SUBQUERY WINDOW'.split(
    ' ',
  ),
)
const NODES = new Set(
  (
    'SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE BASE_TABLE EMPTY EXPRESSION_LIST JOIN PIVOT SUBQUERY TABLE_FUNCTION ' +
    'DISTINCT_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER ORDER_MODIFIER ORDER_DEFAULT ASCENDING DESCENDING ' +
    'DECIMAL_TYPE_INFO STRUCT_TYPE_INFO LIST_TYPE_INFO ARRAY_TYPE_INFO STRING_TYPE_INFO GENERIC_TYPE_INFO UNBOUND_TYPE_INFO'
  ).split(' '),
)

/**
 * Default-deny check of a statement as DuckDB's own parser reads it (the reply of `json_serialize_sql`): one SELECT, listed node kinds and functions,
 * and every table one of `tables` (lower case) or a CTE in scope where it is named. Those of `bare` can only be named without their schema.
 * `hasUser` tells that a table has a column `user`, a word that is else a call.
 */
export function assertAllowed(serialized: string, all: ReadonlySet<string>, bare: ReadonlySet<string> = new Set(), hasUser = false): void {
  const tables: Tables = { all, bare, hasUser }
  const parsed = Serialized.parse(JSON.parse(serialized))
  if (parsed.error) {
    if (parsed.error_type === 'parser') throw new Failure('query_invalid', 'the statement does not parse', { hint: firstLines(parsed.error_message ?? '') })
    throw new Failure('statement_not_allowed', 'only a single SELECT may run')
  }
  const [statement, ...more] = parsed.statements ?? []
  if (!statement) throw new Failure('query_invalid', 'the statement is empty')
  if (more.length > 0) throw new Failure('statement_not_allowed', 'only a single SELECT may run')
  walk(statement, new Set(), tables)
}

function walk(value: unknown, scope: Scope, tables: Tables): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, scope, tables)
  } else if (typeof value === 'object' && value !== null) {
    walkNode(value as Node, scope, tables)
  }
}

function walkNode(node: Node, outer: Scope, tables: Tables): void {
  const kind = text(node, 'class') || text(node, 'type')
  if (kind !== '' && !(text(node, 'class') ? EXPRESSIONS : NODES).has(kind)) {
    throw new Failure('statement_not_allowed', `${kind.toLowerCase().replaceAll('_', ' ')} is not allowed in a statement`)
  }
  if (kind === 'FUNCTION' || kind === 'WINDOW') assertFunction(node, FUNCTIONS)
  if (kind === 'COLUMN_REF') assertColumn(node, tables)
  if (kind === 'BASE_TABLE') assertTable(node, outer, tables)
  if (kind === 'TABLE_FUNCTION') assertFunction((node.function ?? {}) as Node, TABLE_FUNCTIONS)
  if (kind === 'CONSTANT') return
  const scope = walkCommonTables(node, outer, tables)
  const recursive = kind === 'RECURSIVE_CTE_NODE' ? new Set([...scope, text(node, 'cte_name').toLowerCase()]) : scope
  for (const [key, child] of Object.entries(node)) {
    if (key === 'cte_map') continue
    // Only the repeated part of a recursive CTE sees the CTE; its first part reads whatever has that name outside.
    walk(child, key === 'right' ? recursive : scope, tables)
  }
}

/** Checks the WITH list of a node, each entry seeing only those before it, and gives the scope of the node itself. */
function walkCommonTables(node: Node, outer: Scope, tables: Tables): Scope {
  const map = node.cte_map as { map?: unknown } | undefined
  if (!Array.isArray(map?.map) || map.map.length === 0) return outer
  const scope = new Set(outer)
  for (const entry of map.map as { key: string; value: unknown }[]) {
    walk(entry.value, scope, tables)
    scope.add(entry.key.toLowerCase())
  }
  return scope
}

function assertTable(node: Node, scope: Scope, tables: Tables): void {
  const name = text(node, 'table_name')
  const schema = text(node, 'schema_name').toLowerCase()
  const catalog = text(node, 'catalog_name').toLowerCase()
  if (node.at_clause) throw new Failure('statement_not_allowed', 'time travel is not allowed in a statement')
  if (schema === '' && catalog === '' && scope.has(name.toLowerCase())) return
  const local = (catalog === '' || catalog === 'memory') && (schema === '' || schema === 'main')
  const isBare = catalog === '' && schema === ''
  if (local && tables.all.has(name.toLowerCase()) && (isBare || !tables.bare.has(name.toLowerCase()))) return
  throw new Failure('table_not_allowed', `there is no table ${name.slice(0, 100)} to read here`, { hint: 'use the tables of this data source' })
}

/** Words that the engine takes for a call when no column bears them: who and where one is. */
const CALLED = new Set(['current_user', 'session_user', 'current_role', 'current_catalog', 'current_schema', 'current_database'])

function assertColumn(node: Node, { hasUser }: Tables): void {
  const names = Array.isArray(node.column_names) ? node.column_names : []
  const [name] = names
  const word = String(name).toLowerCase()
  if (names.length === 1 && (CALLED.has(word) || (word === 'user' && !hasUser)))
    throw new Failure('function_not_allowed', `the function ${name} is not allowed`)
}

function assertFunction(node: Node, allowed: ReadonlySet<string>): void {
  const name = text(node, 'function_name')
  // The parser itself writes `main` before functions it makes of special syntax (`extract`, `trim`, list literals).
  const local = text(node, 'catalog') === '' && ['', 'main'].includes(text(node, 'schema').toLowerCase())
  if (local && allowed.has(name.toLowerCase())) return
  throw new Failure('function_not_allowed', `the function ${name.slice(0, 100)} is not allowed`)
}

function text(node: Node, key: string): string {
  const value = node[key]
  return typeof value === 'string' ? value : ''
}

/** The first line of the engine's message and the place it points at. */
export function firstLines(message: string): string {
  return message.split('\n\n')[0]?.slice(0, 300) ?? ''
}
