import { createCore } from '#apps/core/app.ts'
import { workMaintenance } from '#domain/jobs/works/maintenance.ts'
import type { ServiceParts } from './service-parts.ts'

export const core: ServiceParts = { app: createCore, works: () => ({ maintenance: workMaintenance }), sends: true }
