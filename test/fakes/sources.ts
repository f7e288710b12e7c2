import type { Ports } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import type { FileStore, Sources, SourceTable, TableProfile } from '#domain/semantics/sources/source.ts'

type FakeTable = { name: string; columns: Record<string, 'integer' | 'text' | 'number'>; key?: string; refers?: Record<string, string>; rows?: number }

/** Data that stands in memory, changed by a test between and during calls. `gate` is awaited before each table is profiled. */
export type FakeSources = Pick<Ports, 'sources' | 'files'> & {
  tables: FakeTable[]
  calls: string[]
  gate: (table: string, signal: AbortSignal) => Promise<void>
}

/** A port to data that knows schemas and profiles only: for what an extraction does when things happen meanwhile. */
export function fakeSources(tables: FakeTable[]): FakeSources {
  const fake: FakeSources = { tables, calls: [], gate: async () => undefined, sources: portOf(() => fake), files }
  return fake
}

function portOf(fake: () => FakeSources): Sources {
  const check = { name: 'reach' as const, ok: true, message: 'in memory', latencyMs: 0 }
  return {
    serves: () => true,
    validate: async () => ({ valid: true, latencyMs: 0, serverVersion: '1', readOnly: true, checks: [check] }),
    async introspect() {
      fake().calls.push('introspect')
      return { dialect: 'duckdb', serverVersion: '1', tables: fake().tables.map(tableOf) }
    },
    async profile(_spec, table, signal) {
      fake().calls.push(`profile ${table.name}`)
      await fake().gate(table.name, signal)
      signal.throwIfAborted()
      return profileOf(table)
    },
    async query() {
      throw new Failure('source_unavailable_here', 'this source is not queried')
    },
  }
}

const tableOf = ({ name, columns, key, refers = {}, rows = 3 }: FakeTable): SourceTable => ({
  name,
  schema: null,
  kind: 'table',
  comment: null,
  rowEstimate: rows,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, type, nativeType: type.toUpperCase(), nullable: column !== key, comment: null })),
  primaryKey: key ? [key] : [],
  foreignKeys: Object.entries(refers).map(([column, toTable]) => ({ columns: [column], toTable, toColumns: ['id'] })),
})

const profileOf = (table: SourceTable): TableProfile => ({
  rows: table.rowEstimate ?? 0,
  columns: table.columns.map(({ name, type }) => ({
    column: name,
    distinct: 3,
    nullFraction: 0,
    min: type === 'text' ? 'Ada' : '1',
    max: type === 'text' ? 'Eve' : '3',
    topValues: type === 'text' ? ['Ada', 'Bob', 'Eve'] : ['1', '2', '3'],
  })),
})

const files: FileStore = {
  async put({ body }) {
    await new Response(body).arrayBuffer()
    return { format: 'csv', size: 1, sha256: '0', storageKey: 'k', tables: [], rejects: [], rejectedLines: 0 }
  },
  async delete() {},
}
