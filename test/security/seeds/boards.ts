import type { Database } from '#db/client.ts'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { runs } from '#db/schema/catalog.ts'
import { jobRuns, jobs, runFiles } from '#db/schema/jobs.ts'
import { at, type Ids, stamps } from './ids.ts'

/** A chart, two dashboards, and a job with a run. */
export function boardSeeds(db: Database, ids: Ids) {
  const dashboard = (dashboardId: string, layout: { chart_id: string; x: number; y: number; w: number; h: number }[]) => ({
    id: dashboardId,
    title: 'Revenue',
    description: '',
    layout,
    filters: [{ id: ids.rowFilter ?? '', member: 'orders.region' }],
    refresh_seconds: 0,
    embedded: { enabled: true, allowed_domains: [] },
    embed_epoch: 1,
    is_locked: false,
    is_hidden: false,
    is_enabled: true,
    owner_id: ids.owner,
    ...stamps,
  })
  return [
    db.insert(charts).values({
      id: ids.chart,
      title: 'Orders',
      description: '',
      datasource_id: ids.datasource,
      model_id: ids.model,
      session_id: null,
      query: { sql: 'select 1' },
      spec: null,
      chart_type: 'table',
      tags: [],
      is_locked: false,
      is_hidden: false,
      is_enabled: true,
      cache_seconds: 0,
      owner_id: ids.owner,
      ...stamps,
    }),
    db.insert(jobs).values({
      id: ids.job,
      name: 'Orders',
      description: '',
      kind: 'chart_refresh',
      payload: { chart_id: ids.chart },
      schedule: null,
      retries: 0,
      deadline_seconds: 60,
      concurrency: 1,
      coalesce: true,
      is_enabled: true,
      last_run_id: ids.jobRun,
      owner_id: ids.owner,
      scopes: ['*'],
      ...stamps,
    }),
    db.insert(runs).values({ id: ids.jobRun, kind: 'job', subject_id: ids.job, actor_id: ids.owner, status: 'queued', created_at: at }),
    db.insert(jobRuns).values({ id: ids.jobRun, job_id: ids.job, trigger: 'manual', progress: { done: 0, total: 0 }, log: [], made: {} }),
    db.insert(runFiles).values({ run_id: ids.jobRun, name: ids.file, type: 'text/csv', size: 0, bytes: Buffer.alloc(0) }),
    db.insert(dashboards).values(dashboard(ids.dashboard, [{ chart_id: ids.chart, x: 0, y: 0, w: 6, h: 4 }])),
    db.insert(dashboards).values(dashboard(ids.otherDashboard, [])),
  ]
}
