import { eventTables, happens, refersTo, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { beingLabel, payerLabel, undatedLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { writtenLabels } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { deedNouns } from '#domain/analyst/lexicon/english/times/deed-verbs.ts'
import { comingLabels, comingVerbs, happeningNouns, settlingLabels } from '#domain/analyst/lexicon/english/times/happening.ts'
import { nounPattern, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Grain } from '#domain/semantics/semantic-query.ts'
import { hasClock } from './lasting.ts'

const comings = comingLabels.map((label) => nounPattern([label]))
/** When a row was written, and not when anything happened. */
const noEvent = wordPattern(writtenLabels)
export const settling = nounPattern(settlingLabels)

/** The rows that what somebody does makes, one each time: rentals of what was rented, check-ins of who came. Null where none or several may be meant. */
export function eventNamed(layer: Layer, said: string): LayerTable | null {
  const tables = eventTables(layer).filter((table) => !table.isHidden && happens(layer, table))
  if (comingVerbs.includes(said)) return only(comings.map((pattern) => tables.filter(({ label }) => pattern.test(label))))
  const nouns = happeningNouns.get(said) ?? []
  const families = new Set(presentsOf(said).map(familyOf))
  const isSaid = (word: string | undefined) => word !== undefined && families.has(familyOf(word))
  const headed = tables.filter(({ label }) => isSaid(wordsOf(label).at(-1)))
  const called = tables.filter(({ label }) => wordsOf(label).some(isSaid))
  const labelled = nouns.flatMap((noun) => [
    tables.filter(({ label }) => wordsOf(label).at(-1) === noun),
    tables.filter(({ label }) => wordPattern([noun, `${noun}s`]).test(label)),
  ])
  const ofDeed = (deedNouns.get(said) ?? []).map((noun) => tables.filter(({ label }) => ` ${wordsOf(label).join(' ')}`.endsWith(` ${noun}`)))
  return only([headed, called, ...labelled, ...ofDeed])
}

/** What a past form may be of: ordered, used, shipped. */
export const presentsOf = (said: string): string[] => [said, said.replace(/ed$/, ''), said.replace(/d$/, ''), said.replace(/(\p{L})\1ed$/u, '$1')]

/** The only one of the first that there are any of. */
function only(ranked: LayerTable[][]): LayerTable | null {
  const [found, ...others] = ranked.find((some) => some.length > 0) ?? []
  return found && others.length === 0 ? found : null
}

/** Tables that tell when one is busy: of what happens, and not of what is paid for it or of who has joined. */
export function busyTables(layer: Layer, grain: Grain | null): LayerTable[] {
  const isOfHours = grain === 'hour_of_day' || grain === 'hour'
  const tables = layer.tables.filter(
    (table) =>
      !table.isHidden &&
      happens(layer, table) &&
      timeColumns(table).some(
        (column) => !noEvent.test(column.label) && !undatedLabel.test(column.label) && !beingLabel.test(column.label) && (!isOfHours || hasClock(column)),
      ),
  )
  const own = tables.filter(({ label }) => !settling.test(label))
  // Where it is told when customers came, that makes one busy, and not what was planned.
  const ofPayers = own.filter((table) => layer.tables.some((other) => payerLabel.test(other.label) && refersTo(layer, table).includes(other)))
  const visits = comings.map((pattern) => ofPayers.filter(({ label }) => pattern.test(label))).find((some) => some.length > 0)
  return visits ?? (own.length > 0 ? own : tables)
}
