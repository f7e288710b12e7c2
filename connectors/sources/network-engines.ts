import type { SourceType } from '#domain/semantics/source.ts'
import type { EngineEntry } from './engine.ts'

/** The network databases served in this process, on every runtime: `{ dialect, open: async (parts) => (await import('./<folder>/engine.ts')).create<Engine>(parts) as Engine }`. */
export const networkEngines: Partial<Record<SourceType, EngineEntry>> = {}
