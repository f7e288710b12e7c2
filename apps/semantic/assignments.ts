import { ASSIGNMENTS } from '#domain/catalog/assignments.ts'
import { assignmentRouter } from '#http/assignments.ts'

const { datasourcegroups, datasourceusers, datasourcemodels } = ASSIGNMENTS

/** With whom a data source is shared, and which models answer from it. */
export const assignments = [datasourcegroups, datasourceusers, datasourcemodels].map(assignmentRouter)
