import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { clauseSigns, negations, ownerPrepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { operatorWords } from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import { quantityNouns } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { namingParticiples } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, note, type Reading, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { addFilter, condition } from './filter-parts.ts'

/** "The population of", "named": right before a name. */
const beforeName = wordSet(ownerPrepositions, namingParticiples, 'is at')

/** Takes a word no sampled value matches, where a name must stand and the data has more names than were sampled: `the population of Springfield`. */
export function readUnsampledValues(reading: Reading): void {
  const { items } = reading
  for (let at = 1; at < items.length; at++) {
    if (!isUnknown(reading, at)) continue
    let end = at + 1
    while (isUnknown(reading, end) && items[end]?.isCapitalised === items[at]?.isCapitalised) end++
    const isLast = items[end] === undefined || clauseSigns.has(wordAt(reading, end))
    // "The number of releases" names things that are not there.
    const isCounted = wordAt(reading, at - 1) === 'of' && quantityNouns.has(wordAt(reading, at - 2))
    const isName = !isCounted && beforeName.has(wordAt(reading, at - 1)) && (isLast || items.slice(at, end).every(({ isCapitalised }) => isCapitalised))
    const reference = isName ? unsampled(reading) : null
    if (!reference) continue
    const text = items
      .slice(at, end)
      .map((item) => item.text)
      .join(' ')
    addFilter(reading, condition(reference, 'equals', [text]), at)
    note(reading, (say) => say.notLookedUp(text, reference.column.label), 0.15)
    take(reading, at, end, 'value')
    at = end
  }
}

function isUnknown(reading: Reading, at: number): boolean {
  const item = reading.items[at]
  return (
    item?.kind === 'word' &&
    // "Paid on time".
    item.text !== 'time' &&
    isFree(reading, at) &&
    !fillers.has(item.lower) &&
    !negations.has(item.lower) &&
    !operatorWords.has(item.lower) &&
    item.lower.length > 2
  )
}

/** The name column of a table in play that holds more values than were sampled. */
function unsampled({ tables, draft, items, lexicon }: Reading): ColumnReference | null {
  const owners = items.flatMap((item) => (item.kind === 'name' ? item.meaning.columns.filter(({ weight }) => weight >= 0.9).map(({ table }) => table) : []))
  const inPlay: LayerTable[] = [...new Set([...(draft.focus ? [draft.focus] : []), ...tables.map(({ table }) => table), ...owners])]
  const candidates = inPlay.length > 0 ? inPlay : lexicon.layer.tables
  const found = candidates.flatMap((table) => {
    const [column, ...others] = displayColumns(table)
    // A key is no name.
    const isText = column && (column.type === 'text' || column.type === 'other') && column.semanticType !== 'identifier'
    return column && isText && others.length === 0 && (column.distinct ?? 0) > column.sampleValues.length ? [{ table, column }] : []
  })
  return found.length === 1 || tables.length > 0 ? (found[0] ?? null) : null
}
