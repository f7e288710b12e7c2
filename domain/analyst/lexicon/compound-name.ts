import { keyLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { classHeads, figureHeads, holderNouns, rowHeads } from '#domain/analyst/lexicon/english/meanings/label-words.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Lexicon, Meaning } from './lexicon.ts'
import { bestWeight } from './meaning.ts'
import { nameKey } from './phrases.ts'
import { anyOf } from './word-pattern.ts'

const leastNamed = 0.85
/** From here on a noun means something by itself. */
const leastOwn = 0.75
const sureOfCompound = 0.85
const keyLabel = new RegExp(` ${anyOf(keyLabels)}$`)

/**
 * What a noun behind a name adds nothing to: the "meal plan" of a column of meals, the "sunshine reading" of sunshine, the "customer base" of customers, and the
 * "card holders" of the table whose rows have a card number of their own. Null where the noun means something in the data by itself.
 */
export function compoundName({ names, values, layer }: Lexicon, phrase: string): Meaning | null {
  const at = phrase.lastIndexOf(' ')
  const [first, head] = [phrase.slice(0, at), phrase.slice(at + 1)]
  const own = names.get(head)
  if (at < 1 || (own && bestWeight(own) >= leastOwn) || values.has(head)) return null
  if (holderNouns.has(head)) return ofTable(first, layer.tables)
  const named = names.get(first)
  if (!named || named.measures.length > 0) return null
  const [rows, columns] = [named.tables.filter(isSure), named.columns.filter(isSure)]
  if (rows.length > 0) return rowHeads.has(head) ? { tables: rows, columns: [], measures: [] } : null
  const fit = columns.filter(({ column }) => (isFigure(column) ? figureHeads : classHeads).has(head))
  return fit.length > 0 ? { tables: [], columns: fit.map((item) => ({ ...item, weight: item.weight * sureOfCompound })), measures: [] } : null
}

const isSure = ({ weight }: { weight: number }): boolean => weight >= leastNamed

const isFigure = (column: LayerColumn): boolean => column.semanticType === 'measure' || (isNumericType(column) && column.semanticType !== 'category')

/** The one table each of whose rows has a key that is called so. */
function ofTable(noun: string, tables: LayerTable[]): Meaning | null {
  const isKeyed = ({ isHidden, columns, primaryKey }: LayerTable) =>
    !isHidden && columns.some(({ name, label }) => primaryKey.length === 1 && primaryKey[0] === name && nameKey(label).replace(keyLabel, '') === noun)
  const [only, ...others] = tables.filter(isKeyed)
  return only && others.length === 0 ? { tables: [{ table: only, weight: sureOfCompound }], columns: [], measures: [] } : null
}
