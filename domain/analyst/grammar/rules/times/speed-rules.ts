import { timeTakenBy } from '#domain/analyst/grammar/happenings/timings.ts'
import { groupOf, made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { unnamedPeople } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { anyRows, endings, fastestWords, slowestWords } from '#domain/analyst/lexicon/english/times/lasting.ts'
import { timedDeeds } from '#domain/analyst/lexicon/english/times/timings.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const acts = [...new Set([...endings.flatMap(({ said }) => said), ...timedDeeds.flat()])].join('/')
const held = endings.flatMap(({ said, isWhole }) => (isWhole ? said : [])).join('/')
const ends = [...slowestWords, ...fastestWords].join('/')
const anyone = [...unnamedPeople].join('/')
const rows = `table|${anyRows.join('/')}`

/** Who or what takes the most time, or the least, until something is done: by its average over the rows. */
export const speedRules: Rule[] = [
  ownRule(
    'slowest-at',
    4,
    `which/what/who? table|column? is/are/was/were? ${ends} table|column? at/in/to/with/when ${acts} ${rows}?`,
    ([, one, , end, other, , act], { layer }) => slowest(one ?? other, end, act, layer),
    'which workshop is slowest at repairing',
  ),
  ownRule(
    'takes-longest-to',
    4,
    `which/what/who? table|column? takes/take/took/needs/need ${ends} to ${acts} ${rows}?`,
    ([, one, , end, , act], { layer }) => slowest(one, end, act, layer),
    'who takes longest to pay',
  ),
  ownRule(
    'acts-fastest',
    4,
    `which/what/who table|column? do/does/did? ${anyone}|table? ${acts} ${rows}? ${ends}`,
    ([, one, , , act, , end], { layer }) => slowest(one, end, act, layer),
    'which workshop repairs bikes fastest',
  ),
  ownRule(
    'waits-longest',
    4,
    `which/what/who table|column? waits/wait/waited ${ends} for/until first? ${rows}|${acts}`,
    ([, one, , end, , , act], { layer }) => slowest(one, end, act, layer),
    'which branch waits longest for an answer',
  ),
  ownRule(
    'lasts-longest',
    4,
    `which/what/who table|column? do/does/did? ${anyone}|table? ${held} ${rows}? ${ends}`,
    ([, one, , , act, , end], { layer }) => slowest(one, end, act, layer),
    'which bikes do people keep longest',
  ),
]

const slow: ReadonlySet<string> = new Set(slowestWords)

function slowest(part: Part, end: Part, act: Part, layer: Layer): Made[] {
  const target = groupOf(part)
  if (part && (!target || target.kind === 'time')) return nothing
  const said = act?.text.toLowerCase() ?? ''
  const ref = timeTakenBy(said, layer)
  const figure: Figure = ref ? { kind: 'column', ref, aggregate: 'avg' } : { kind: 'duration', aggregate: 'avg', span: { said } }
  const isHigh = slow.has(end?.text.toLowerCase() ?? '')
  const of = payloadOf(part, 'table') || payloadOf(part, 'column') ? {} : ({ shape: 'who' } as const)
  return made({ rank: { sense: { end: isHigh ? 'high' : 'low', of: 'size' }, count: null, target, figure }, ...of }, 6)
}
