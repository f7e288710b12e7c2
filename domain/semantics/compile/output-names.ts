import { Failure } from '#domain/failure.ts'
import type { SemanticQuery } from '../semantic-query.ts'

/** Hands out names that no other column of the result bears: the one wanted, then with its table in front, then numbered. */
export type OutputNames = { free(wanted: string, table: string): string }

/** Begins with the names the query gives. Fails with `query_invalid` when it gives one twice. */
export function outputNames(query: SemanticQuery): OutputNames {
  const taken = new Set<string>()
  for (const { name } of [...query.dimensions, ...query.measures]) {
    if (name === undefined) continue
    if (taken.has(name.toLowerCase())) throw new Failure('query_invalid', `two columns of the result are named "${name}"`)
    taken.add(name.toLowerCase())
  }
  return {
    free(wanted, table) {
      const candidates = [wanted, `${snakeCase(table)}_${wanted}`]
      for (let number = 2; ; number++) {
        const name = candidates.shift() ?? `${wanted}_${number}`
        if (taken.has(name)) continue
        taken.add(name)
        return name
      }
    },
  }
}

export function sentence(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}

const snakes = new Map<string, string>()

/** `InvoiceDate` and `Invoice date` become `invoice_date`; always a valid output name. */
export function snakeCase(name: string): string {
  const known = snakes.get(name)
  if (known !== undefined) return known
  const words = name
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
  const snake = /^[a-z]/.test(words) ? words : `_${words}`
  if (snakes.size > 10_000) snakes.clear()
  snakes.set(name, snake)
  return snake
}
