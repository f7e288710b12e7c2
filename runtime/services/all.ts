import { analytics } from './analytics.ts'
import { audio } from './audio.ts'
import { core } from './core.ts'
import { llm } from './llm.ts'
import { semantic } from './semantic.ts'
import type { ServicesParts } from './service-parts.ts'

export const allServices: ServicesParts = { core, llm, analytics, semantic, audio }
