import { z } from 'zod'
import type { Settings } from '#domain/settings.ts'

/** What the operator says of the audit log and of usage. */
export const RECORD_SETTINGS = {
  AUDIT_DATA_READS: z.enum(['on', 'off']).default('off'),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'a currency of ISO 4217 such as EUR')
    .default('USD'),
}
type Said = { AUDIT_DATA_READS: 'on' | 'off'; CURRENCY: string }

export const recordSettings = ({ AUDIT_DATA_READS: reads, CURRENCY: currency }: Said): Pick<Settings, 'audit' | 'currency'> => ({
  audit: { reads: reads === 'on' },
  currency,
})
