import { conditionOf, heldOf } from '#domain/analyst/grammar/rules/parts/flag-parts.ts'
import type { Condition, Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { stepped } from '#domain/analyst/language/step.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { openingVerbs } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import { conditionIn, figureIn, made, verbFigure } from './clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const changes =
  'grow/grows/grew/grown/fall/falls/fell/fallen/drop/drops/dropped/rise/rises/rose/risen/increase/increased/decrease/decreased/decline/declined/change/changed/improve/improved/shrink/shrank'
const changeNouns = 'growth/increase/decrease/decline/drop/rise/change/improvement'
const against = 'over/on/versus/vs/against/compared/from/than'
const making = 'make/makes/made/earn/earns/earned/get/got/have/had/achieve/achieved/generate/generated/reach/reached/see/saw/record/recorded/produce/produced'

/** Other ways to ask for a figure, and for how much it changed from one period to another. */
export const askingRules: Rule[] = [
  ownRule(
    'how-big',
    4,
    'how big/large/high/low/great/good/strong/small is/was/are/were figure',
    ([, , , part]) => plainly(part, 2.5),
    'how big is our average order',
  ),
  ownRule('what-made', 4, `what/how? much? figure do/does/did ${making}`, ([, , part]) => plainly(part, 3), 'what margin do we make'),
  ownRule(
    'grew-over',
    4,
    `figure ${changes} condition ${against}? with/to? condition`,
    ([part, , later, , , earlier]) => grown(part, later, earlier, 4),
    'by how much did profit grow this year over last year',
  ),
  ownRule(
    'growth-over',
    4,
    `${changeNouns} in/of? figure condition ${against}? with/to? condition`,
    ([, , part, later, , , earlier]) => grown(part, later, earlier, 4),
    'growth of revenue this year over last year',
  ),
  ownRule(
    'verb-more-than',
    4,
    'how? much/many? more/less verb in/during? condition than in/during? condition',
    ([, , , verb, , later, , , earlier]) => soldMore(verb, later, earlier),
    'how much more did we sell this year than last year',
  ),
  ownRule(
    'did-open',
    4,
    `do/does/did condition? table|people? ${openingVerbs.join('/')}`,
    ([, such, who, verb]) => opened(such, who, verb),
    'how many tickets did members open this year',
  ),
  ownRule(
    'happened-to',
    3,
    'get/gets/got/getting/been/is/are/was/were/being column',
    ([, of]) => (isPastForm(of?.text.toLowerCase() ?? '') ? happenedTo(of) : nothing),
    'how many jobs were repeated',
  ),
  ownRule(
    'how-many-in-percent',
    4,
    'how many of? all? condition? table do/does/did/we/have/has/get/gets/got? condition ,? in/as percent/percentage/%',
    ([, , , , such, of, , that]) => partInPercent(such, of, that),
    'how many of our urgent jobs were repeated, in percent',
  ),
  ownRule(
    'more-than-before',
    4,
    'more/fewer/less/higher/lower figure in/during? period than in/during? one/year/quarter/month/week/day/period before',
    ([, part, , later]) => beforeThat(part, later),
    'did we get more bookings this month than the month before',
  ),
  ownRule(
    'more-than-last',
    4,
    'more/fewer/less/higher/lower figure in/during? period than in/during? last/previous/preceding one/year/quarter/month/week/day/period?',
    ([, part, , later]) => beforeThat(part, later),
    'did we get more bookings this month than the previous one',
  ),
]

function plainly(part: Part, bonus: number): Made[] {
  const figure = figureIn(part)
  // Rows are counted, and not made.
  const isCount = figure?.kind === 'rows' || (figure?.kind === 'column' && figure.aggregate === 'count_distinct')
  return figure && !isCount ? made({ figures: [figure] }, bonus) : nothing
}

function grown(part: Part, later: Part, earlier: Part, bonus: number): Made[] {
  const [figure, to, from] = [figureIn(part), conditionIn(later), conditionIn(earlier)]
  return figure && to?.kind === 'period' && from?.kind === 'period' ? made({ figures: [figure], compared: [to, from], derive: 'change' }, bonus) : nothing
}

function soldMore(verb: Part, later: Part, earlier: Part): Made[] {
  const [figure, one, other] = [verbFigure(verb), conditionIn(later), conditionIn(earlier)]
  return figure && one && other && one.kind === other.kind ? made({ figures: [figure], compared: [one, other] }, 4) : nothing
}

/** The period before the one that is said, of the same length. */
function beforeThat(part: Part, later: Part): Made[] {
  const [figure, time] = [figureIn(part), payloadOf(later, 'period')?.time]
  const [value, ...more] = time?.values ?? []
  if (!figure || !time || time.operator !== 'equals' || typeof value !== 'string' || more.length > 0) return nothing
  const unit = /^\d{4}$/.test(value) ? 'year' : /Q/.test(value) ? 'quarter' : /^\d{4}-\d\d$/.test(value) ? 'month' : 'day'
  const before = stepped(value, unit, -1)
  if (before === null) return nothing
  const earlier: Condition = { kind: 'period', time: { ...time, values: [before] } }
  const of: Figure = figure.kind === 'rows' ? { kind: 'rows', table: figure.table } : figure
  return made({ figures: [of], compared: [{ kind: 'period', time }, earlier] }, 4)
}

/** What is counted of each row has happened to it where there is any: refunds, of what was refunded. */
function happenedTo(part: Part): Made[] {
  const held = heldOf(part)
  return held ? makes({ is: 'condition', condition: conditionOf(...held) }, 1.5) : nothing
}

/** What is said in front of the noun tells the whole, and what is said of it the part. */
function partInPercent(such: Part, of: Part, that: Part): Made[] {
  const [table, inside, whole] = [payloadOf(of, 'table')?.table, conditionIn(that), conditionIn(such)]
  if (!table || !inside || (such && !whole)) return nothing
  return made({ part: { figure: { kind: 'rows', table }, conditions: [inside] }, ...(whole ? { conditions: [whole] } : {}) }, 5)
}

/** Who did it is told by a condition on them; that it was done, by each row. */
function opened(such: Part, who: Part, verb: Part): Made[] {
  const that = conditionIn(such)
  const isOfRows = such !== null && that?.kind !== 'filter'
  return verb && (such ?? who) && !isOfRows ? made(that ? { conditions: [that] } : {}, 2) : nothing
}
