import { Failure } from '#domain/failure.ts'
import type { ConditionReader, ReadCondition } from '#domain/semantics/compile/condition-reader.ts'
import type { FilterOperator, FilterValue } from '#domain/semantics/semantic-query.ts'

type Node = Record<string, unknown>

const MAX_DEPTH = 32
const COMPARISONS: Record<string, FilterOperator> = {
  '=': 'equals',
  '<>': 'not_equals',
  '>': 'greater_than',
  '>=': 'greater_or_equal',
  '<': 'less_than',
  '<=': 'less_or_equal',
}
const TURNED: Record<string, string> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' }
const OPPOSITE: Partial<Record<FilterOperator, FilterOperator>> = {
  equals: 'not_equals',
  not_equals: 'equals',
  is_empty: 'is_not_empty',
  is_not_empty: 'is_empty',
}

/** Reads clauses with PostgreSQL's own grammar; only the kinds of node named here pass. */
export const readConditions: ConditionReader = async (clause) => {
  const { DoesNotParse, parsePostgres } = await import('#connectors/sources/guard/postgres-parser.ts')
  const tree = await parsePostgres(`SELECT 1 WHERE ${clause}\n`).catch((error) => {
    if (error instanceof DoesNotParse) throw refused('it is no condition')
    throw error
  })
  const [statement, ...more] = tree.stmts ?? []
  const select = node(statement?.stmt, 'SelectStmt')
  const isBare = Object.keys(select ?? {}).every((key) => ['targetList', 'whereClause', 'limitOption', 'op'].includes(key))
  if (more.length > 0 || !isBare || !select?.whereClause) throw refused('it is more than one condition')
  return conditionsOf(select.whereClause, 1)
}

const refused = (what: string): Failure =>
  new Failure('invalid', `the clause cannot be taken: ${what}`, {
    hint: 'Compare columns with values written out: = <> < <= > >=, IN, NOT IN, BETWEEN, IS NULL, joined by AND; OR between values of one column.',
  })

function node(of: unknown, kind: string): Node | null {
  return typeof of === 'object' && of !== null && kind in of ? ((of as Node)[kind] as Node) : null
}

function conditionsOf(of: unknown, depth: number): ReadCondition[] {
  if (depth > MAX_DEPTH) throw refused('it is nested too deeply')
  const joined = node(of, 'BoolExpr')
  if (joined) {
    const parts = ((joined.args as unknown[] | undefined) ?? []).map((part) => conditionsOf(part, depth + 1))
    if (joined.boolop === 'AND_EXPR') return parts.flat()
    return [joined.boolop === 'NOT_EXPR' ? negated(parts.flat()) : anyOf(parts)]
  }
  const tested = node(of, 'NullTest')
  if (tested) return [{ ...columnOf(tested.arg), operator: tested.nulltesttype === 'IS_NULL' ? 'is_empty' : 'is_not_empty', values: [] }]
  const truth = node(of, 'BooleanTest')
  if (truth && (truth.booltesttype === 'IS_TRUE' || truth.booltesttype === 'IS_FALSE'))
    return [{ ...columnOf(truth.arg), operator: 'equals', values: [truth.booltesttype === 'IS_TRUE'] }]
  if (node(of, 'ColumnRef')) return [{ ...columnOf(of), operator: 'equals', values: [true] }]
  const expression = node(of, 'A_Expr')
  if (!expression) throw refused(`${Object.keys((of as Node) ?? {})[0] ?? 'this'} is not among what is allowed`)
  return [comparison(expression)]
}

function comparison({ kind, name, lexpr, rexpr }: Node): ReadCondition {
  const [sign = ''] = namesOf(name)
  const listed = (): FilterValue[] => ((node(rexpr, 'List')?.items as unknown[] | undefined) ?? []).map(literal)
  switch (kind) {
    case 'AEXPR_OP': {
      const turned = !node(lexpr, 'ColumnRef')
      const operator = Object.hasOwn(COMPARISONS, sign) ? COMPARISONS[turned ? (TURNED[sign] ?? sign) : sign] : undefined
      if (!operator) throw refused(`the operator ${sign} is not among what is allowed`)
      return { ...columnOf(turned ? rexpr : lexpr), operator, values: [literal(turned ? lexpr : rexpr)] }
    }
    case 'AEXPR_IN':
      return { ...columnOf(lexpr), operator: sign === '=' ? 'equals' : 'not_equals', values: listed() }
    case 'AEXPR_BETWEEN':
      return { ...columnOf(lexpr), operator: 'between', values: listed() }
    default:
      throw refused(`${String(kind).replace('AEXPR_', '').replaceAll('_', ' ')} is not among what is allowed`)
  }
}

function negated(parts: ReadCondition[]): ReadCondition {
  const [only, ...more] = parts
  const operator = only && OPPOSITE[only.operator]
  if (!only || !operator || more.length > 0) throw refused('NOT stands before one comparison by =, IN or IS NULL')
  return { ...only, operator }
}

function anyOf(parts: ReadCondition[][]): ReadCondition {
  const all = parts.flat()
  const [first] = all
  const isOne =
    first &&
    parts.every(({ length }) => length === 1) &&
    all.every((one) => one.operator === 'equals' && one.column === first.column && one.table === first.table)
  if (!isOne) throw refused('OR stands between values of one column')
  return { ...first, values: all.flatMap(({ values }) => values) }
}

function columnOf(of: unknown): Pick<ReadCondition, 'table' | 'column'> {
  const fields = (node(of, 'ColumnRef')?.fields as unknown[] | undefined) ?? []
  const names = fields.map((field) => node(field, 'String')?.sval as string | undefined)
  const column = names.at(-1)
  if (column === undefined || names.some((name) => name === undefined)) throw refused('one side of a comparison is a column')
  return { table: names.length > 1 ? names.slice(0, -1).join('.') : null, column }
}

function literal(of: unknown): FilterValue {
  const cast = node(of, 'TypeCast')
  if (cast) {
    const type = namesOf(node({ TypeName: cast.typeName }, 'TypeName')?.names).at(-1) ?? ''
    if (!['date', 'timestamp', 'timestamptz', 'text', 'varchar', 'int4', 'int8', 'numeric', 'bool', 'uuid'].includes(type)) throw refused('a cast')
    return literal(cast.arg)
  }
  const direct = node(of, 'A_Const')
  if (direct) return constant(direct)
  const negative = node(of, 'A_Expr')
  if (negative && !negative.lexpr && namesOf(negative.name)[0] === '-') {
    const value = literal(negative.rexpr)
    if (typeof value === 'number') return -value
  }
  throw refused('the other side of a comparison is a value written out')
}

/** A leaf's value; PostgreSQL's tree leaves out what is zero or empty. */
function constant(of: Node): FilterValue {
  if (of.ival) return Number((of.ival as Node).ival ?? 0)
  if (of.fval) {
    const written = String((of.fval as Node).fval)
    // A number that JSON cannot hold exactly is compared as it is written.
    return Number.isSafeInteger(Number(written)) || !/^\d+$/.test(written) ? Number(written) : written
  }
  if (of.boolval) return (of.boolval as Node).boolval === true
  if (of.sval) return String((of.sval as Node).sval ?? '')
  throw refused(of.isnull ? 'NULL is compared by IS NULL' : 'a bit string')
}

const namesOf = (of: unknown): string[] => ((of as unknown[] | undefined) ?? []).map((item) => String(node(item, 'String')?.sval ?? '*'))
