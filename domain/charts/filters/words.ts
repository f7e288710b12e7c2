import { OPERATORS_IN_GERMAN } from '../../semantics/describe/german-words.ts'
import type { FilterOperator } from '../../semantics/semantic-query.ts'
import type { NamedFilter } from './filter.ts'
import type { ActiveCondition } from './selection.ts'

const MOST_VALUES = 8

type FilterWords = { all: string; more(left: number): string; noRows: string; operators: Record<FilterOperator, string> }

const EN: FilterWords = {
  all: 'all',
  more: (left) => `${left} more`,
  noRows: 'this chart has no rows',
  operators: {
    equals: 'is',
    between: 'between',
    not_equals: 'is not',
    greater_than: 'above',
    greater_or_equal: 'at least',
    less_than: 'below',
    less_or_equal: 'at most',
    contains: 'contains',
    not_contains: 'does not contain',
    starts_with: 'begins with',
    ends_with: 'ends with',
    is_empty: 'is empty',
    is_not_empty: 'is not empty',
  },
}

const DE: FilterWords = {
  all: 'alle',
  more: (left) => `${left} weitere`,
  noRows: 'dieses Diagramm hat keine Zeilen',
  operators: OPERATORS_IN_GERMAN,
}

/** What stands beside the names and values of filters: in German where the locale is, else in English. */
export const filterWords = (locale: string | undefined): FilterWords => (/^de\b/i.test(locale ?? '') ? DE : EN)

/** A filter with what is chosen, as a picture tells it: "Country: France, Germany". */
export function filterInWords({ label, member }: Pick<NamedFilter, 'label' | 'member'>, condition: ActiveCondition | undefined, locale?: string): string {
  const words = filterWords(locale)
  const name = label || member
  if (!condition) return `${name}: ${words.all}`
  const { operator, values } = condition
  const shown = values.slice(0, MOST_VALUES).map(String)
  if (values.length > MOST_VALUES) shown.push(words.more(values.length - MOST_VALUES))
  if (operator === 'between') return `${name}: ${shown.join(' – ')}`
  return operator === 'equals' ? `${name}: ${shown.join(', ')}` : `${name} ${words.operators[operator]} ${shown.join(', ')}`.trimEnd()
}
