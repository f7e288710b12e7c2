import { goodsGroup } from '#domain/analyst/grammar/business/goods.ts'
import { eventTables, refersTo, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { tableOfDeed } from '#domain/analyst/grammar/happenings/deeds.ts'
import { eventColumn, startOf } from '#domain/analyst/grammar/happenings/moments.ts'
import type { Condition, Edge, Figure, Group } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { moneySenses } from '#domain/analyst/lexicon/english/business/measures.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { compared, conditionIn, counted, made, ranked, verbFigure } from './clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'
import { amountNamed } from './trade/income-rules.ts'

type Part = Edge | null | undefined

/** Forms of questions that turn round a verb: what was sold, spent, not done. */
export const verbRules: Rule[] = [
  ownRule(
    'how-much-did-who',
    4,
    'how much money/revenue? condition? table|column verb',
    ([, , , such, of, verb]) => (amountNamed(of) ? nothing : figureOfVerb(verb, such, 3)),
    'how much did German guests spend',
  ),
  ownRule(
    'how-much-did-value',
    4,
    'how much money/revenue? condition verb',
    ([, , , such, verb]) => figureOfVerb(verb, such, 3),
    'how much revenue did bikes make',
  ),
  ownRule('what-did-who-buy', 4, 'what condition verb', ([, such, verb], { layer }) => goodsBought(verb, such, layer), 'what did Ada buy'),
  ownRule(
    'what-most-bought',
    4,
    'what condition|table verb superlative often?',
    ([, such, verb, sense], { layer }) => mostBought(such, verb, sense, layer),
    'what do customers buy most',
  ),
  ownRule(
    'how-many-value-sold',
    4,
    'how many condition verb',
    ([, , such, verb]) => (countsThings(verb) ? figureOfVerb(verb, such, 3, 'pieces') : nothing),
    'how many helmets did we sell',
  ),
  ownRule(
    'verb-superlative-value',
    4,
    'verb superlative condition',
    ([verb, sense, such]) => rankedPieces(verb, sense, such),
    'which rep sold the most helmets',
  ),
  ownRule(
    'verb-more-or',
    4,
    'verb more/less/better with/from/in/on/at/for/through? condition or/than with/from/in/on/at/for/through? condition',
    ([verb, , , one, , , other]) => comparedVerb(verb, one, other),
    'do we earn more with suites or with doubles',
  ),
  ownRule(
    'figure-higher-or',
    4,
    'figure higher/larger/bigger/lower/smaller/better/more in/on/for/at/with/of? condition or/than in/on/for/at/with/of? condition',
    ([figure, , , one, , , other]) => compared(one, other, figure),
    'is revenue higher in Germany or in Austria',
  ),
  ownRule(
    'not-done',
    4,
    "not/haven't/hasn't/didn't/don't/doesn't/hadn't ever/yet? verb anything/something/any/yet?",
    ([, , verb]) => (isOfTrade(verb) ? made({ lacking: { of: null, filter: null, said: verb?.text.toLowerCase() ?? '' } }, 4) : nothing),
    'customers who have not bought anything this year',
  ),
  ownRule(
    'not-happened',
    3,
    "not/never/haven't/hasn't/wasn't/weren't/aren't/isn't been? yet? column yet?",
    ([, , , column]) => notHappened(column),
    'orders that have not been shipped yet',
  ),
  ownRule(
    'how-many-happened',
    4,
    'how many people/of? them/us/you? have/has? column',
    ([, , , , , column]) => countedHappened(column),
    'how many left last month',
  ),
  ownRule(
    'never-done',
    4,
    "never/not/haven't/hasn't/didn't been? done to/by/for/with/from? us/here/anything?",
    ([, , done], { layer }) => neverDone(done, layer),
    'bikes that were never ridden',
  ),
  ownRule(
    'when-last',
    4,
    'when did/was/has condition last verb|column|done|table from/with/to? us/here?',
    ([, , such, , done], { layer }) => whenLast(such, done, layer),
    'when did Ada last order',
  ),
  ownRule('new-rows', 4, 'new table', ([, table]) => newRows(table), 'new customers per year'),
  ownRule(
    'how-many-new',
    4,
    'how many new table win/won/gain/gained/acquire/acquired/get/add/added/join/joined?',
    ([, , , table]) => countedNew(table),
    'how many new customers did we win',
  ),
]

const sensesOfTrade = new Set<string>(['rows', 'pieces', ...moneySenses])
const isOfTrade = (part: Part): boolean => sensesOfTrade.has(payloadOf(part, 'verb')?.sense ?? '')

/** Things are sold and ordered by the piece, or make a row each. */
const countsThings = (part: Part): boolean => payloadOf(part, 'verb')?.sense === 'pieces'

const isBought = (verb: Part): boolean => payloadOf(verb, 'verb')?.sense === 'rows'

/** What is done to rows, or by them, is told by rows of another table: rides of bikes, whatever they are called. */
function neverDone(part: Part, layer: Layer): Made[] {
  const word = payloadOf(part, 'done')?.word
  if (word === undefined) return nothing
  const named =
    layer.tables.find((table) => !table.isHidden && timeColumns(table).length > 0 && wordsOf(table.label).some((noun) => familyOf(noun) === familyOf(word))) ??
    tableOfDeed(word, layer)
  // What a column tells is no row of another table: discontinued products.
  const isTold = layer.tables.some(({ columns }) => columns.some(({ label }) => wordsOf(label).some((noun) => familyOf(noun) === familyOf(word))))
  return isTold && !named ? nothing : made({ lacking: { of: named ?? null, filter: null } }, 2.5)
}

/** The latest date of what happened to somebody. */
function whenLast(such: Part, done: Part, layer: Layer): Made[] {
  const that = conditionIn(such)
  const [name] = that?.kind === 'filter' ? that.tables : []
  const word = payloadOf(done, 'done')?.word ?? done?.text.toLowerCase() ?? ''
  const own = eventTables(layer).filter(
    (table) => table.name !== name && timeColumns(table).length > 0 && refersTo(layer, table).some((other) => other.name === name),
  )
  const table = own.find(({ label }) => wordsOf(label).some((noun) => familyOf(noun) === familyOf(word))) ?? own[0]
  const date = table && defaultDate(table)
  if (!that || !table || !date) return nothing
  return made({ figures: [{ kind: 'column', ref: { table, column: date }, aggregate: 'max' }], conditions: [that] }, 3)
}

/** "How many cancelled in March": of the rows that have a date of it. */
function countedHappened(part: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  if (!ref || !mayBeMissing(ref.column) || !eventColumn(ref, part?.text.toLowerCase() ?? '')) return nothing
  return made({ figures: [{ kind: 'rows', table: ref.table }], conditions: [{ kind: 'event', ref }], shape: 'count' }, 2.8)
}

const columnOf = (group: Group | null) => (group?.kind === 'column' ? group.ref.column : undefined)

/** Whether a condition is one on goods themselves. */
function isOfGoods(condition: Condition, goods: Group): boolean {
  if (condition.kind !== 'filter') return false
  if (goods.kind === 'rows') return condition.tables.includes(goods.table.name)
  return 'column' in condition.filter && condition.filter.column === columnOf(goods)?.name
}

/** The things that lines of sales are of, and not how much they came to. */
function goodsBought(verb: Part, such: Part, layer: Layer): Made[] {
  const [goods, that] = [goodsGroup(layer), conditionIn(such)]
  if (!goods || that?.kind !== 'filter' || isOfGoods(that, goods) || !isBought(verb)) return nothing
  return made({ groups: [goods], conditions: [that], shape: 'list' }, 3)
}

/** "What do customers buy most", "what does Ada buy most often": by how many pieces. */
function mostBought(such: Part, verb: Part, superlative: Part, layer: Layer): Made[] {
  const [goods, that, sense] = [goodsGroup(layer), conditionIn(such), payloadOf(superlative, 'superlative')?.sense]
  const isOwn = goods?.kind === 'rows' ? payloadOf(such, 'table')?.table === goods.table : payloadOf(such, 'column')?.ref.column === columnOf(goods)
  if (
    !goods ||
    isOwn ||
    (that && isOfGoods(that, goods)) ||
    !sense ||
    sense.of === 'labels' ||
    (such?.payload.is === 'condition' && that?.kind !== 'filter') ||
    !isBought(verb)
  )
    return nothing
  const figure: Figure = { kind: 'sense', sense: 'pieces', aggregate: null }
  return made({ rank: { sense, count: null, target: goods, figure }, ...(that ? { conditions: [that] } : {}) }, 3)
}

function figureOfVerb(verb: Part, such: Part, bonus: number, sense?: 'pieces'): Made[] {
  const figure = verbFigure(verb)
  const that = conditionIn(such)
  if (!figure || (such && !that)) return nothing
  const of: Figure = sense ? { kind: 'sense', sense, aggregate: null } : figure
  return made({ figures: [of], ...(that ? { conditions: [that] } : {}) }, bonus)
}

/** "Sold the most helmets": by how many of them. */
function rankedPieces(verb: Part, sense: Part, such: Part): Made[] {
  const that = conditionIn(such)
  if (payloadOf(verb, 'verb')?.sense !== 'pieces' || that?.kind !== 'filter') return nothing
  return ranked(sense, null, null, null, 1.5).map((item) =>
    item.payload.is === 'fragment' && item.payload.fragment.rank
      ? {
          ...item,
          payload: {
            is: 'fragment',
            fragment: { rank: { ...item.payload.fragment.rank, figure: { kind: 'sense', sense: 'pieces', aggregate: null } }, conditions: [that] },
          },
        }
      : item,
  )
}

function comparedVerb(verb: Part, first: Part, second: Part): Made[] {
  const figure = verbFigure(verb)
  const [one, other] = [conditionIn(first), conditionIn(second)]
  return figure && one && other && one.kind === other.kind ? made({ figures: [figure], compared: [one, other] }, 3) : nothing
}

/** A date that is not known has not come. */
function notHappened(part: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  if (!ref || !eventColumn(ref, part?.text.toLowerCase() ?? '')) return nothing
  const condition: Condition = {
    kind: 'filter',
    filter: { table: ref.table.name, column: ref.column.name, operator: 'is_empty', values: [] },
    tables: [ref.table.name],
  }
  return makes({ is: 'condition', condition }, 2)
}

/** What is new in a period began in it. */
/** "New customers per year": by when they began. */
function newRows(part: Part): Made[] {
  const table = payloadOf(part, 'table')?.table
  const start = table && startOf(table)
  return table && start ? made({ figures: [{ kind: 'rows', table }], conditions: [{ kind: 'event', ref: start }] }, 2.2) : nothing
}

function countedNew(part: Part): Made[] {
  const table = payloadOf(part, 'table')?.table
  const start = table && startOf(table)
  if (!start) return nothing
  return counted(part).map((item) =>
    item.payload.is === 'fragment'
      ? { ...item, bonus: 4, payload: { is: 'fragment', fragment: { ...item.payload.fragment, conditions: [{ kind: 'event', ref: start }] } } }
      : item,
  )
}
