import { durationLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { unitKinds } from '#domain/analyst/lexicon/english/meanings/units.ts'
import { durationUnits } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { note, type Reading, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'

type KnownUnit = { kind: number; factor: number }
const units = new Map(
  unitKinds.flatMap((kindUnits, kind) => kindUnits.flatMap(({ words, factor }) => words.map((word): [string, KnownUnit] => [word, { kind, factor }]))),
)

/** Whether a word is one of a unit that things are measured by. */
export function isUnit(word: string): boolean {
  return units.has(word)
}

/**
 * A number of the question in the unit of the column it is compared with: five minutes are 300,000 of a column in milliseconds. The unit of the column is
 * the one it has, else the one its label ends in, else the one in which the number is among the column's values. A number without a unit, or with one of
 * another kind, stays as it is.
 */
export function inUnitOf(reading: Reading, valueAt: number, value: number, column: LayerColumn): number {
  const said = isPreposition(reading, valueAt + 1) ? undefined : units.get(wordAt(reading, valueAt + 1))
  const borne = units.get((column.unit ?? column.label.split(' ').at(-1) ?? '').toLowerCase())
  if (!said || (borne && said.kind !== borne.kind)) return value
  const factor = borne?.factor ?? (column.unit === null ? likelyFactor(reading, value, said, column) : null)
  return factor === null ? value : Number(((value * said.factor) / factor).toPrecision(12))
}

/** "More than 45 in total", "over 60 in 2023": inches end what they measure. */
const isPreposition = (reading: Reading, at: number): boolean => {
  const next = reading.items[at + 1]
  return wordAt(reading, at) === 'in' && next !== undefined && next.kind !== 'sign'
}

/** Lengths from 46 to 185 are no hours where more than two of them are asked for, but may be minutes. */
function likelyFactor(reading: Reading, value: number, said: KnownUnit, { label, min, max }: LayerColumn): number | null {
  const isWithin = (number: number) => min !== null && max !== null && number >= Number(min) && number <= Number(max)
  if (isWithin(value)) return null
  const distance = ({ factor }: KnownUnit) => Math.abs(Math.log(factor / said.factor))
  const [found] = [...units]
    .filter(([, unit]) => unit.kind === said.kind && isWithin((value * said.factor) / unit.factor))
    .sort(([, a], [, b]) => distance(a) - distance(b))
  if (!found) return null
  const names = unitKinds[said.kind]?.find(({ factor }) => factor === found[1].factor)?.words
  note(reading, (say) => say.unitOf(label, names?.at(-1) ?? ''), 0.05)
  return found[1].factor
}

const lengthOfTime = new RegExp(`${anyOf(durationLabels)}|age\\b`, 'i')

/** "Trips over 3 days" are so by how long they took, not by a number of theirs. */
export const isOtherwiseTimed = (reading: Reading, valueAt: number, { label, unit }: LayerColumn): boolean =>
  durationUnits.has(reading.items[valueAt + 1]?.stem ?? '') && reading.items[valueAt + 1]?.kind === 'word' && !lengthOfTime.test(`${label} ${unit}`)
