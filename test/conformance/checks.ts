import type { Check } from './check.ts'
import { queryChecks } from './query-checks.ts'
import { schemaChecks } from './schema-checks.ts'

/** What every engine does alike, one cell of the matrix each. */
export const CHECKS: readonly Check[] = [...schemaChecks, ...queryChecks]
