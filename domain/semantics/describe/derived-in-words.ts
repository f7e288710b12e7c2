import type { DerivedMeasure } from '../compile/derived-measure.ts'

/** What a measure derived from another is called: "running revenue" `of` "revenue". */
export function derivedInWords({ derive, rows }: DerivedMeasure, of: string): string {
  switch (derive) {
    case 'share_of_total':
      return `share of the ${of}`
    case 'running_total':
      return `running ${of}`
    case 'moving_average':
      return `average of the ${of} over ${rows ?? 3} rows`
    case 'previous':
      return `${of} before`
    case 'change':
      return `change of the ${of}`
    case 'percent_change':
      return `change of the ${of} in percent`
    case 'rank':
      return `rank by ${of}`
  }
}
