import { DuckDBInstance } from '@duckdb/node-api'
import { openParser } from '#connectors/sources/duckdb/database.ts'
import { assertAllowed } from '#connectors/sources/duckdb/guard.ts'
import { ALLOWED, shop } from '#connectors/sources/guard/corpus/world.ts'
import { assertStatementText } from '#connectors/sources/limits.ts'
import { type Guarded, reasonOf, refusedAsNull } from './guarded.ts'

const HARMFUL =
  /\b(getenv|current_setting|getvariable|nextval|currval|read_text|read_blob|read_csv|glob|write_log|json_execute_serialized_sql|current_schemas?|current_database|current_user|txid_current|sleep_ms|duckdb_\w+|pragma_\w+)\(/i
/** Operators of a plan that read nothing but what stands below them or in the statement. */
const PLAIN =
  /^(PROJECTION|FILTER|UNGROUPED_AGGREGATE|HASH_GROUP_BY|PERFECT_HASH_GROUP_BY|PARTITIONED_AGGREGATE|SIMPLE_AGGREGATE|STREAMING_\w+|WINDOW|ORDER_BY|TOP_N|LIMIT|STREAMING_LIMIT|LIMIT_PERCENT|HASH_JOIN|NESTED_LOOP_JOIN|BLOCKWISE_NL_JOIN|PIECEWISE_MERGE_JOIN|IE_JOIN|ASOF_JOIN|CROSS_PRODUCT|POSITIONAL_JOIN|POSITIONAL_SCAN|LEFT_DELIM_JOIN|RIGHT_DELIM_JOIN|DELIM_SCAN|UNION|CTE|CTE_SCAN|REC_CTE|RECURSIVE_CTE|RECURSIVE_CTE_SCAN|REC_CTE_SCAN|RECURSIVE_KEY_CTE|DUMMY_SCAN|COLUMN_DATA_SCAN|CHUNK_SCAN|EMPTY_RESULT|EXPRESSION_SCAN|UNNEST|INOUT_FUNCTION|PIVOT|RESERVOIR_SAMPLE|STREAMING_SAMPLE|SAMPLE|RESULT_COLLECTOR|RANGE|GENERATE_SERIES|SEQ_SCAN|TABLE_SCAN|EXPLAIN|QUERY)\s*$/

type Plan = { name?: string; children?: Plan[]; extra_info?: Record<string, unknown> }

/** DuckDB's guard, asked of another instance's own plan of the statement: which tables it scans and by which operators. */
export async function duckdbGuard(): Promise<Guarded> {
  const parse = await openParser()
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', autoload_known_extensions: 'false', autoinstall_known_extensions: 'false' })
  const connection = await instance.connect()
  const { create, insert } = shop('duckdb')
  for (const sql of [...create, ...insert]) await connection.run(sql)
  const allowed = new Set(ALLOWED)

  function faultOf(plan: Plan): string | null {
    const { name = '', extra_info: info = {}, children = [] } = plan
    const table = String(info.Table ?? '')
      .split('.')
      .at(-1)
    if (table && !allowed.has(table.toLowerCase())) return `table ${table}`
    if (name && !PLAIN.test(name)) return `operator ${name}`
    const call = HARMFUL.exec(JSON.stringify(info))
    if (call) return `function ${call[1]}`
    return children.map(faultOf).find((fault) => fault !== null) ?? null
  }

  return {
    name: 'duckdb',
    dialect: 'duckdb',
    oracle: "another instance's plan of the statement: tables scanned, operators, functions",
    guard: (sql) =>
      refusedAsNull(async () => {
        assertStatementText(sql)
        assertAllowed(await parse(sql), allowed)
        return sql
      }),
    async breach(sql) {
      try {
        const rows = (await connection.runAndReadAll(`explain (format json) ${sql.replace(/[\s;]+$/, '')}`)).getRows()
        const plans = JSON.parse(String(rows[0]?.[1])) as Plan[]
        return plans.map(faultOf).find((fault) => fault !== null) ?? null
      } catch (error) {
        // What is not bound is not run; but that it looked for a table or function of another name says that the guard let it.
        return /Catalog Error: Table with name|IO Error|Permission Error/.test(reasonOf(error)) ? reasonOf(error) : null
      }
    },
    async runs(sql) {
      try {
        await connection.runAndReadAll(sql)
        return null
      } catch (error) {
        return reasonOf(error)
      }
    },
    async close() {
      connection.disconnectSync()
      instance.closeSync()
    },
  }
}
