import { Failure } from '#domain/failure.ts'
import type { ArithmeticReader } from '#domain/semantics/compile/arithmetic-reader.ts'
import type { Arithmetic, ArithmeticCondition, FilterValue } from '#domain/semantics/semantic-query.ts'

type Node = Record<string, unknown>

const MAX_DEPTH = 32
const operators = new Set(['+', '-', '*', '/'])
const comparisons: Record<string, ArithmeticCondition['operator']> = {
  '=': 'equals',
  '<>': 'not_equals',
  '>': 'greater_than',
  '>=': 'greater_or_equal',
  '<': 'less_than',
  '<=': 'less_or_equal',
}
const turned: Partial<Record<string, string>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' }

/** Reads calculations with PostgreSQL's own grammar; only the kinds of node named here pass. */
export const readArithmetic: ArithmeticReader = async (text, table) => {
  const { DoesNotParse, parsePostgres } = await import('#connectors/sources/guard/postgres-parser.ts')
  const tree = await parsePostgres(`SELECT (${text}\n)`).catch((error) => {
    if (error instanceof DoesNotParse) throw refused('it is not an expression')
    throw error
  })
  const [statement, ...more] = tree.stmts ?? []
  const select = node(statement?.stmt, 'SelectStmt')
  const targets = (select?.targetList as Node[] | undefined) ?? []
  const target = node(targets[0], 'ResTarget')
  const isBare = Object.keys(select ?? {}).every((key) => key === 'targetList' || key === 'limitOption' || key === 'op')
  if (more.length > 0 || !isBare || targets.length !== 1 || !target?.val || target.name || target.indirection) throw refused('it is more than one expression')
  return arithmetic(target.val as Node, table, 1)
}

function refused(what: string): Failure {
  return new Failure('invalid', `the expression cannot be taken: ${what}`, {
    param: 'expression',
    hint: 'Use columns of the table, numbers, + - * /, parentheses, CASE WHEN column = value THEN … ELSE … END, COALESCE(column, …) and a division by NULLIF(…, 0).',
  })
}

function node(of: unknown, kind: string): Node | null {
  return typeof of === 'object' && of !== null && kind in of ? ((of as Node)[kind] as Node) : null
}

function arithmetic(of: Node, table: string, depth: number): Arithmetic {
  if (depth > MAX_DEPTH) throw refused('it is nested too deeply')
  const inner = (part: unknown) => arithmetic(part as Node, table, depth + 1)
  const [kind = ''] = Object.keys(of)
  const content = of[kind] as Node
  switch (kind) {
    case 'A_Const': {
      const value = constant(content)
      if (typeof value !== 'number') throw refused(value === null ? 'NULL is no number' : 'a text or a truth value is no number')
      return { number: value }
    }
    case 'ColumnRef':
      return { column: columnOf(content, table) }
    case 'A_Expr':
      return operation(content, inner)
    case 'CaseExpr':
      return caseOf(content, table, inner)
    case 'CoalesceExpr': {
      const [first, ...others] = (content.args as Node[] | undefined) ?? []
      const column = node(first, 'ColumnRef')
      const [other] = others
      if (!column || !other || others.length !== 1) throw refused('COALESCE takes a column and one value to stand in for it')
      const name = columnOf(column, table)
      return { case: [{ when: { column: name, operator: 'is_empty', values: [] }, value: inner(other) }], else: { column: name } }
    }
    case 'FuncCall':
      throw refused(`the function ${namesOf(content.funcname).join('.')} is not among those allowed`)
    default:
      throw refused(`${words[kind] ?? kind} is not among what is allowed`)
  }
}

const words: Record<string, string> = {
  SubLink: 'a sub-query',
  TypeCast: 'a cast',
  BoolExpr: 'AND, OR or NOT as a number',
  NullTest: 'IS NULL as a number',
  ParamRef: 'a placeholder',
  MinMaxExpr: 'GREATEST or LEAST',
  RowExpr: 'a row',
  SQLValueFunction: 'a function',
}

function operation(of: Node, inner: (part: unknown) => Arithmetic): Arithmetic {
  const [sign = ''] = namesOf(of.name)
  if (of.kind !== 'AEXPR_OP' || !operators.has(sign))
    throw refused(`${of.kind === 'AEXPR_NULLIF' ? 'NULLIF outside of a division' : `the operator ${sign}`} is not among what is allowed`)
  if (!of.lexpr) {
    const value = inner(of.rexpr)
    if (sign === '+') return value
    return 'number' in value ? { number: -value.number } : { op: '-', left: { number: 0 }, right: value }
  }
  return { op: sign as '+', left: inner(of.lexpr), right: inner(sign === '/' ? withoutNullif(of.rexpr) : of.rexpr) }
}

