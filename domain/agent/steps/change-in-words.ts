import type { Language } from '#domain/language.ts'
import type { QueryColumn } from '#domain/query/query-outcome.ts'
import { listInWords } from '#domain/semantics/describe/english.ts'
import { filterInWords, measureInWords, memberInWords } from '#domain/semantics/describe/query-in-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { AnswerChange, ChosenColumn } from './answer-change.ts'
import { changeInGerman } from './change-in-german.ts'

type Changed = { layer: Layer; change: AnswerChange; query: SemanticQuery; columns: QueryColumn[] }

/** What a reader did, as a sentence's beginning: "Only where country is Germany", "By quarter", "Top 5". `columns` are those of the result before. */
export function changeInWords({ layer, change, query, columns }: Changed, language: Language = 'en'): string {
  const named = (name: string) => columns.find((column) => column.name === name)?.label
  if (language === 'de') return changeInGerman(layer, change, query, (name) => named(name) ?? name)
  const label = (name: string) => named(name)?.toLowerCase() ?? name
  switch (change.action) {
    case 'filter': {
      const { table, column, operator, values } = change
      return `Only where ${filterInWords(layer, { table, column, operator, values })}`
    }
    case 'unfilter':
      return `Whatever the ${memberInWords(layer, change.table, change.column)}`
    case 'group':
      return change.dimensions.length === 0 ? 'In all' : `By ${listInWords(change.dimensions.map((one) => chosenInWords(layer, one)))}`
    case 'period':
      return periodInWords(layer, change)
    case 'drill': {
      const shown = change.value === null ? `no ${label(change.dimension)}` : String(change.value)
      return change.into ? `${shown}, by ${chosenInWords(layer, change.into)}` : `Into ${shown}`
    }
    case 'measure':
      return capital(listInWords(change.measures.map((one) => measureInWords(layer, one, query.measures))))
    case 'sort':
      return `Sorted by ${label(change.by)}, ${change.direction === 'desc' ? 'highest' : 'lowest'} first`
    case 'limit':
      return change.limit === null ? 'All rows' : `The first ${change.limit}`
    case 'why':
      return `Why ${change.value === null ? `no ${label(change.dimension)}` : change.value}`
    case 'sql':
      return 'SQL of your own'
    case 'chart':
      return `As ${change.chart_type.replaceAll('_', ' ')}`
  }
}

const chosenInWords = (layer: Layer, { table, column, grain }: ChosenColumn): string =>
  grain ? `${memberInWords(layer, table, column)} by ${grain.replaceAll('_', ' ')}` : memberInWords(layer, table, column)

function periodInWords(layer: Layer, { table, column, grain, from, to, compare }: Extract<AnswerChange, { action: 'period' }>): string {
  const when = memberInWords(layer, table, column)
  const parts = [
    ...(from || to ? [`${when} ${[from ? `from ${from}` : '', to ? `to ${to}` : ''].filter(Boolean).join(' ')}`] : []),
    ...(!from && !to && (from === null || to === null) ? [`all of ${when}`] : []),
    ...(grain ? [`by ${grain.replaceAll('_', ' ')}`] : []),
    ...(compare ? [compare === 'previous_year' ? 'beside the year before' : 'beside the period before'] : compare === null ? ['without a comparison'] : []),
  ]
  return capital(parts.length > 0 ? parts.join(', ') : when)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
