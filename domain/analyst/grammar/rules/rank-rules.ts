import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { asked, askedPlural, made, numberIn, ranked, rankedByVerb, rankedSelling, sortedBy } from './clause-fragments.ts'

import { type Made, nothing, ownRule, type Rule, rule } from './rule.ts'

/** Ends of a ranking, and what is asked for. */
export const rankRules: Rule[] = [
  rule(
    'superlative-of',
    4,
    'number? superlative number? column|table|grain',
    ([n, sense, m, target]) => ranked(sense, n ?? m, target, null, 0.8),
    'top 5 customers',
  ),
  rule(
    'superlative-by',
    4,
    'number? superlative number? column|table|grain by/in/with/for/on figure',
    ([n, sense, m, target, , by]) => ranked(sense, n ?? m, target, by, 1.6),
    'top 5 customers by revenue',
  ),
  ownRule(
    'superlative-selling',
    4,
    'number? superlative selling/sold/sellers/seller column|table',
    ([n, sense, , target]) => rankedSelling(sense, n, target),
    'our 5 best selling products',
  ),
  rule('superlative-figure', 4, 'superlative figure', ([sense, by]) => ranked(sense, null, null, by, 0.9), 'which country has the highest revenue'),
  rule('superlative', 4, 'number? superlative number?', ([n, sense, m]) => ranked(sense, n ?? m, null, null), 'sold the most'),
  ownRule('verb-superlative', 4, 'verb superlative', ([verb, sense]) => rankedByVerb(verb, sense), 'sold the most'),
  ownRule('verb-superlative-figure', 4, 'verb superlative figure', ([, sense, figure]) => ranked(sense, null, null, figure, 1.5), 'generates the most revenue'),
  ownRule('sorted', 4, 'superlative first', ([sense]) => sortedBy(sense), 'win rate per agent, lowest first'),
  ownRule('top-apart', 4, ',/?/- top number', ([, , count]) => firstOf(count), 'customers with the most tickets, top 5'),
  rule('which', 4, 'which/what of? column|table|grain', ([word, , part]) => asked(part, word), 'which country'),
  rule('which-have', 4, 'which column|table have/are/were', ([, part]) => askedPlural(part), 'which agents have the worst win rate'),
  rule('in-which', 4, 'in/on/at/for/by which/what column|table|grain', ([, , part]) => asked(part), 'in which month'),
  rule('and-how-much', 4, 'and how much/many was/were/is/are? it/that?', () => made({}, 1.4), 'which day did we spend the most, and how much'),
  rule('who', 4, 'who', () => made({ shape: 'who' }, 0.5), 'who sold the most'),
  rule('when', 4, 'when', () => made({ shape: 'when' }, 0.5), 'when did we sell the most'),
]

/** How many of them are meant, said apart. */
function firstOf(part: Edge | null | undefined): Made[] {
  const count = numberIn(part)
  return count === null ? nothing : made({ first: count }, 0.5)
}
