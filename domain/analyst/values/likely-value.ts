import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { isParticiple } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { locationPrepositions, otherPrepositions, valueJoints } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { contextScore } from '#domain/analyst/reading/column-context.ts'
import { isOwnKey, isValueOnly, note, type Reading, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { beforeValue, roleScore } from './value-role.ts'

/** The column a value is likeliest of: one that is named beside it, then by table as for columns. `cue` is where that column or table stands. */
export function likelyValue(reading: Reading, at: number): { meaning: ValueMeaning; cue: number | null } | null {
  const item = reading.items[at]
  if (!item || item.values.length === 0) return null
  const cues = cuesOf(reading, at)
  const ranked = item.values
    .map((meaning) => {
      const byColumn = cues.find((cue) =>
        reading.items[cue]?.meaning.columns.some(
          (column) => column.column === meaning.column && (column.weight >= 0.5 || tableOf(reading.items[cue]) === null),
        ),
      )
      const byTable = cues.find((cue) => tableOf(reading.items[cue]) === meaning.table)
      const isName = /\b(name|title)\b/.test(meaning.column.label)
      const isElsewhere = isName && otherPrepositions.has(wordAt(reading, at - 1)) && byTable !== at + 1
      const cueScore = (byColumn === undefined ? 0 : 6) + (byTable === undefined || isElsewhere ? 0 : isName ? 4 : 3)
      const ownName = isElsewhere && meaning.table === reading.draft.focus ? -4 : 0
      // What takes place in a town is not of the home town of whoever takes part.
      const isOrigin = ['in', 'at'].includes(wordAt(reading, at - 1)) && meaning.table !== reading.draft.focus && /\b(?:home|birth)/.test(meaning.column.label)
      const own = isOwnKey(reading, meaning) ? 0.4 : 0
      const owner = reading.tables.length === 0 && ownsNamed(reading, meaning.table) ? 1.5 : 0
      const role = roleScore(meaning.column.label, wordAt(reading, at - 1))
      const listed = besideValues(reading, at).some((other) => other.column === meaning.column) ? 4 : 0
      const verb = isOfVerb(reading, at, meaning.column) ? 3 : 0
      const score =
        cueScore +
        verb +
        listed +
        ownName +
        own +
        owner +
        role +
        (isOfFullName(reading, at, meaning) ? 3 : 0) +
        (isName ? 0.3 : 0) -
        (isOrigin ? 1 : 0) +
        (meaning.value === item.text ? 0.5 : 0) +
        contextScore(reading, meaning, at)
      return { meaning, cue: byColumn ?? byTable ?? null, score }
    })
    .sort((a, b) => b.score - a.score)
  const [best, second] = ranked
  if (!best) return null
  if (second && second.score > best.score - 0.3 && second.meaning.column !== best.meaning.column)
    note(reading, (say) => say.readWordAs(item.text, say.member(best.meaning.column.label, best.meaning.table.label)), 0.15)
  return { meaning: best.meaning, cue: best.cue }
}

/** "Died in France", of the country of death. */
function isOfVerb(reading: Reading, at: number, { label }: LayerColumn): boolean {
  const [verb, preposition] = [wordAt(reading, at - 2), wordAt(reading, at - 1)]
  const isVerb = (locationPrepositions.has(preposition) || preposition === 'to') && isParticiple(verb)
  return isVerb && labelWords(label).some((word) => familyOf(word) === familyOf(verb))
}

/** "A or C": what the value it is listed with may be. */
function besideValues({ items }: Reading, at: number): ValueMeaning[] {
  return [1, -1].flatMap((step) => (valueJoints.has(items[at + step]?.lower ?? '') ? (items[at + 2 * step]?.values ?? []) : []))
}

/** "Ada Lovelace" is a first and a last name, whatever else is called Ada. */
function isOfFullName({ items }: Reading, at: number, { table, column }: ValueMeaning): boolean {
  const display = displayColumns(table)
  const isBeside = (place: number, other: LayerColumn | undefined) =>
    items[place]?.values.some((value) => value.table === table && value.column === other) ?? false
  return display.length === 2 && ((display[0] === column && isBeside(at + 1, display[1])) || (display[1] === column && isBeside(at - 1, display[0])))
}

/** Whether a column that the question names is of the table. */
function ownsNamed({ items }: Reading, table: LayerTable): boolean {
  return items.some(
    (item) => item.kind === 'name' && item.values.length === 0 && item.meaning.columns.some((meaning) => meaning.table === table && meaning.weight >= 0.7),
  )
}

/** Names beside a value that may say what it is: before it, past small words and other values, and right after it. */
function cuesOf(reading: Reading, at: number): number[] {
  let before = at - 1
  while (before >= 0 && (beforeValue.has(wordAt(reading, before)) || isValueOnly(reading.items[before]))) before--
  return [before, at + 1].filter((cue) => reading.items[cue]?.kind === 'name' && !isValueOnly(reading.items[cue]))
}
