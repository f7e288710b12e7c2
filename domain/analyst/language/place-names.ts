import { continents, countries } from '#domain/analyst/lexicon/english/meanings/places.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { phraseKey } from './tokens.ts'

const leastValues = 2

/** What a column's values are when its label does not say so: places, if every value known is one. */
function placesIn({ type, semanticType, sampleValues }: LayerColumn): string[] {
  if (type !== 'text' || !['category', 'geo', 'text'].includes(semanticType) || sampleValues.length < leastValues) return []
  const isCountry = (value: string) => countries.has(phraseKey(value))
  if (!sampleValues.every((value) => isCountry(value) || continents.has(phraseKey(value)))) return []
  return [sampleValues.some(isCountry) ? 'country' : 'continent', 'region']
}

/** The columns of places that nothing in the data source is called, by what one would call them; a word that several would answer to is left out. */
export function placeKinds({ tables }: Layer, isNamed: (word: string) => boolean): Map<string, { table: LayerTable; column: LayerColumn }> {
  const found = new Map<string, { table: LayerTable; column: LayerColumn }[]>()
  for (const table of tables) {
    if (table.isHidden) continue
    for (const column of table.columns) {
      if (column.isHidden) continue
      for (const word of placesIn(column)) found.set(word, [...(found.get(word) ?? []), { table, column }])
    }
  }
  return new Map([...found].flatMap(([word, [only, ...others]]) => (only && others.length === 0 && !isNamed(word) ? [[word, only]] : [])))
}
