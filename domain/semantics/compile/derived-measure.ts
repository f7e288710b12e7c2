import { z } from 'zod'

export const outputName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
  .describe('Name of the column in the result; letters, digits and underscores')

export const hidden = z.boolean().optional().describe('True computes it for `order` and `having` without showing it')

export const Derivation = z
  .enum(['share_of_total', 'running_total', 'previous', 'change', 'percent_change', 'rank', 'moving_average'])
  .meta({ id: 'Derivation' })
export type Derivation = z.infer<typeof Derivation>

export const DerivedMeasure = z
  .strictObject({
    derive: Derivation,
    of: outputName.describe('Name of another measure of this query'),
    per: z
      .array(outputName)
      .max(10)
      .optional()
      .describe(
        'Dimensions of this query within whose values it is computed anew; when absent none for share_of_total and rank, for the others every dimension but the one they run along',
      ),
    rows: z.int().min(1).max(1000).optional().describe('How many rows back (previous, change, percent_change; 1) or together (moving_average; 3)'),
    percent: z.boolean().optional().describe('Only for share_of_total: 25 instead of 0.25'),
    name: outputName.optional(),
    hidden,
  })
  .meta({
    id: 'DerivedMeasure',
    description:
      'Computed over the rows of the result before `limit`: share_of_total (a fraction of 1), rank (1 is the highest), and along the first dimension of time, else in the `order` given: running_total, previous (the row before), change from it, percent_change (5 is 5 %), moving_average',
  })
export type DerivedMeasure = z.infer<typeof DerivedMeasure>
