import { readFile } from 'node:fs/promises'
import { Failure } from '#domain/failure.ts'
import { planDelta } from './delta/plan.ts'
import type { LakeFormat } from './discover.ts'
import { planIceberg } from './iceberg/plan.ts'
import type { LakePlan, PlanAnswer } from './lake-plan.ts'
import { FilesWanted, type TableFiles } from './table-files.ts'

/** Plans a table from its names and the files that were brought: what is still wanted, or the plan. */
export async function openPlan(job: { format: LakeFormat; location: string; names: string[]; brought: Record<string, string> }): Promise<PlanAnswer> {
  const files: TableFiles = {
    names: job.names,
    async read(wanted) {
      const missing = wanted.filter(({ path }) => !Object.hasOwn(job.brought, path))
      if (missing.length > 0) throw new FilesWanted(missing)
      return Promise.all(wanted.map(({ path }) => readFile(job.brought[path] ?? '')))
    },
  }
  try {
    const plan: LakePlan =
      job.format === 'delta'
        ? { format: 'delta', ...(await planDelta(files, job.location)) }
        : { format: 'iceberg', ...(await planIceberg(files, job.location)) }
    return { plan }
  } catch (error) {
    if (error instanceof FilesWanted) return { wanted: error.files }
    throw asDamage(error)
  }
}

function asDamage(error: unknown): unknown {
  if (error instanceof Failure || (error instanceof RangeError && /array buffer|allocation/i.test(error.message))) return error
  return new Failure('invalid', 'the log or metadata of the table is damaged', { cause: error })
}
