import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { phraseKey } from './tokens.ts'

export const countries = new Set(
  `afghanistan;albania;algeria;angola;argentina;armenia;australia;austria;azerbaijan;bahamas;bahrain;bangladesh;belarus;belgium;benin;bolivia;bosnia and herzegovina;
botswana;brazil;bulgaria;burkina faso;cambodia;cameroon;canada;chad;chile;china;colombia;congo;costa rica;croatia;cuba;cyprus;czech republic;czechia;denmark;
dominican republic;ecuador;egypt;el salvador;england;estonia;ethiopia;fiji;finland;france;gabon;georgia;germany;ghana;great britain;greece;guatemala;guinea;haiti;honduras;
hong kong;hungary;iceland;india;indonesia;iran;iraq;ireland;israel;italy;ivory coast;jamaica;japan;jordan;kazakhstan;kenya;korea;kuwait;laos;latvia;lebanon;liberia;libya;
lithuania;luxembourg;madagascar;malawi;malaysia;mali;malta;mauritius;mexico;moldova;monaco;mongolia;montenegro;morocco;mozambique;myanmar;namibia;nepal;netherlands;
new zealand;nicaragua;niger;nigeria;north korea;north macedonia;norway;oman;pakistan;panama;paraguay;peru;philippines;poland;portugal;puerto rico;qatar;romania;russia;rwanda;
saudi arabia;scotland;senegal;serbia;singapore;slovakia;slovenia;somalia;south africa;south korea;soviet union;spain;sri lanka;sudan;sweden;switzerland;syria;taiwan;tanzania;
thailand;togo;trinidad and tobago;tunisia;turkey;uganda;ukraine;united arab emirates;united kingdom;united states;united states of america;uruguay;usa;us;uk;uae;uzbekistan;
venezuela;vietnam;wales;west germany;yemen;zambia;zimbabwe`
    .split(';')
    .map((name) => name.trim()),
)
const continents = new Set('africa;asia;europe;north america;south america;oceania;antarctica;latin america;middle east;americas;emea;apac'.split(';'))
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
