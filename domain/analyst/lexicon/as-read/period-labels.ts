import { monthNumber } from '#domain/analyst/language/calendar.ts'
import { isMissingWord } from '#domain/semantics/extraction/missing-marks.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { numberedParts, termNouns, termParts, yearMarks } from '../english/times/terms.ts'
import { weekdays } from '../english/times/time-words.ts'
import { anyOf } from '../word-pattern.ts'

/** A value that names a stretch of time: the key by which it is sorted, and the month it begins in as a filter reads it; null of one that comes again. */
type PeriodLabel = { value: string; key: number; from: string | null }

const most = 60
const known = new WeakMap<LayerColumn, PeriodLabel[] | null>()

/**
 * The values of a column that are months, days of the week, semesters, terms, seasons or financial years, in the order of the calendar: "Fall 2023", "Term 1 2022",
 * "2021/22", "FY21". Null where one is none, or not all are known.
 */
export function periodLabelsOf(column: LayerColumn): PeriodLabel[] | null {
  const told = known.get(column)
  if (told !== undefined) return told
  const found = labelsOf(column)
  known.set(column, found)
  return found
}

function labelsOf({ type, label, distinct, sampleValues }: LayerColumn): PeriodLabel[] | null {
  const values = sampleValues.filter((value) => value.trim() !== '' && !isMissingWord(value))
  const isTerm = headNoun.test(label)
  if ((type !== 'text' && !(type === 'integer' && isTerm)) || values.length < 2 || values.length > most || (distinct ?? most + 1) > sampleValues.length)
    return null
  for (const read of [monthOf, weekdayOf, (value: string) => datedOf(value, isTerm)]) {
    const labels = values.flatMap((value) => read(value) ?? [])
    if (labels.length === values.length) return labels.sort((a, b) => a.key - b.key)
  }
  return null
}

export const headNoun = new RegExp(`\\b${anyOf(termNouns)}$`, 'i')

function monthOf(value: string): PeriodLabel | null {
  const key = monthNumber(value.trim().toLowerCase())
  return key === null ? null : { value, key, from: null }
}

function weekdayOf(value: string): PeriodLabel | null {
  const said = value.trim().toLowerCase()
  const at = weekdays.findIndex((day) => day === said || (said.length >= 3 && said.length <= 4 && day.startsWith(said)))
  return at === -1 ? null : { value, key: at, from: null }
}

const marked = new RegExp(`^${anyOf(yearMarks)}? ?'?(\\d{4}|\\d{2})(?: ?[/-] ?(\\d{4}|\\d{2}))?$`)
const parted = new RegExp(`^(?:${anyOf(termParts.keys())}|${anyOf(numberedParts)} ?[1-4])\\b`)

/** A year of some kind, or a part of one. */
export function datedOf(value: string, isTerm: boolean): PeriodLabel | null {
  const said = value.trim().toLowerCase().replace(/[_.,]/g, ' ')
  const [, first = '', second] = marked.exec(said) ?? []
  const follows = second !== undefined && (Number(first) + 1) % 100 === Number(second) % 100
  if (first !== '' && (second === undefined ? /^[a-z]/.test(said) || (isTerm && first.length === 4) : follows)) {
    const year = first.length === 2 ? 2000 + Number(first) : Number(first)
    return { value, key: year * 10, from: `${year}-${follows ? '07' : '01'}` }
  }
  const year = /(?:^|\D)((?:19|20)\d\d)(?:\D|$)/.exec(said)?.[1]
  const part = said.replace(year ?? '', '').replace(/^[ /-]+|[ /-]+$/g, '')
  if (year === undefined || !parted.test(part)) return null
  const [place, month] = [...termParts].find(([name]) => part.startsWith(name))?.[1] ?? numbered(Number(/\d/.exec(part)?.[0]))
  return { value, key: Number(year) * 10 + place, from: `${year}-${String(month).padStart(2, '0')}` }
}

const numbered = (place: number): readonly [number, number] => [place, place * 3 - 2]
