import { condition } from '#domain/analyst/conditions/filter-parts.ts'
import { answersOf } from '#domain/analyst/conditions/flag.ts'
import { latenessAt } from '#domain/analyst/conditions/times/late.ts'
import { familyOf, labelWords } from '#domain/analyst/language/root.ts'
import { churnLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { rateHeads, rateNouns } from '#domain/analyst/lexicon/english/meanings/shares.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { isFree, type Reading, skip, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import type { FoundFigure } from './figure.ts'

const wholeRate = new RegExp(`.\\b${anyOf(rateHeads)}$`)

type State = { table: LayerTable; filter: Filter }

/** `refund rate`, `churn rate`, `late delivery rate`, `student share`: the share of rows of which a column of yes and no, a state or a date says so. */
export function rateAt(reading: Reading, at: number): FoundFigure | null {
  if (!isFree(reading, at)) return null
  const late = latenessAt(reading, at)
  const isWhole = wholeRate.test(reading.items[at]?.text.toLowerCase() ?? '')
  const noun = late ? at + late.length : isWhole ? at : at + 1
  // "Late delivery rate", "urgent ticket share".
  const rate = isWhole || rateNouns.has(wordAt(reading, noun)) ? noun : noun + 1
  if (!(isWhole || rateNouns.has(wordAt(reading, rate))) || reading.items.slice(0, at).some(({ lower }) => rateNouns.has(lower))) return null
  const states = late ? [late] : statesOf(reading, at)
  const named = states.filter(({ table }) => reading.tables.some((mention) => mention.table === table))
  const [only, ...others] = named.length > 0 ? named : states
  if (!only || others.length > 0 || (rate > noun && !late && tableOf(reading.items[noun]) !== only.table)) return null
  const of = wordAt(reading, rate + 1) === 'of' ? skip(reading, rate + 2) : rate
  if (of > rate && tableOf(reading.items[of]) !== only.table) return null
  const whole = { aggregate: 'count' as const, table: only.table.name }
  const ratio = { numerator: { ...whole, filters: only.filter }, denominator: whole, percent: true }
  return { part: { aggregate: 'avg', table: only.table, column: null, named: null, ratio }, end: of + 1 }
}

/** All conditions a word may stand for: a value of a column of few values ("cancelled"), a column of yes and no, or a date that some rows have and some have not. */
function statesOf({ items, lexicon }: Reading, at: number): State[] {
  const item = items[at]
  if (!item || tableOf(item) || item.kind === 'quoted' || item.kind === 'number') return []
  const family = familyOf(item.stem)
  const values = item.values.length > 0 ? item.values : (lexicon.valueFamilies.get(family) ?? [])
  const spoken = values.filter((value) => (value.column.distinct ?? 99) <= 12 && !value.rows && !value.sameAs)
  if (spoken.length > 0) return spoken.map((value) => ({ table: value.table, filter: condition(value, 'equals', [value.value]) }))
  const families = new Set(item.lower === 'churn' ? churnLabels.map(familyOf) : [family])
  const isTimed = items.some(({ kind, lower }) => kind === 'time' || grainWords.has(lower))
  return lexicon.layer.tables.flatMap((table) =>
    table.columns.flatMap((column): State[] => {
      if (column.isHidden || table.isHidden || !labelWords(column.label).some((word) => families.has(familyOf(word)))) return []
      const answers = answersOf(column)
      if (answers) return [{ table, filter: condition({ table, column }, 'equals', [answers.yes]) }]
      // Those it happened to in a month are not of those there were in it.
      const isDated = column.semanticType === 'time' && mayBeMissing(column) && !isTimed
      return isDated ? [{ table, filter: condition({ table, column }, 'is_not_empty', []) }] : []
    }),
  )
}
