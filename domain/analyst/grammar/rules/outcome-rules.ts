import { visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { yesAndNo } from '#domain/analyst/grammar/mentions/flag-values.ts'
import { isOutcome, saysState } from '#domain/analyst/grammar/mentions/state-values.ts'
import { filterOf, isOfAnswer, thingsIn } from '#domain/analyst/grammar/rules/parts/flag-parts.ts'
import type { Edge, Figure, Payload } from '#domain/analyst/grammar/terms.ts'
import { keepingVerbs, missedLabels, missingNouns, missingVerbs, stateSenses } from '#domain/analyst/lexicon/english/meanings/state-words.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { conditionIn, groupOf, made, senseIn } from './clause-fragments.ts'
import { rateOf } from './figure-rules.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const keeping = [...keepingVerbs].join('/')
const missing = [...missingVerbs].join('/')

/** What became of rows: targets that were kept or missed, how often something failed, who was absent most. */
export const outcomeRules: Rule[] = [
  ownRule('kept-so', 2, `${keeping} their/our/its? value`, ([, , value]) => keptSo(value, true), 'jobs that met the target'),
  ownRule('missed-so', 2, `${missing} their/our/its? value`, ([, , value], { layer }) => missedSo(value, layer), 'jobs that missed the target'),
  ownRule(
    'not-kept',
    2,
    `not/didn't/don't/doesn't ${keeping} their/our/its? value`,
    ([, , , value]) => keptSo(value, false),
    "jobs that didn't meet the target",
  ),
  ownRule('misses', 2, `value ${[...missingNouns].join('/')}`, ([value], { layer }) => missedSo(value, layer, true), 'target misses by crew'),
  ownRule('outcomes', 2, 'value', ([value], { layer }) => outcomesIn(value, layer), 'absences per month'),
  ownRule('state-rate', 2, 'column|table rate/ratio/quota/percentage', ([column]) => rateOfColumn(column), 'attendance rate'),
  ownRule(
    'outcome-most',
    4,
    'value superlative table|column|grain',
    ([value, sense, of], { layer }) => didMost(value, sense, of, layer),
    'who failed the most tests',
  ),
  ownRule('outcome-most-often', 4, 'value superlative', ([value, sense], { layer }) => didMost(value, sense, null, layer), 'who failed most often'),
  ownRule(
    'more-so-here',
    4,
    'value more/less/most/least often? at/in/with/on/for/from/by? condition or at/in/with/on/for/from/by? condition',
    ([value, , , , one, , , other]) => comparedOutcome(value, one, other),
    'do people cancel more on weekdays or on weekends',
  ),
  ownRule(
    'more-so-than',
    4,
    'condition value more/less often? than condition',
    ([one, value, , , , other]) => comparedOutcome(value, one, other),
    'does the north cancel more than the south',
  ),
  ownRule(
    'outcome-bound',
    4,
    'value bound table|column',
    ([value, bound, of], { layer }) => didSoMany(value, bound, of, layer),
    'who failed more than one test',
  ),
]

/** Whether a column says yes of what was not kept. */
const isOfMissing = ({ label }: { label: string }): boolean => wordsOf(label).some((word) => missedLabels.has(word))

/** The answer of a column of yes and no that says whether something was kept. */
function answerOf(part: Part, isKept: boolean): Payload | null {
  const ref = payloadOf(part, 'value')?.ref
  const answers = ref && yesAndNo(ref.column)
  if (!ref || !answers) return null
  const value = isKept !== isOfMissing(ref.column) ? answers.yes : answers.no
  return value === null ? null : { is: 'value', ref, value }
}

function keptSo(part: Part, isKept: boolean): Made[] {
  const payload = answerOf(part, isKept)
  return payload ? makes(payload, 1) : nothing
}

/** Missed targets are rows, and what missed its target is such a row. */
function missedSo(part: Part, layer: Layer, isNoun = false): Made[] {
  const payload = answerOf(part, false)
  if (payload?.is !== 'value') return nothing
  const said = part?.text.toLowerCase() ?? ''
  const filter = filterOf({ ...(part as Edge), payload })
  const rows: Payload | null =
    filter && (isNoun || singular(said) !== said) ? { is: 'figure', figure: { ...thingsIn(payload.ref.table, layer), filters: [filter] } } : null
  return [...(isNoun ? nothing : makes(payload, 1)), ...(rows ? makes(rows, 2) : nothing)]
}

/** Rows that ended so, by the noun for it: absences, failures, cancellations. */
function rowsSo(part: Part, layer: Layer): Figure | null {
  const [value, filter] = [payloadOf(part, 'value'), filterOf(part)]
  return value && filter && isOutcome(value.ref.column) ? { ...thingsIn(value.ref.table, layer), filters: [filter] } : null
}

function outcomesIn(part: Part, layer: Layer): Made[] {
  const said = part?.text.toLowerCase() ?? ''
  const isNoun = said !== singular(said) && !/ed$/.test(said) && saysState(said)
  const figure = isNoun ? rowsSo(part, layer) : null
  return figure ? makes({ is: 'figure', figure }, -0.2) : nothing
}

/** The rate of a column of states, or of the rows that have one, is that of the state that is called as they are: those present, of attendance. */
function rateOfColumn(part: Part): Made[] {
  const table = payloadOf(part, 'table')?.table
  const [state, ...states] = table ? visible(table).filter((column) => isOutcome(column) && !yesAndNo(column)) : []
  const ref = payloadOf(part, 'column')?.ref ?? (table && state && states.length === 0 ? { table, column: state } : undefined)
  if (!ref || !isOutcome(ref.column) || yesAndNo(ref.column)) return nothing
  const words = [...wordsOf(ref.column.label), ...(table ? wordsOf(table.label) : [])]
  const senses = stateSenses.filter(({ said, answer }) => answer !== 'no' && said.some((word) => words.includes(word)))
  const [value, ...others] = ref.column.sampleValues.filter((one) => senses.some(({ written }) => written.includes(one.trim().toLowerCase())))
  return value !== undefined && others.length === 0 ? rateOf({ ...(part as Edge), payload: { is: 'value', ref, value } }, 2.5) : nothing
}

/** Those with the most rows that ended so; what is said behind it names those rows, or the days on which they were. */
function didMost(part: Part, superlative: Part, of: Part, layer: Layer): Made[] {
  const [sense, figure, group] = [senseIn(superlative), rowsSo(part, layer), groupOf(of)]
  const isOften = /often|frequent|times/i.test(superlative?.text ?? '')
  // "Customers of which trade leave the least": how large a part of them does.
  const [share] = !of && sense && sense.of === 'size' && !isOften && isOfAnswer(part) ? rateOf(part) : []
  if (sense && share?.payload.is === 'figure')
    return made({ rank: { sense: { end: sense.end, of: 'size' }, count: null, target: null, figure: share.payload.figure } }, 3)
  const isCount = sense && (sense.of === 'count' || (sense.of === 'size' && /most|least|fewest/i.test(superlative?.text ?? '')))
  if (!sense || !figure || !isCount || (!of && !isOften) || !isOfRows(group, figure)) return nothing
  return made({ rank: { sense: { end: sense.end, of: 'size' }, count: null, target: null, figure } }, 4)
}

/** Which part of each of two kinds of rows ended so. */
function comparedOutcome(value: Part, first: Part, second: Part): Made[] {
  const ref = payloadOf(value, 'value')?.ref
  const [item] = ref && isOutcome(ref.column) ? rateOf(value) : []
  const [one, other] = [conditionIn(first), conditionIn(second)]
  const figure = item?.payload.is === 'figure' ? item.payload.figure : null
  return figure && one?.kind === 'filter' && other?.kind === 'filter' ? made({ figures: [figure], compared: [one, other] }, 5) : nothing
}

function didSoMany(part: Part, limit: Part, of: Part, layer: Layer): Made[] {
  const [bound, figure] = [payloadOf(limit, 'bound')?.bound, rowsSo(part, layer)]
  return bound && figure && isOfRows(groupOf(of), figure) ? made({ having: { figure, bound } }, 4) : nothing
}

const isOfRows = (group: ReturnType<typeof groupOf>, figure: Figure): boolean => {
  const table = figure.kind === 'rows' ? figure.table : figure.kind === 'column' ? figure.ref.table : null
  return group === null || group.kind === 'time' || (group.kind === 'rows' ? group.table === table : group.ref.table === table)
}
