import { Failure } from '#domain/failure.ts'
import type { SourceQuery, SourceSpec, Sources, SourceType } from '#domain/semantics/sources/source.ts'
import type { ConnectedSpec, Engine, EngineEntry, EngineParts, EngineQuery } from './engine.ts'
import { guardStatement } from './guard/statement.ts'
import { assertStatementText } from './limits.ts'
import { networkEngines } from './network-engines.ts'
import { pourResult } from './pour-result.ts'

export type RoutedSources = Sources & { close(): Promise<void> }

/** `Sources` that serves network databases in this process and everything else through `others` (the query runner). The one place where untrusted statements for network databases are guarded. */
export function routeByType(parts: EngineParts, others: Sources, engines: Partial<Record<SourceType, EngineEntry>> = networkEngines): RoutedSources {
  const opened = new Map<SourceType, Promise<Engine>>()
  const engineOf = (type: SourceType): { entry: EngineEntry; engine: Promise<Engine> } | null => {
    const entry = engines[type]
    if (!entry) return null
    const engine = opened.get(type) ?? entry.open(parts)
    opened.set(type, engine)
    return { entry, engine }
  }
  return {
    serves: (type) => Object.hasOwn(engines, type) || others.serves(type),
    async validate(spec, signal) {
      const found = engineOf(spec.type)
      return found ? (await found.engine).validate(connected(spec), signal) : others.validate(spec, signal)
    },
    async introspect(spec, signal) {
      const found = engineOf(spec.type)
      return found ? (await found.engine).introspect(connected(spec), signal) : others.introspect(spec, signal)
    },
    async profile(spec, table, signal) {
      const found = engineOf(spec.type)
      return found ? (await found.engine).profile(connected(spec), table, signal) : others.profile(spec, table, signal)
    },
    async query(spec, query, signal, sink) {
      const found = engineOf(spec.type)
      if (!found) return others.query(spec, query, signal, sink)
      const engine = await found.engine
      const result = await engine.query(connected(spec), await checked(found.entry, engine, connected(spec), query, signal), signal)
      return sink ? pourResult(result, sink) : result
    },
    async close() {
      await Promise.all([...opened.values()].map(async (engine) => (await engine).close()))
    },
  }
}

/** How a statement that reads begins; not every server has a transaction that refuses the rest (SET, FLUSH). */
const READS = /^(?:\s|\()*(?:select|with|values)\b/i

/** Compiled statements run as they are; others only as the guard gives them back. */
async function checked({ dialect }: EngineEntry, engine: Engine, spec: ConnectedSpec, query: SourceQuery, signal: AbortSignal): Promise<EngineQuery> {
  if (query.origin === 'compiler') {
    assertStatementText(query.sql)
    if (!READS.test(query.sql)) throw new Failure('statement_not_allowed', 'only reading is allowed')
    return query
  }
  if (query.params?.length) throw new Failure('query_invalid', 'a statement of a person or a model has no parameters')
  const schema = engine.schemaOf(spec.connection)
  const names = query.tables ?? (await engine.introspect(spec, signal)).tables.map((table) => table.name)
  const shapes = new Map((query.shapes ?? []).map((shape) => [shape.table, shape]))
  const tables = names.map((name) => {
    const shape = shapes.get(name)
    return { name, schema: shape?.schema ?? schema, ...(shape && { columns: shape.columns, hasHidden: shape.hasHidden }) }
  })
  const { sql, params } = await guardStatement(dialect, { sql: query.sql, tables, rowPredicates: query.rowPredicates ?? [], rowLimit: query.rowLimit + 1 })
  return { ...query, sql, params }
}

function connected(spec: SourceSpec): ConnectedSpec {
  if (spec.connection === null) throw new Failure('datasource_unreachable', 'the data source has no connection')
  return spec as ConnectedSpec
}
