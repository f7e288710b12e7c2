import { createSpeechEngines } from '#connectors/speech/engines.ts'
import { type EdgePorts, modelFetch } from './means.ts'

export const speechPorts: EdgePorts = (means) => ({ speech: createSpeechEngines({ fetch: modelFetch(means), ai: means.ai }) })
