import { attributeNotAllowed } from './refusals.ts'

type Node = { [field: string]: unknown }
/** Names of columns in their order; null where any name may be one. */
type Columns = readonly string[] | null
type Ranges = ReadonlyMap<string, Columns>
type Scope = {
  ctes: ReadonlyMap<string, () => Columns>
  /** What the names before a dot stand for, the innermost query first. */
  frames: readonly Ranges[]
  /** Inside a FROM clause not every item is seen from every other: a name must then hold in each frame that knows it. */
  isInFrom: boolean
}
type Reading = { columnsOf: (table: string) => Columns; outputs: WeakMap<Node, Columns> }

const FIELDS_OF_RECORDS: [RegExp, string[]][] = [
  [/^jsonb?_each(_text)?$/, ['key', 'value']],
  [/^jsonb?_array_elements(_text)?$/, ['value']],
  [/^unnest$/, ['unnest']],
]

/**
 * PostgreSQL calls a function where `x.f` names no column of `x` (attribute notation), for any `x` and whatever schema the function stands in. Each name behind a dot
 * must therefore be a column of what stands before it; `(…).f` is left to the fields of JSON's own functions. `columnsOf` tells the columns of a table that may be read.
 * Fails with `function_not_allowed`.
 */
export function assertAttributes(select: Node, columnsOf: (table: string) => Columns): void {
  check(select, { ctes: new Map(), frames: [], isInFrom: false }, { columnsOf, outputs: new WeakMap() })
}

function check(value: unknown, scope: Scope, reading: Reading): void {
  if (Array.isArray(value)) for (const item of value) check(item, scope, reading)
  else if (isNode(value)) {
    if (isSelect(value)) checkSelect(value, scope, reading)
    else
      for (const [kind, child] of Object.entries(value)) {
        if (kind === 'ColumnRef') assertColumn(child as Node, scope)
        else if (kind === 'A_Indirection') assertIndirection(child as Node)
        check(child, kind === 'RangeSubselect' && !(child as Node).lateral ? { ...scope, frames: scope.frames.slice(1) } : scope, reading)
      }
  }
}

function checkSelect(select: Node, outer: Scope, reading: Reading): void {
  const { withClause, fromClause, ...rest } = select
  const ctes = ctesOf(withClause, outer, reading)
  const inner = { ...outer, ctes }
  const entries = ((withClause as Node | undefined)?.ctes ?? []) as Node[]
  entries.forEach((entry, index) => {
    const seen = (withClause as Node).recursive ? ctes : ctesOf({ ctes: entries.slice(0, index) }, outer, reading)
    check(entry, { ...outer, ctes: seen }, reading)
  })
  const own = new Map(rangesOf(fromClause, inner, reading))
  const frames = [own, ...outer.frames]
  check(fromClause, { ctes, frames, isInFrom: true }, reading)
  check(Object.values(rest), { ...inner, frames }, reading)
}

/** Each entry of WITH sees those before it; under RECURSIVE all of them. */
function ctesOf(clause: unknown, scope: Scope, reading: Reading): Scope['ctes'] {
  if (!isNode(clause)) return scope.ctes
  const ctes = new Map(scope.ctes)
  for (const { CommonTableExpr: entry } of (clause.ctes ?? []) as { CommonTableExpr: Node }[]) {
    const seen = clause.recursive ? ctes : new Map(ctes)
    const query = (entry.ctequery as Node).SelectStmt as Node
    ctes.set(String(entry.ctename), () => renamed(outputsOf(query, { ...scope, ctes: seen }, reading), namesOf(entry.aliascolnames)))
  }
  return ctes
}

function rangesOf(items: unknown, scope: Scope, reading: Reading): [string, Columns][] {
  if (!Array.isArray(items)) return []
  return items.flatMap((item: Node): [string, Columns][] => {
    const [kind = '', node] = Object.entries(item)[0] ?? []
    if (!isNode(node)) return []
    if (kind === 'RangeTableSample') return rangesOf([node.relation], scope, reading)
    const alias = node.alias as { aliasname: string; colnames?: unknown } | undefined
    if (kind === 'JoinExpr') {
      const both = rangesOf([node.larg, node.rarg], scope, reading)
      const using = (node.join_using_alias as { aliasname?: string } | undefined)?.aliasname
      const all = joined(both)
      return [
        ...both,
        ...(alias ? [[alias.aliasname, renamed(all, namesOf(alias.colnames))] as [string, Columns]] : []),
        ...(using ? [[using, namesOf(node.usingClause)] as [string, Columns]] : []),
      ]
    }
    const name = alias?.aliasname ?? (kind === 'RangeVar' ? String(node.relname) : '')
    const columns = () => {
      if (kind === 'RangeVar') {
        const cte = node.schemaname === undefined ? scope.ctes.get(String(node.relname)) : undefined
        return cte ? cte() : reading.columnsOf(String(node.relname))
      }
      if (kind === 'RangeSubselect') return outputsOf((node.subquery as Node).SelectStmt as Node, scope, reading)
      return columnsOfFunctions(node, alias?.aliasname)
    }
    const functions = kind === 'RangeFunction' && !alias ? calledBy(node) : []
    const found = renamed(columns(), namesOf(alias?.colnames))
    return (functions.length > 0 ? functions : [name]).map((own): [string, Columns] => [own, found])
  })
}

const joined = (ranges: [string, Columns][]): Columns =>
  ranges.some(([, columns]) => columns === null) ? null : ranges.flatMap(([, columns]) => columns ?? [])

/** Renamed columns have their old names no more. */
function renamed(columns: Columns, names: string[]): Columns {
  return columns === null ? null : [...names, ...columns.slice(names.length)]
}

