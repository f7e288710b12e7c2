import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { determiners, distributives, listJoints, ownerPrepositions, thirdPersonPossessives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { ColumnMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { withDisplayName } from '#domain/analyst/lexicon/own-name.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { contextScore, spokenScore } from './column-context.ts'
import type { ColumnReference } from './draft.ts'
import { isOwnKey, note, type Reading, skip, skipBack, tableOf, wordAt } from './reading.ts'

/** The column an item names: the one whose table stands next to it, is asked about, or is nearest by joins. Null when it names none that `fits`. */
export function columnOf(reading: Reading, at: number, fits: (reference: ColumnReference) => boolean = () => true): ColumnMeaning | null {
  const item = reading.items[at]
  if (item?.kind !== 'name') return null
  const isOwned = wordAt(reading, at - 1) === 'whose' || (wordAt(reading, at - 1) === 'first' && wordAt(reading, at - 2) === 'whose')
  const before = tableOf(reading.items[isOwned ? antecedent(reading, at - 2) : skipBack(reading, at - 1)]) ?? subjectBefore(reading, at)
  const owner = ownerAfter(reading, at)
  const listed = listJoints.has(wordAt(reading, skipBack(reading, at - 1))) ? reading.draft.selects.at(-1)?.table : undefined
  const meanings = withDisplayName(item, before ?? owner, reading.lexicon.layer)
  const ranked = meanings
    .filter(fits)
    .map((meaning) => ({
      meaning,
      score:
        meaning.weight * 4 +
        contextScore(reading, meaning, at) +
        (meaning.table === before ? 6 : 0) +
        (meaning.table === owner ? 5 : 0) +
        (meaning.table === listed ? 1.5 : 0) +
        spokenScore(reading, meanings, meaning, at) +
        (reading.tables.length === 0 && namesRow(reading, meaning.table) ? 1.5 : 0),
    }))
    .sort((a, b) => b.score - a.score)
  const [best, second] = ranked
  if (!best) return null
  if (second && second.score > best.score - 0.2 && second.meaning.table !== best.meaning.table && reading.tables.length === 0) {
    note(reading, (say) => say.readWordAs(item.text, say.member(best.meaning.column.label, best.meaning.table.label)), 0.25)
  }
  return best.meaning
}

/** What "its" and "their" right before an item stand for: what is told for each, else what is named first. */
function subjectBefore(reading: Reading, at: number): LayerTable | null {
  if (!thirdPersonPossessives.has(wordAt(reading, at - 1))) return null
  const named = reading.tables.filter((mention) => mention.at < at)
  return (named.find((mention) => distributives.has(wordAt(reading, mention.at - 1))) ?? named[0])?.table ?? null
}

/** "The singers [, and the] whose". */
const beforeRelative = wordSet(determiners, listJoints)

function antecedent(reading: Reading, at: number): number {
  return skipBack(reading, at, beforeRelative)
}

function namesRow(reading: Reading, table: LayerTable): boolean {
  return reading.items.some((item) => item.values.some((value) => value.table === table && isOwnKey(reading, value)))
}

/** The table behind "of", as in "names and ids of all artists". */
function ownerAfter(reading: Reading, at: number): LayerTable | null {
  for (let next = at + 1; next < Math.min(reading.items.length, at + 14); next++) {
    const word = wordAt(reading, next)
    if (ownerPrepositions.has(word)) {
      const owner = tableOf(reading.items[skip(reading, next + 1, beforeOwner)])
      if (owner) return owner
      const attribute = reading.items[skip(reading, next + 1, beforeOwner)]
      const [only, ...others] = attribute?.kind === 'name' ? attribute.meaning.columns.filter(({ weight }) => weight >= 0.9) : []
      if (only && others.length === 0 && attribute?.lower.includes(' ')) return only.table
    }
    const table = tableOf(reading.items[next])
    if (table && next === at + 1) return null
    if (!(word === ',' || word === 'and' || word === 'or' || beforeOwner.has(word) || reading.items[next]?.kind === 'name')) return null
  }
  return null
}

/** "Names and ids [of both the] artists": what may stand between a column and the table it is of. */
const beforeOwner = wordSet(determiners, distributives, ownerPrepositions, 'both')
