import { createLlm } from '#apps/llm/app.ts'
import { createAnswering } from '#domain/agent/completions/completions.ts'
import { answerQuestions } from '#domain/jobs/works/question.ts'
import type { ServiceParts } from './service-parts.ts'

export const llm: ServiceParts = { app: createLlm, works: () => ({ question: answerQuestions(createAnswering()) }) }
