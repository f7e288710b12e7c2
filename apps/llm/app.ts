import { createAnswering } from '#domain/agent/completions/completions.ts'
import { accessRouter } from '#http/access.ts'
import { createService } from '#http/service.ts'
import { chartImages } from './chart-images.ts'
import { completionRouter } from './completions.ts'
import { embeddingRouter } from './embeddings.ts'
import { mcpRouter } from './mcp/endpoint.ts'
import { openaiRouter } from './openai.ts'
import { responseRouter } from './responses.ts'
import { sessionShares, sessionSharing } from './session-shares.ts'
import { sessions } from './sessions.ts'
import { stepRouter } from './steps.ts'
import { storedResponseRouter } from './stored-responses.ts'
import { suggestionRouter } from './suggestions.ts'
import { usage } from './usage.ts'

/** Sessions and completions: questions in plain words, answered from data. */
export function createLlm() {
  const answering = createAnswering()
  return createService('llm', 'Querent LLM', [
    sessions,
    sessionShares,
    sessionSharing,
    accessRouter({ type: 'session', path: '/sessions', prefix: 'ses' }),
    completionRouter(answering),
    openaiRouter(answering),
    responseRouter(answering),
    storedResponseRouter(answering),
    embeddingRouter,
    chartImages,
    mcpRouter(answering),
    stepRouter(answering),
    suggestionRouter(answering),
    usage,
  ])
}
