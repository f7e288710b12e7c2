import { constants } from 'node:sqlite'
import { Failure } from '#domain/failure.ts'

const FUNCTIONS = new Set(
  // values and text
  (
    '-> ->> abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood likely lower ltrim max min nullif octet_length printf quote random ' +
    'replace round rtrim sign soundex substr substring trim typeof unhex unicode unlikely upper ' +
    // numbers
    'acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi pow power radians sin sinh sqrt tan tanh trunc ' +
    // time
    'current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch ' +
    // aggregates and windows
    'avg count cume_dist dense_rank first_value group_concat lag last_value lead median nth_value ntile percent_rank percentile percentile_cont percentile_disc rank row_number ' +
    'string_agg sum total ' +
    // json
    'json json_array json_array_length json_extract json_group_array json_group_object json_object json_patch json_quote json_remove json_type json_valid'
  ).split(' '),
)
const TABLE_FUNCTIONS = new Set(['json_each', 'json_tree'])

/** What a name can stand for in the database: `tables` are the source's own, `reserved` everything else the engine would resolve. Lower case. */
export type KnownNames = { tables: ReadonlySet<string>; reserved: ReadonlySet<string> }

export type Authorizer = {
  /** Handed to the engine, which asks it while it compiles a statement. `view` is the innermost view or CTE the read stands in. */
  authorize: (action: number, first: string | null, second: string | null, database: string | null, view: string | null) => number
  /** The tables the next statement may read, in lower case; `only` are those of which it may read a view's rows alone, with the view's name. */
  permit: (tables: ReadonlySet<string>, only?: ReadonlyMap<string, string>) => void
  /** What the last statement was refused for. */
  refusal: () => Failure | null
}

/**
 * Default-deny authorizer: SELECT, recursion, reads of permitted tables, listed functions. A view can be read only when the tables under it are permitted too:
 * SQLite names the innermost view or CTE of a read, and a CTE can take a view's name, so that name proves nothing; but for a view whose name nobody can guess,
 * through which alone a table with row predicates is read (`filtered-views.ts`).
 */
export function createAuthorizer(known: KnownNames): Authorizer {
  let permitted: ReadonlySet<string> = new Set()
  let throughView: ReadonlyMap<string, string> = new Map()
  let refused: Failure | null = null
  const refuse = (failure: Failure) => {
    refused ??= failure
    return constants.SQLITE_DENY
  }
  const mayRead = (table: string, column: string | null) => {
    if (permitted.has(table)) return true
    if (TABLE_FUNCTIONS.has(table)) return !known.tables.has(table)
    // A CTE of which no column is used is named as it is written; nothing else in the database has such a name.
    return column === '' && !known.tables.has(table) && !known.reserved.has(table) && !/^(sqlite|pragma)_/.test(table)
  }
  const mayReadIn = (database: string | null, table: string, column: string | null, view: string | null) => {
    if (database?.toLowerCase() === 'temp') return throughView.has(table) || [...throughView.values()].includes(table)
    if (database !== null && database.toLowerCase() !== 'main') return false
    // What stands in such a view is ours: it reads the tables by which rows are cut, too.
    if (view !== null && [...throughView.values()].includes(view)) return true
    const only = throughView.get(table)
    // A CTE that bears such a table's name, and of which no column is used, has no database.
    if (only !== undefined) return database === null && column === ''
    return mayRead(table, column)
  }
  return {
    authorize(action, first, second, database, view) {
      if (action === constants.SQLITE_SELECT || action === constants.SQLITE_RECURSIVE) return constants.SQLITE_OK
      if (action === constants.SQLITE_FUNCTION) {
        if (FUNCTIONS.has(String(second).toLowerCase())) return constants.SQLITE_OK
        return refuse(new Failure('function_not_allowed', `the function ${second} is not allowed`))
      }
      if (action === constants.SQLITE_READ) {
        const table = String(first).toLowerCase()
        return mayReadIn(database, table, second, view) ? constants.SQLITE_OK : refuse(tableNotAllowed(String(first)))
      }
      return refuse(new Failure('statement_not_allowed', 'only a single SELECT may run'))
    },
    permit(tables, only = new Map()) {
      permitted = tables
      throughView = only
      refused = null
    },
    refusal: () => refused,
  }
}

/** The same words whether a table is hidden or does not exist, so that a refusal tells nothing. */
export function tableNotAllowed(table: string): Failure {
  return new Failure('table_not_allowed', `there is no table ${table.slice(0, 100)} to read here`, { hint: 'use the tables of this data source' })
}
