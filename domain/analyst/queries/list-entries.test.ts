import { expect, test } from 'vitest'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { entriesOfLists } from './list-entries.ts'

const column = (...sampleValues: string[]): LayerColumn => ({
  name: 'tags',
  label: 'tags',
  description: '',
  semanticType: 'category',
  unit: null,
  synonyms: [],
  type: 'text',
  sampleValues,
  distinct: sampleValues.length,
  nullFraction: 0,
  min: null,
  max: null,
  isHidden: false,
})

test.each([
  [
    ['Rain', 'Rain-Snow', 'Snow', 'Fog-Rain', 'Fog'],
    ['fog', 'rain', 'snow'],
  ],
  [
    ['Trailers', 'Trailers,Deleted Scenes', 'Deleted Scenes,Commentaries', 'Commentaries,Trailers'],
    ['commentaries', 'deleted scenes', 'trailers'],
  ],
  [
    ['Fog; Wind', 'Wind', 'Fog; Ice', 'Ice'],
    ['fog', 'ice', 'wind'],
  ],
  [['Month-to-month', 'One year', 'Two year'], []],
  [['Part-time', 'Full-time', 'Freelance'], []],
  [['Smith, John', 'Miller, Ada', 'Brown, Eve'], []],
  [['AC/DC', 'Queen', 'Kiss'], []],
])('%j holds %j', (values, entries) => expect([...entriesOfLists(column(...values))].sort()).toEqual(entries))
