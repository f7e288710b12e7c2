import { recurringIn } from '#domain/analyst/grammar/business/subscriptions.ts'
import { isFigure, listsKinds, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Ref } from '#domain/analyst/grammar/terms.ts'
import { goesOn } from '#domain/analyst/lexicon/ending-date.ts'
import { rhythms } from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Aggregate } from '#domain/semantics/semantic-query.ts'

type Part = Edge | null | undefined

/** Money that a column tells for each month or year: "pay per month", "monthly revenue" of monthly charges. */
export const rhythmRules: Rule[] = [
  ownRule(
    'pay-per-period',
    2,
    'verb more/less? per/a/each/every day/week/month/year',
    ([verb, , , unit], { layer }) => (isPaid(verb) ? regular(wordsFor(unit), layer, isOurs(verb) ? 'sum' : 'avg') : nothing),
    'do members who left pay more per month than those who stayed',
  ),
  ownRule(
    'regular-money',
    2,
    'daily/weekly/monthly/yearly/annual money',
    ([word], { layer }) => regular(wordsFor(word), layer, null),
    'monthly revenue of those who left',
  ),
  ownRule(
    'regular-bill',
    2,
    'aggregate bill/bills/charge/charges/fee/fees/payment/payments',
    ([aggregate], { layer }) => (payloadOf(aggregate, 'aggregate')?.aggregate === 'avg' ? regular(anyRhythm, layer, 'avg') : nothing),
    'average bill of those who stayed',
  ),
]

const isPaid = (part: Part): boolean => /^(?:money|pay|cost)$/.test(payloadOf(part, 'verb')?.sense ?? '')

/** What we bill is the sum of what they pay. */
const isOurs = (part: Part): boolean => payloadOf(part, 'verb')?.sense === 'money'

const wordsFor = (part: Part): readonly string[] => rhythms.find((some) => some.includes(part?.text.toLowerCase() ?? '')) ?? []
const anyRhythm = rhythms.flat()

/** The one number whose label says that it comes once in each such period. */
function regular(words: readonly string[], layer: Layer, aggregate: Aggregate | null): Made[] {
  const [unit = '', ...adverbs] = words
  const called = calledBy(adverbs, layer)
  const found = called.length > 0 ? called : calledBy([unit], layer)
  // What customers pay each month is told by what they have running, and not by a list of prices.
  const [running, ...more] = aggregate === 'avg' && words.includes('month') ? recurringIn(layer) : []
  if (running && more.length === 0) {
    const going = goesOn(running.table)
    return makes({ is: 'figure', figure: { kind: 'column', ref: running, aggregate, ...(going ? { filters: [going] } : {}) } }, 2.5)
  }
  const [ref, ...others] = found.filter(({ table }) => !listsKinds(table, layer))
  return ref && others.length === 0 ? makes({ is: 'figure', figure: { kind: 'column', ref, aggregate } }, 2.5) : nothing
}

/** Whether a column is called so by itself: the "annual income" of somebody is nothing that is added up and divided by years. */
export const comesEach = (rhythm: Part, figure: Part, layer: Layer): boolean =>
  calledBy(wordsFor(rhythm), layer).some(({ column }) => wordsOf(column.label).includes(wordsOf(figure?.text ?? '').at(-1) ?? ''))

const calledBy = (words: readonly string[], layer: Layer): Ref[] =>
  layer.tables.flatMap((table) =>
    table.isHidden
      ? []
      : table.columns.flatMap((column): Ref[] => {
          const isCalled = wordsOf(column.label).some((word) => words.includes(word))
          return isCalled && !column.isHidden && isFigure(column) ? [{ table, column }] : []
        }),
  )
