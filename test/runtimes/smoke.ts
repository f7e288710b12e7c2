import { SERVICES } from '#runtime/compose.ts'
import { administration } from './smokes/administration.ts'
import { analytics } from './smokes/analytics.ts'
import { audio } from './smokes/audio.ts'
import { core } from './smokes/core.ts'
import { general } from './smokes/general.ts'
import { llm } from './smokes/llm.ts'
import { semantic } from './smokes/semantic.ts'
import type { Smoke } from './smokes/smoke.ts'

/** The one list that every runtime passes, in this order. */
export const smoke: Smoke[] = [...SERVICES.flatMap(general), ...core, ...administration, ...semantic, ...llm, ...analytics, ...audio]