/** A division by 0 gives nothing as it is. */
function withoutNullif(of: unknown): unknown {
  const expression = node(of, 'A_Expr')
  if (expression?.kind !== 'AEXPR_NULLIF') return of
  const zero = node(expression.rexpr, 'A_Const')
  if (!zero || constant(zero) !== 0) throw refused('NULLIF takes 0')
  return expression.lexpr
}

function caseOf(of: Node, table: string, inner: (part: unknown) => Arithmetic): Arithmetic {
  if (of.arg) throw refused('CASE of a value is not allowed: write CASE WHEN column = value')
  const branches = ((of.args as Node[] | undefined) ?? []).map((item) => {
    const branch = node(item, 'CaseWhen')
    if (!branch) throw refused('CASE has a part that is no WHEN')
    return { when: condition(branch.expr as Node, table), value: inner(branch.result) }
  })
  return { case: branches, ...(of.defresult ? { else: inner(of.defresult) } : {}) }
}

function condition(of: Node, table: string): ArithmeticCondition {
  const column = node(of, 'ColumnRef')
  if (column) return { column: columnOf(column, table), operator: 'equals', values: [true] }
  const test = node(of, 'NullTest')
  const tested = node(test?.arg, 'ColumnRef')
  if (test && tested) return { column: columnOf(tested, table), operator: test.nulltesttype === 'IS_NULL' ? 'is_empty' : 'is_not_empty', values: [] }
  const expression = node(of, 'A_Expr')
  if (!expression) throw refused('WHEN takes one comparison of a column with values')
  const [sign = ''] = namesOf(expression.name)
  const [left, right] = [node(expression.lexpr, 'ColumnRef'), node(expression.rexpr, 'ColumnRef')]
  if (expression.kind === 'AEXPR_OP' && left) return compared(columnOf(left, table), sign, [literal(expression.rexpr)])
  if (expression.kind === 'AEXPR_OP' && right) return compared(columnOf(right, table), turned[sign] ?? sign, [literal(expression.lexpr)])
  const listed = ((node(expression.rexpr, 'List')?.items as Node[] | undefined) ?? []).map(literal)
  if (left && expression.kind === 'AEXPR_IN' && listed.length > 0) return compared(columnOf(left, table), sign, listed)
  if (left && expression.kind === 'AEXPR_BETWEEN' && listed.length === 2) return { column: columnOf(left, table), operator: 'between', values: listed }
  throw refused('WHEN takes one comparison of a column with values')
}

function compared(column: string, sign: string, values: FilterValue[]): ArithmeticCondition {
  const operator = Object.hasOwn(comparisons, sign) ? comparisons[sign] : undefined
  if (!operator) throw refused(`the comparison ${sign} is not among those allowed`)
  return { column, operator, values }
}

function literal(of: unknown): FilterValue {
  const direct = node(of, 'A_Const')
  if (direct) {
    const value = constant(direct)
    if (value !== null) return value
  }
  const negative = node(of, 'A_Expr')
  const inner = node(negative?.rexpr, 'A_Const')
  if (negative && !negative.lexpr && namesOf(negative.name)[0] === '-' && inner) {
    const value = constant(inner)
    if (typeof value === 'number') return -value
  }
  throw refused('WHEN compares a column with values that are written out')
}

/** A leaf's value; PostgreSQL's tree leaves out what is zero or empty. */
function constant(of: Node): FilterValue | null {
  if (of.isnull) return null
  const whole = of.ival as Node | undefined
  if (whole) return Number(whole.ival ?? 0)
  const fraction = of.fval as Node | undefined
  if (fraction) {
    const value = Number(fraction.fval)
    if (!Number.isFinite(value)) throw refused(`${fraction.fval} is too large a number`)
    return value
  }
  const truth = of.boolval as Node | undefined
  if (truth) return truth.boolval === true
  const text = of.sval as Node | undefined
  if (text) return String(text.sval ?? '')
  throw refused('a bit string is not among what is allowed')
}

function columnOf(of: Node, table: string): string {
  const names = namesOf(of.fields)
  const [first = '', second] = names
  if (names.length === 1 && (of.fields as Node[])[0]?.String) return first
  if (names.length === 2 && second !== undefined && first.toLowerCase() === table.toLowerCase()) return second
  throw refused(`${names.join('.') || '*'} is no column of "${table}"`)
}

function namesOf(of: unknown): string[] {
  return ((of as Node[] | undefined) ?? []).map((item) => String((node(item, 'String')?.sval as string | undefined) ?? '*'))
}
