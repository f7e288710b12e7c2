import { soldPrice } from '#domain/analyst/grammar/business/sold-rows.ts'
import { isAdditive, isFigure, isFlag } from '#domain/analyst/grammar/facts.ts'
import { conditionIn, groupOf, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure, Fragment, Group, Ref } from '#domain/analyst/grammar/terms.ts'
import { moneyWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { carryingVerbs, fetchingVerbs, lookingVerbs, payingNouns, somebodyNouns } from '#domain/analyst/lexicon/english/sentences/trade-verbs.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const [carrying, fetching] = [carryingVerbs, fetchingVerbs].map((verbs) => verbs.join('/'))
const [somebody, looking] = [somebodyNouns, lookingVerbs].map((words) => words.join('/'))
const people = payingNouns.join('/')

/** How owners ask for what came in, what things went for, and what they have. */
export const incomeRules: Rule[] = [
  ownRule('in-percent', 4, 'in/as percent/percentage/percentages/%', () => made({ derive: 'share' }, 1), 'revenue by region, in percent'),
  ownRule(
    'money-came',
    2,
    'money come/comes/came/coming/flow/flowed/flows in/into? from/through/by/via?',
    () => makes({ is: 'figure', figure: { kind: 'sense', sense: 'money', aggregate: 'sum' } }, 2),
    'how much money came in from helmets',
  ),
  ownRule('how-much-of-amount', 4, 'how much column do/does/did/have/has verb', ([, , of]) => made(amountIn(of), 3.5), 'how much tax did we collect'),
  ownRule('we-carry', 4, `do/does/did/have we/they/you/us ${carrying}`, () => made({}, 1.5), 'how many different brands do we carry'),
  ownRule(
    'somebody-does',
    4,
    `do/does/did a/an/each/every? ${somebody} ${looking} at/on/in?`,
    () => made({}, 1.2),
    'how many pages does a visitor see per visit',
  ),
  ownRule(
    'each-went-for',
    4,
    `what/how much? do/does/did? each/every condition? column|table ${fetching} for?`,
    ([, , , , such, each], { layer }) => priceOfEach(such, groupOf(each), layer),
    'what did each Yamaha model go for',
  ),
  ownRule(
    'such-went-for',
    4,
    `what/how much do/does/did condition column|table? ${fetching} for?`,
    ([, , , such], { layer }) => (such ? priceOfEach(such, null, layer) : nothing),
    'how much does a Steinway go for',
  ),
  ownRule(
    'paid-for-such',
    4,
    `what/how much? do/does/did table|column|${people} pay/pays/spend/spends aggregate? for/on condition`,
    ([, , , , , , , such], { layer }) => priceOfEach(such, null, layer),
    'what do customers pay for a grand on average',
  ),
  ownRule(
    'share-of-people',
    4,
    'percentage/percent/share/proportion/fraction of table|column who/that/which condition',
    ([, , of, , such]) => shareOf(of, such),
    'percentage of our buyers who are women',
  ),
]

/** What those were sold for on average. */
function priceOfEach(such: Part, each: Group | null, layer: Layer): Made[] {
  const ref = soldPrice(layer)
  const that = conditionIn(such)
  if (!ref || (such && !that) || isAmount(each)) return nothing
  const figure: Figure = { kind: 'column', ref, aggregate: 'avg' }
  const fragment: Fragment = { figures: [figure], ...(each ? { groups: [each] } : {}), ...(that ? { conditions: [that] } : {}) }
  return made(fragment, 5)
}

const isAmount = (group: Group | null): boolean => group?.kind === 'column' && isFigure(group.ref.column)

/** Of people that rows only name, each row is one, unless full names tell them apart. */
function shareOf(part: Part, such: Part): Made[] {
  const that = conditionIn(such)
  const table = payloadOf(part, 'table')?.table
  const ref = payloadOf(part, 'column')?.ref
  const figure = table ? ({ kind: 'rows', table } as const) : ref ? peopleOf(ref) : null
  return figure && that?.kind === 'filter' ? made({ part: { figure, conditions: [that] } }, 4) : nothing
}

function peopleOf(ref: Ref): Figure | null {
  if (isFigure(ref.column) || isFlag(ref.column) || ref.column.type !== 'text') return null
  const isFull = ref.column.sampleValues.some((value) => /\S \S/.test(value.trim()))
  return isFull ? { kind: 'column', ref, aggregate: 'count_distinct' } : { kind: 'rows', table: ref.table }
}

/** The number of its own that a word names, and no word for money as such. */
export function amountNamed(part: Part): Ref | null {
  const ref = payloadOf(part, 'column')?.ref
  return ref && isFigure(ref.column) && !moneyWords.has(singular(part?.text.toLowerCase() ?? '')) ? ref : null
}

/** An amount that is named is asked for, whatever is done with it. */
function amountIn(part: Part): Fragment | null {
  const ref = amountNamed(part)
  return ref && isAdditive(ref) ? { figures: [{ kind: 'column', ref, aggregate: 'sum' }] } : null
}
