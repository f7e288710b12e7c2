import { createSemantic } from '#apps/semantic/app.ts'
import { workExtraction } from '#domain/jobs/works/extraction.ts'
import { extractionRuns } from '#domain/semantics/extraction/extraction-run.ts'
import type { ServiceParts } from './service-parts.ts'

export const semantic: ServiceParts = { app: createSemantic, works: () => ({ extraction: workExtraction }), runs: [extractionRuns] }
