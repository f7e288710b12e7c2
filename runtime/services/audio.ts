import { createAudio } from '#apps/audio/app.ts'
import type { ServiceParts } from './service-parts.ts'

export const audio: ServiceParts = { app: createAudio }
