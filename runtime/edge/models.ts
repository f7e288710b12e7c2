import { createModelRegistry } from '#connectors/models/registry.ts'
import { type EdgePorts, modelFetch } from './means.ts'

export const modelPorts: EdgePorts = (means) => ({ models: createModelRegistry({ ai: means.ai, fetch: modelFetch(means) }) })
