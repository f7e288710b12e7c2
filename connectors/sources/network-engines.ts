import type { SourceType } from '#domain/semantics/sources/source.ts'
import type { Engine, EngineEntry, EngineParts } from './engine.ts'

/** The network databases served in this process, on every runtime: `{ dialect, open: async (parts) => (await import('./<folder>/engine.ts')).create<Engine>(parts) as Engine }`. */
export const networkEngines: Partial<Record<SourceType, EngineEntry>> = {
  postgres: { dialect: 'postgres', open: async (parts) => (await import('./postgres/engine.ts')).createPostgres(parts) as Engine },
  libsql: { dialect: 'sqlite', open: async (parts) => (await import('./libsql/engine.ts')).createLibsql(parts) as Engine },
  mysql: { dialect: 'mysql', open: openMysql },
  mariadb: { dialect: 'mariadb', open: openMysql },
  clickhouse: { dialect: 'clickhouse', open: async (parts) => (await import('./clickhouse/engine.ts')).createClickhouseEngine(parts) as Engine },
}

async function openMysql(parts: EngineParts): Promise<Engine> {
  return (await import('./mysql/engine.ts')).createMysqlEngine(parts) as Engine
}
