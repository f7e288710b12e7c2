import type { DeltaPlan } from './delta/plan.ts'
import type { IcebergPlan } from './iceberg/plan.ts'
import type { WantedFile } from './table-files.ts'

export type LakePlan = ({ format: 'delta' } & DeltaPlan) | ({ format: 'iceberg' } & IcebergPlan)
/** What a planner gives: the plan, or the files it has to see first. */
export type PlanAnswer = { plan: LakePlan } | { wanted: WantedFile[] }

/** Every file the rows of a table come from. */
export function plannedFiles(plan: LakePlan): WantedFile[] {
  if (plan.format === 'iceberg') return [...plan.files, ...plan.deletes].map(({ path, size }) => ({ path, size }))
  return plan.files.flatMap(({ path, size, vector }) => {
    const vectors = vector?.file ? [{ path: vector.file, size: null }] : []
    return [{ path, size }, ...vectors]
  })
}

/** The rows as the writers counted them, where they did; equality deletes are not counted by anyone. */
export function plannedRows(plan: LakePlan): number | null {
  if (plan.format === 'iceberg') return plan.deletes.length > 0 ? null : plan.files.reduce((sum, { rows }) => sum + rows, 0)
  let rows = 0
  for (const file of plan.files) {
    if (file.rows === null) return null
    rows += file.rows - (file.vector?.cardinality ?? 0)
  }
  return rows
}
