import { wordSet } from '../forms/word-set.ts'

/** Labels of those and of that which there is for a while, and then no more: members, contracts, animals. */
export const lastingNouns = wordSet(
  'member membership employee staff subscriber subscription contract lease tenant tenancy policy patient pet animal volunteer client customer account',
  'resident player pupil student worker person people user supplier vendor plan licence license',
)

/** Words of the label of the date on which somebody or something came to its end. */
export const endingLabels = wordSet(
  'left leaving leave exit exited end ended termination terminated cancelled canceled cancellation churned deactivated closed quit resigned died death',
  'discontinued unsubscribed expelled removed retired departed',
)

/** Words of the label of the end of a while within what there is: "trial end", "current period end". Singular. */
export const passingPhases = wordSet(
  'trial grace notice probation warranty guarantee promo promotion promotional discount introductory intro free cooling season period pilot phase billing cycle shift break lunch onboarding ramp',
)

/** Words of labels of money that comes again each month or year. */
export const recurringLabels = wordSet('mrr arr recurring')

/** Words by which a question speaks of what was, of all there ever were, or of those who are gone. */
export const pastWords = wordSet(
  'did was were had ever former formerly past historically previous previously lost gone ex until before after since once always all total altogether',
  'history new joined came went',
)

/** Words of the label of what comes in: payments, charges. */
export const paymentNouns = wordSet('payment charge transaction receipt transfer donation')

/** Words of the label of what is sold; its money is not earned when it is cancelled. */
export const saleNouns = wordSet('order sale booking reservation purchase invoice bill')

/** States of a payment that brought no money. */
export const unpaidStates = wordSet(
  'failed refunded pending cancelled canceled declined rejected void voided disputed chargeback unpaid open draft expired reversed error',
)

/** States of a bill that was called back. */
export const voidStates = wordSet('void voided cancelled canceled reversed annulled')

/** States of what is still to be paid. */
export const openStates = new Set([
  'unpaid',
  'open',
  'pending',
  'outstanding',
  'overdue',
  'due',
  'owed',
  'not paid',
  'partial',
  'partially paid',
  'late',
  'sent',
])

/** States of a sale that brought no money. */
export const undoneStates = wordSet('cancelled canceled refunded failed void voided declined rejected draft abandoned expired')

/** Words of a question that say which money is meant, though not all of it came in. */
export const otherMoneyWords = wordSet(
  'refund refunds refunded failed pending cancelled canceled declined unpaid open outstanding overdue due owed billed invoiced invoice invoices lost including incl gross status',
)

/** Words that hold what some have against what others have. */
export const gapWords = wordSet('gap gaps difference differences than compared')
