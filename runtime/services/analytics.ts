import { createAnalytics } from '#apps/analytics/app.ts'
import { workAlert } from '#domain/jobs/works/alert.ts'
import { workExport, workSubscription } from '#domain/jobs/works/files.ts'
import { refreshChart, refreshDashboard } from '#domain/jobs/works/refresh.ts'
import type { ServiceParts } from './service-parts.ts'

export const analytics: ServiceParts = {
  app: createAnalytics,
  works: () => ({ alert: workAlert, export: workExport, subscription: workSubscription, chart_refresh: refreshChart, dashboard_refresh: refreshDashboard }),
}
