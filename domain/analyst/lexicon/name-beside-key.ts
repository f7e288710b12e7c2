import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { codeEndings, lineKeyLabels, plainNames, servicesByNumber } from './english/meanings/column-labels.ts'
import { nameKey } from './phrases.ts'
import { anyOf } from './word-pattern.ts'

const keyEnding = new RegExp(`^(.+) ${anyOf([...lineKeyLabels, ...codeEndings])}$`)
/** How far the count of names may lie from that of the keys: some things are called alike. */
const mostApart = 0.03

/** The same where the name stands beside the key without its noun. */
const mostApartOfAny = 0.1

/** What a sheet calls the things that a key column of it numbers: the text of the same noun that has about as many values, shop location beside shop id; null where it has none. */
export function nameBesideKey(table: LayerTable, key: LayerColumn): LayerColumn | null {
  const noun = keyEnding.exec(nameKey(key.label))?.[1]
  if (noun === undefined || key.isHidden || table.primaryKey.includes(key.name) || (key.distinct ?? 0) < 2) return null
  const called = table.columns.find((column) => isText(column) && nameKey(column.label) === `${noun} name`)
  if (called) return called
  const count = key.distinct ?? 0
  const apart = ({ distinct }: LayerColumn) => Math.abs((distinct ?? 0) - count) / count
  const named = table.columns.filter((column) => isText(column) && isOf(nameKey(column.label), noun) && apart(column) <= mostApart)
  const [own] = named.sort((a, b) => apart(a) - apart(b))
  if (own) return own
  // A stock code and a description tell the same things, where no other key of the sheet has as many values.
  const plain = table.columns.find((column) => isText(column) && plainNames.has(nameKey(column.label)) && apart(column) <= mostApartOfAny)
  const keys = table.columns.filter((column) => keyEnding.test(nameKey(column.label)))
  const isNearest = keys.every((other) => other === key || Math.abs((other.distinct ?? 0) - (plain?.distinct ?? 0)) > Math.abs(count - (plain?.distinct ?? 0)))
  return plain && isNearest ? plain : null
}

/** The column by which a sheet tells apart what a noun names, of which several rows tell: the parts of a "part code" or a "part name"; null where each row has one of its own. */
export function identifierOf({ columns, primaryKey, rows }: LayerTable, noun: string): LayerColumn | null {
  if (servicesByNumber.has(noun)) return null
  const isShared = ({ name, distinct }: LayerColumn) => !primaryKey.includes(name) && distinct !== null && rows !== null && distinct < rows * mostOwn
  return columns.find((column) => !column.isHidden && identifierNoun(column) === noun && isShared(column)) ?? null
}

/** Of the rows that many may have a value of their own: where nearly all have, a column numbers them. */
const mostOwn = 0.9

/** What a column tells apart by a number, a code or a name, as its label says. */
const identifierNoun = ({ label }: LayerColumn): string | undefined => keyEnding.exec(nameKey(label))?.[1] ?? /^(.+) name$/.exec(nameKey(label))?.[1]

const isOf = (label: string, noun: string): boolean => label === noun || (label.startsWith(`${noun} `) && !keyEnding.test(label))

const isText = ({ isHidden, type, semanticType }: LayerColumn): boolean =>
  !isHidden && type === 'text' && semanticType !== 'time' && semanticType !== 'identifier'