const calledBy = (node: Node): string[] =>
  ((node.functions ?? []) as { List?: { items?: Node[] } }[]).flatMap(({ List: list }) => {
    const call = list?.items?.[0]?.FuncCall as Node | undefined
    return call ? [namesOf(call.funcname).at(-1) ?? ''] : []
  })

/** A function over values gives a column of its own name, or of the alias. */
function columnsOfFunctions(node: Node, alias: string | undefined): Columns {
  const names = calledBy(node)
  const typed = ((node.coldeflist ?? []) as { ColumnDef?: { colname?: string } }[]).map(({ ColumnDef: column }) => String(column?.colname))
  const columns = names.flatMap((name) => FIELDS_OF_RECORDS.find(([pattern]) => pattern.test(name))?.[1] ?? [names.length === 1 ? (alias ?? name) : name])
  return [...(typed.length > 0 ? typed : columns), ...(node.ordinality ? ['ordinality'] : [])]
}

/** The names of a query's columns. One that reads itself gives those of its first part. */
function outputsOf(select: Node, scope: Scope, reading: Reading): Columns {
  const known = reading.outputs.get(select)
  if (known !== undefined) return known
  reading.outputs.set(select, [])
  const inner = { ...scope, ctes: ctesOf(select.withClause, scope, reading) }
  const found = select.larg ? outputsOf(select.larg as Node, inner, reading) : targetsOf(select, inner, reading)
  reading.outputs.set(select, found)
  return found
}

function targetsOf(select: Node, scope: Scope, reading: Reading): Columns {
  const [values] = (select.valuesLists ?? []) as { List?: { items?: unknown[] } }[]
  if (values) return (values.List?.items ?? []).map((_, index) => `column${index + 1}`)
  const ranges = rangesOf(select.fromClause, scope, reading)
  const columns: string[] = []
  for (const { ResTarget: target } of (select.targetList ?? []) as { ResTarget: Node }[]) {
    const fields = ((target.val as Node | undefined)?.ColumnRef as Node | undefined)?.fields as Node[] | undefined
    if (target.name === undefined && fields?.at(-1)?.A_Star) {
      const of = namesOf(fields).at(-2)
      const all = joined(fields.length === 1 ? ranges : ranges.filter(([name]) => name === of))
      if (all === null) return null
      columns.push(...all)
    } else columns.push(target.name === undefined ? nameOf(target.val, scope, reading) : String(target.name))
  }
  return columns
}

/** What PostgreSQL calls a column that is given no name. */
function nameOf(value: unknown, scope: Scope, reading: Reading): string {
  const [kind = '', node] = Object.entries((value ?? {}) as Node)[0] ?? []
  const of = (node ?? {}) as Node
  if (kind === 'ColumnRef') return namesOf(of.fields).at(-1) ?? ''
  if (kind === 'FuncCall') return namesOf(of.funcname).at(-1) ?? ''
  if (kind === 'CollateClause') return nameOf(of.arg, scope, reading)
  if (kind === 'A_Indirection') return namesOf((of.indirection as Node[]).filter((item) => item.String)).at(-1) ?? nameOf(of.arg, scope, reading)
  if (kind === 'TypeCast') return nameOf(of.arg, scope, reading) || (namesOf((of.typeName as Node).names).at(-1) ?? '')
  if (kind === 'CaseExpr') return nameOf(of.defresult, scope, reading) || 'case'
  if (kind === 'MinMaxExpr') return of.op === 'IS_LEAST' ? 'least' : 'greatest'
  if (kind === 'SubLink') {
    if (of.subLinkType === 'EXPR_SUBLINK') return outputsOf((of.subselect as Node).SelectStmt as Node, scope, reading)?.[0] ?? ''
    return of.subLinkType === 'EXISTS_SUBLINK' ? 'exists' : 'array'
  }
  if (kind === 'SQLValueFunction')
    return String(of.op)
      .replace(/^SVFOP_|_N$/g, '')
      .toLowerCase()
  if (kind === 'A_Expr') return of.kind === 'AEXPR_NULLIF' ? 'nullif' : ''
  return { CoalesceExpr: 'coalesce', A_ArrayExpr: 'array', RowExpr: 'row', GroupingFunc: 'grouping' }[kind] ?? ''
}

function assertColumn({ fields }: Node, scope: Scope): void {
  const list = (fields ?? []) as Node[]
  if (list.length < 2 || list.at(-1)?.A_Star) return
  const names = namesOf(list)
  const [of = '', name = ''] = names.slice(-2)
  const frames = scope.frames.filter((frame) => frame.has(of))
  for (const frame of scope.isInFrom ? frames : frames.slice(0, 1)) {
    const columns = frame.get(of)
    if (columns && !columns.includes(name)) throw attributeNotAllowed(names.join('.'))
  }
}

function assertIndirection({ arg, indirection }: Node): void {
  const names = ((indirection ?? []) as Node[]).filter((item) => item.String)
  if (names.length === 0) return
  const call = (arg as Node | undefined)?.FuncCall as Node | undefined
  const called = namesOf(call?.funcname).at(-1) ?? ''
  const fields = FIELDS_OF_RECORDS.find(([pattern]) => /each/.test(called) && pattern.test(called))?.[1] ?? []
  const [name = '', ...more] = namesOf(names)
  if (more.length > 0 || !fields.includes(name)) throw attributeNotAllowed(`(…).${name}`)
}

/** A query stands bare in its node, unlike all else. */
const isSelect = (node: Node): boolean => 'limitOption' in node && 'op' in node
const namesOf = (list: unknown): string[] => (Array.isArray(list) ? list.map((item: Node) => String((item.String as Node | undefined)?.sval ?? '')) : [])
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
