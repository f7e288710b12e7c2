import { tablesOf } from '#domain/analyst/grammar/facts.ts'
import { lengthInParts, wholeUnit } from '#domain/analyst/grammar/happenings/tenure.ts'
import { timeTakenBy } from '#domain/analyst/grammar/happenings/timings.ts'
import { groupOf, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { anybodyWords } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { lastingNouns } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { anyRows, endings, fastestWords, slowestWords } from '#domain/analyst/lexicon/english/times/lasting.ts'
import { timedDeeds } from '#domain/analyst/lexicon/english/times/timings.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const acts = [...new Set([...endings.flatMap(({ said }) => said), ...timedDeeds.flat()])].join('/')
const held = endings.flatMap(({ said, isWhole }) => (isWhole ? said : [])).join('/')
const ends = [...slowestWords, ...fastestWords].join('/')
const anyone = [...new Set(anybodyWords)].join('/')
/** Stays, as they are called where they last. */
const stays = lastingNouns
const rows = `table|column|${anyRows.join('/')}`

/** How long rows last by the noun for it, and who or what takes the most time, or the least, until something is done: by its average over the rows. */
export const speedRules: Rule[] = [
  ownRule(
    'average-stay',
    2,
    `aggregate ${stays.join('/')} length/duration/time?`,
    ([aggregate, noun], { layer }) => lengthOfStay(aggregate, noun, layer),
    'average stay per site',
  ),
  ownRule(
    'length-of-stay',
    2,
    `aggregate? length/duration of ${stays.join('/')}`,
    ([aggregate, , , noun], { layer }) => lengthOfStay(aggregate, noun, layer),
    'average length of stay per site',
  ),
  ownRule('nights', 2, 'number/total? of? nights/hours/minutes/days', ([, , unit], { layer }) => allOf(unit, layer), 'nights per month'),
  ownRule('how-many-nights', 4, 'how many nights/hours/minutes', ([, , unit], { layer }) => howMany(unit, layer), 'how many nights did guests from Spain stay'),
  ownRule(
    'slowest-at',
    4,
    `which/what/who? table|column? is/are/was/were? ${ends} table|column? at/in/to/with/when ${acts} ${rows}?`,
    ([who, one, , end, other, , act], { layer }) => slowest(one ?? other, end, act, layer, who),
    'which workshop is slowest at repairing',
  ),
  ownRule(
    'takes-longest-to',
    4,
    `which/what/who? table|column? takes/take/took/needs/need ${ends} to ${acts} ${rows}?`,
    ([who, one, , end, , act], { layer }) => slowest(one, end, act, layer, who),
    'who takes longest to pay',
  ),
  ownRule(
    'acts-fastest',
    4,
    `which/what/who table|column? do/does/did? ${anyone}|table? ${acts} ${rows}? ${ends}`,
    ([who, one, , , act, , end], { layer }) => slowest(one, end, act, layer, who),
    'which workshop repairs bikes fastest',
  ),
  ownRule(
    'waits-longest',
    4,
    `which/what/who table|column? waits/wait/waited ${ends} for/until first? ${rows}|${acts}`,
    ([who, one, , end, , , act], { layer }) => slowest(one, end, act, layer, who),
    'which branch waits longest for an answer',
  ),
  ownRule(
    'lasts-longest',
    4,
    `which/what/who table|column? do/does/did? ${anyone}|table? ${held} ${rows}? ${ends}`,
    ([who, one, , , act, , end], { layer }) => slowest(one, end, act, layer, who),
    'which bikes do people keep longest',
  ),
]

const slow: ReadonlySet<string> = new Set(slowestWords)

function slowest(part: Part, end: Part, act: Part, layer: Layer, who: Part): Made[] {
  const target = groupOf(part)
  // "Which team", of which the data knows nothing, is none of its rows.
  if (part ? !target || target.kind === 'time' : who?.text.toLowerCase() !== 'who') return nothing
  const said = act?.text.toLowerCase() ?? ''
  const ref = timeTakenBy(said, layer)
  const figure: Figure = ref ? { kind: 'column', ref, aggregate: 'avg' } : { kind: 'duration', aggregate: 'avg', span: { said } }
  const isHigh = slow.has(end?.text.toLowerCase() ?? '')
  const of = payloadOf(part, 'table') || payloadOf(part, 'column') ? {} : ({ shape: 'who' } as const)
  return made({ rank: { sense: { end: isHigh ? 'high' : 'low', of: 'size' }, count: null, target, figure }, ...of }, 6)
}

/** The table of which numbers tell how long its rows lasted, where there is one. */
function wholeIn(layer: Layer): Figure | null {
  const [only, ...others] = tablesOf(layer).flatMap((table) => lengthInParts(table) ?? [])
  return only && others.length === 0 ? only : null
}

function lengthOfStay(aggregate: Part, noun: Part, layer: Layer): Made[] {
  const of = payloadOf(aggregate, 'aggregate')?.aggregate ?? 'avg'
  const whole = wholeIn(layer)
  const said = noun?.text.toLowerCase() ?? ''
  const figure: Figure | null = whole
    ? ({ ...whole, aggregate: of } as Figure)
    : endings.some((one) => one.isWhole && one.said.includes(said))
      ? { kind: 'duration', aggregate: of, span: { said } }
      : null
  return figure ? makes({ is: 'figure', figure }, 3) : nothing
}

/** All the nights of stays, added up over their parts. */
function sumOf(unit: Part, layer: Layer): Figure | null {
  const whole = wholeIn(layer)
  const said = singular(unit?.text.toLowerCase() ?? '')
  return whole?.kind === 'formula' && tablesOf(layer).some((table) => table === whole.table && wholeUnit(table) === said)
    ? { ...whole, aggregate: 'sum' }
    : null
}

function allOf(unit: Part, layer: Layer): Made[] {
  const figure = sumOf(unit, layer)
  return figure ? makes({ is: 'figure', figure }, 1) : nothing
}

function howMany(unit: Part, layer: Layer): Made[] {
  const figure = sumOf(unit, layer)
  return figure ? made({ figures: [figure] }, 4) : nothing
}
