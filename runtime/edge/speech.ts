import { createSpeechEngines } from '#connectors/speech/openai-compatible.ts'
import { type EdgePorts, modelFetch } from './means.ts'

export const speechPorts: EdgePorts = (means) => ({ speech: createSpeechEngines({ fetch: modelFetch(means) }) })
