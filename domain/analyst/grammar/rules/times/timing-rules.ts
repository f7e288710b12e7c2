import { timeTakenBy } from '#domain/analyst/grammar/happenings/timings.ts'
import { made } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure, SpanUnit } from '#domain/analyst/grammar/terms.ts'
import { awaitedGoods, quicknessWords, takenNouns, timedDeeds } from '#domain/analyst/lexicon/english/times/timings.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const deeds = timedDeeds.flat().join('/')
const quick = quicknessWords.join('/')
const goods = awaitedGoods.join('/')
const units = 'minutes/hours/days/weeks'

/** How long something takes, where a number of the data tells it. */
export const timingRules: Rule[] = [
  ownRule(
    'how-fast',
    4,
    `how ${quick} do/does/did/are/is/was/were/have/has table|people? aggregate? ${deeds}|column to? table|people?`,
    ([, , , , aggregate, deed], { layer }) => quicknessOf(deed, aggregate, layer),
    'how fast do we respond to enquiries',
  ),
  ownRule(
    'time-to-deed',
    2,
    `aggregate? first/full/total/initial/mean? ${deeds} ${takenNouns.join('/')}`,
    ([aggregate, , deed], { layer }) => timeOf(deed, aggregate, layer),
    'average response time',
  ),
  ownRule(
    'takes-to-deed',
    4,
    `how long/many ${units}? do/does/did/is/was? table? aggregate? take/takes/took/need/needs/needed table|people? aggregate? to ${deeds} table?`,
    ([, , unit, , , one, , , other, , deed], { layer }) => (unit ? nothing : taking(deed, one ?? other, layer)),
    'how long do we take to answer an enquiry',
  ),
  ownRule(
    'waits',
    4,
    `how long/many ${units}? do/does/did/must? table|people|column? aggregate? have? to? wait/waits/waited for? ${goods}|table? aggregate?`,
    ([, how, unit, , , one, , , wait, , what, other], { layer }) => waitingFor(how, unit, wait, what, one ?? other, layer),
    'how long do clients wait for their parcels on average',
  ),
]

const takenBy = (deed: Part, aggregate: Part, layer: Layer): Figure | null => {
  const ref = timeTakenBy(deed?.text ?? '', layer)
  return ref && { kind: 'column', ref, aggregate: payloadOf(aggregate, 'aggregate')?.aggregate ?? 'avg' }
}

function timeOf(deed: Part, aggregate: Part, layer: Layer): Made[] {
  const figure = takenBy(deed, aggregate, layer)
  return figure ? makes({ is: 'figure', figure }, 3) : nothing
}

function taking(deed: Part, aggregate: Part, layer: Layer): Made[] {
  const figure = takenBy(deed, aggregate, layer)
  return figure ? made({ figures: [figure] }, 6.5) : nothing
}

/** By a number that tells it, else by the dates from the beginning to the deed. */
function quicknessOf(deed: Part, aggregate: Part, layer: Layer): Made[] {
  const ref = payloadOf(deed, 'column')?.ref
  if (ref && ref.column.semanticType !== 'time') return nothing
  const told = takenBy(deed, aggregate, layer)
  const figure: Figure = told ?? {
    kind: 'duration',
    aggregate: payloadOf(aggregate, 'aggregate')?.aggregate ?? null,
    span: { said: deed?.text.toLowerCase() ?? '' },
  }
  return made({ figures: [figure] }, 5)
}

function waitingFor(how: Part, part: Part, wait: Part, what: Part, aggregate: Part, layer: Layer): Made[] {
  if (how?.text.toLowerCase() === 'many' && !part) return nothing
  const unit = part ? (singular(part.text.toLowerCase()) as SpanUnit) : undefined
  const of = payloadOf(aggregate, 'aggregate')?.aggregate ?? null
  const told = unit ? null : takenBy(wait, aggregate, layer)
  if (told) return made({ figures: [told] }, 5)
  const isOfGoods = what?.payload.is === 'word' || awaitedGoods.includes(what?.text.toLowerCase() ?? '')
  return isOfGoods ? made({ figures: [{ kind: 'duration', aggregate: of, span: { said: 'deliver', ...(unit ? { unit } : {}) } }] }, 5) : nothing
}
