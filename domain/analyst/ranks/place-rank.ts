import { labelWords } from '#domain/analyst/language/root.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { extentNouns, superlativeOf } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { containVerbs, copulas, determiners, distributives, havingWords } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, prefersValue, type Reading, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'

const owning = wordSet(havingWords, containVerbs)
const betweenExtentAndPlace = wordSet(determiners, copulas)

/** A figure that goes with a column named by a superlative, as the highest elevation goes with the highest point. */
export function figureOf({ table, column }: ColumnReference): LayerColumn | null {
  const [first] = labelWords(column.label)
  if (first === undefined || !superlatives.has(first) || isNumericType(column)) return null
  const figures = table.columns.filter((item) => !item.isHidden && item !== column && isNumericType(item) && item.label.toLowerCase().startsWith(`${first} `))
  return figures.length === 1 ? (figures[0] ?? null) : null
}

/**
 * Takes a column that is called by a superlative itself: "the state with the highest point" ranks states by how high theirs is, "the highest point of
 * the states that border Texas" is the highest of theirs, and "how high is the highest point" asks for the figure.
 */
export function readPlaceRank(reading: Reading): void {
  if (reading.draft.superlative) return
  for (let at = 0; at < reading.items.length; at++) {
    const item = reading.items[at]
    if (item?.kind !== 'name' || !isFree(reading, at) || tableOf(item) || prefersValue(reading, at)) continue
    const found = columnOf(reading, at)
    const figure = found && found.weight >= 0.75 ? figureOf(found) : null
    if (!found || !figure) continue
    if (item.lower.split(' ').at(-1) !== item.stem.split(' ').at(-1)) {
      askFigure(reading, at, found.table, figure)
      continue
    }
    if (reading.items.some(({ lower }, index) => distributives.has(lower) && isFree(reading, index))) return
    const direction = superlatives.get(labelWords(found.column.label)[0] ?? '') ?? 'desc'
    reading.draft.superlative = { direction, limit: 1, by: { column: { table: found.table, column: figure } } }
    const before = skipBack(reading, at - 1)
    if (owning.has(wordAt(reading, before)) || asksForOwner(reading, at)) take(reading, at, at + 1, 'superlative')
    else askFigure(reading, at, found.table, figure)
    return
  }
}

/** "Which state …" asks for states, whatever comes behind. */
function asksForOwner({ items }: Reading, at: number): boolean {
  return items.some((item, index) => index > 0 && index < at && tableOf(item) !== null && ['which', 'what'].includes(items[index - 1]?.lower ?? ''))
}

/** "How high is the highest point", "the height of the highest points". */
function askFigure(reading: Reading, at: number, table: ColumnReference['table'], figure: LayerColumn): void {
  const before = skipBack(reading, at - 1, betweenExtentAndPlace)
  const isHow = wordAt(reading, before - 1) === 'how' && superlativeOf.has(wordAt(reading, before))
  if (!isHow && !extentNouns.has(wordAt(reading, before))) return
  reading.draft.selects.push({ table, column: figure })
  take(reading, isHow ? before - 1 : before, at + 1, reading.draft.superlative ? 'superlative' : 'select')
}
