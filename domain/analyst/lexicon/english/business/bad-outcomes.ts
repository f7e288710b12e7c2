import { wordSet } from '../forms/word-set.ts'
import { leavingLabels } from '../meanings/leaving.ts'

/** Words of labels and values for what nobody wants: the worst have most of it. Singular. */
export const badOutcomes = wordSet(
  leavingLabels,
  `cancelled canceled cancellation returned return refunded refund missed absent absence rejected declined denied failed failure late delayed overdue broken breakage
  damaged damage defective defect scrap scrapped unpaid complaint complained expired bounced escalated escalation fraud fraudulent accident injury injured error
  default defaulted delinquent arrear lost loss stolen noshow incident breakdown fault faulty dispute disputed chargeback downtime waste wasted`,
)
