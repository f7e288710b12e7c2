import { lineKeyLabels, servicesByNumber } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { nameKey } from './phrases.ts'
import { anyOf } from './word-pattern.ts'

/** What the rows of a table are lines of: an order, where a sheet has several rows with one "Order ID". */
export type LineThing = { noun: string; table: LayerTable; column: LayerColumn }

const leastRows = 20
/** Of the rows that many may have a value of their own: where nearly all have, the column numbers the rows themselves. */
const mostOwn = 0.98
/** Lines of one thing at most, on average: what has more of them is a class of rows, as a league is. */
const mostLines = 30

const keyEnding = new RegExp(`^(.+) ${anyOf(lineKeyLabels)}$`)
const known = new WeakMap<Layer, LineThing[]>()

/** The things several rows of a table belong to, which no table of the layer lists: each by the column that identifies it. */
export function lineThings(layer: Layer): LineThing[] {
  const things = known.get(layer) ?? layer.tables.filter(({ isHidden }) => !isHidden).flatMap((table) => thingsOf(table, layer))
  known.set(layer, things)
  return things
}

function thingsOf(table: LayerTable, { tables, relationships }: Layer): LineThing[] {
  const keys = table.columns.map((column) => nameKey(column.label))
  const isListed = (noun: string) => tables.some((other) => other !== table && !other.isHidden && ` ${nameKey(other.label)}`.endsWith(` ${noun}`))
  return table.columns.flatMap((column) => {
    const noun = keyEnding.exec(nameKey(column.label))?.[1]
    if (noun === undefined || servicesByNumber.has(noun) || column.isHidden || table.primaryKey.includes(column.name) || !isShared(table, column)) return []
    if (relationships.some(({ fromTable, fromColumns }) => fromTable === table.name && fromColumns.includes(column.name))) return []
    // A customer with a number and a name is counted by the name as well: no word is taken from it.
    // Rows with a key of their own that are called so are it themselves.
    const isRow = table.primaryKey.length === 1 && ` ${nameKey(table.label)} `.includes(` ${noun} `)
    const isNamed = keys.includes(noun) || keys.includes(`${noun} name`)
    return isNamed || isRow || isListed(noun) ? [] : [{ noun, table, column }]
  })
}

const isShared = ({ rows }: LayerTable, { distinct }: LayerColumn): boolean =>
  rows !== null && rows >= leastRows && distinct !== null && distinct * mostLines > rows && distinct < rows * mostOwn

export const isLineThing = (layer: Layer, { column }: { column: LayerColumn }): boolean => lineThings(layer).some((thing) => thing.column === column)

/** Whether a column numbers the rows of a table by a name of what they are: the "Incident Number" of a sheet that is called otherwise. */
export const numbersRows = ({ primaryKey, rows }: LayerTable, { name, label, distinct, semanticType, isHidden }: LayerColumn): boolean =>
  !isHidden &&
  semanticType === 'identifier' &&
  keyEnding.test(nameKey(label)) &&
  ((primaryKey.length === 1 && primaryKey[0] === name) || (rows !== null && rows >= leastRows && distinct === rows))
