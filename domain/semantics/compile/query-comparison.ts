import { z } from 'zod'
import { outputName } from './derived-measure.ts'

export const QueryComparison = z
  .strictObject({
    dimension: outputName.describe('A dimension of this query with a grain'),
    to: z.enum(['previous_period', 'previous_year']),
  })
  .meta({
    id: 'QueryComparison',
    description:
      'Adds to each measure `m` shown its value one period or one year earlier as `m_previous`, and `m_change` and `m_percent_change` from it. Filters on the column of the dimension are shifted along.',
  })
export type QueryComparison = z.infer<typeof QueryComparison>
