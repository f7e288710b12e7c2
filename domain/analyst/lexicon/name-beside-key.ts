import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { lineKeyLabels } from './english/meanings/column-labels.ts'
import { nameKey } from './phrases.ts'
import { anyOf } from './word-pattern.ts'

const keyEnding = new RegExp(`^(.+) ${anyOf(lineKeyLabels)}$`)
/** How far the count of names may lie from that of the keys: some things are called alike. */
const mostApart = 0.03

/** What a sheet calls the things that a key column of it numbers: the text of the same noun that has about as many values, shop location beside shop id; null where it has none. */
export function nameBesideKey(table: LayerTable, key: LayerColumn): LayerColumn | null {
  const noun = keyEnding.exec(nameKey(key.label))?.[1]
  if (noun === undefined || key.isHidden || table.primaryKey.includes(key.name) || (key.distinct ?? 0) < 2) return null
  const called = table.columns.find((column) => isText(column) && nameKey(column.label) === `${noun} name`)
  if (called) return called
  const count = key.distinct ?? 0
  const apart = ({ distinct }: LayerColumn) => Math.abs((distinct ?? 0) - count) / count
  const named = table.columns.filter((column) => isText(column) && isOf(nameKey(column.label), noun) && apart(column) <= mostApart)
  return named.sort((a, b) => apart(a) - apart(b))[0] ?? null
}

const isOf = (label: string, noun: string): boolean => label === noun || (label.startsWith(`${noun} `) && !keyEnding.test(label))

const isText = ({ isHidden, type, semanticType }: LayerColumn): boolean =>
  !isHidden && type === 'text' && semanticType !== 'time' && semanticType !== 'identifier'
