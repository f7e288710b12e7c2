import { bounded, equals, equalsWithin, noneOf, periodOf } from './clause-fragments.ts'
import { ending, happened, stillOpen } from './condition-fragments.ts'
import { makes, ownRule, type Rule, rule } from './rule.ts'

/** Words that say which rows are meant, and what becomes of them. */
export const whichRowsRules: Rule[] = [
  rule('value', 3, 'value', ([value]) => equals(value, false), 'orders in Germany'),
  ownRule('not-value', 3, 'not/outside/except/excluding in/of/from? value yet?', ([, , value]) => equals(value, true), 'outside the United States'),
  ownRule(
    'not-values',
    3,
    'not/outside/except/excluding in/of/from? value ,? value? ,? and/or/nor value yet?',
    ([, , one, , two, , , last]) => noneOf([one, two, last]),
    'customers outside Germany, France and Italy',
  ),
  rule('value-column', 3, 'value column', ([value, column]) => equalsWithin(value, column), 'in the technology sector'),
  rule('column-value', 3, 'column value', ([column, value]) => equalsWithin(value, column), 'status open'),
  rule('period', 3, 'period', ([part]) => periodOf(part), 'in 2023'),
  ownRule('event', 3, 'column', ([column]) => happened(column), 'employees hired in 2021'),
  ownRule('ended', 3, 'has/have already? run/expired/lapsed out?', (_, { layer }) => ending(layer, true), 'licences that have expired'),
  ownRule('ending', 3, 'expire/expires/expired/expiring/ending/lapse/lapses', (_, { layer }) => ending(layer), 'leases that expire next month'),
  ownRule('running-out', 3, 'run/runs/running/ran out', (_, { layer }) => ending(layer), 'leases that run out next month'),
  ownRule('up-for-renewal', 3, 'up/due for renewal/expiry', (_, { layer }) => ending(layer), 'policies that are up for renewal in May'),
  ownRule(
    'open',
    3,
    'still/currently/now running/open/active/employed/ongoing/here/outstanding/unresolved/pending/alive',
    stillOpen,
    'prescriptions that are still running',
  ),
  ownRule('right-now', 3, 'right now', stillOpen, 'how many members do we have right now'),
  ownRule('at-the-moment', 3, 'at moment/present', stillOpen, 'how many customers do we have at the moment'),
  ownRule(
    'been-with-us',
    3,
    'been with/here',
    () => makes({ is: 'condition', condition: { kind: 'open', isLoose: true } }, 1),
    'who has been with us the longest',
  ),
  rule('column-bound', 3, 'column of/is/are/was? bound', ([column, , bound]) => bounded(column, bound), 'price over 20'),
  rule('bound-column', 3, 'bound of/in? column', ([bound, , column]) => bounded(column, bound), 'more than 20 employees'),
]
