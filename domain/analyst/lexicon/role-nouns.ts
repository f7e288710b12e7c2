import { keyLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { plainLabelNouns } from '#domain/analyst/lexicon/english/meanings/label-words.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { QueryJoin } from '#domain/semantics/semantic-query.ts'
import { displayColumns } from './display.ts'
import { nameKey } from './phrases.ts'
import { anyOf, wordPattern } from './word-pattern.ts'

/** A noun for rows of a table, from the name of a column that refers to them; `by` is the reference where there is only one. */
export type RoleNoun = { noun: string; table: LayerTable; weight: number; by?: QueryJoin }

const keyWords = new RegExp(`^([a-z][a-z ]{2,}) ${anyOf(keyLabels)}$`)
const plainNoun = wordPattern(plainLabelNouns)

/**
 * The nouns that references give the rows of other tables: "students" for high schoolers that other tables refer to by `student_id`, "instructors" for the faculty
 * that a column `instructor` refers to, "destination airports". A noun from a column named as a key has less weight.
 */
export function roleNouns({ relationships, tables }: Layer, isTable: (word: string) => boolean): RoleNoun[] {
  const uses = relationships.flatMap(({ fromTable, fromColumns, toTable }) => {
    const [name = '', ...others] = fromColumns
    const label =
      tables
        .find((table) => table.name === fromTable)
        ?.columns.find((column) => column.name === name)
        ?.label.toLowerCase() ?? ''
    const table = tables.find((item) => item.name === toTable)
    const keyed = keyWords.exec(label)?.[1]
    const noun = keyed ?? label
    if (!table || others.length > 0 || noun === '' || (keyed === undefined && !isNoun(label, table))) return []
    return [
      {
        noun,
        table,
        weight: keyed === undefined || isKindOf(noun, table) ? 1 : 0.74,
        isCode: label.endsWith(' code'),
        by: { from_table: fromTable, from_column: name, to_table: toTable },
      },
    ]
  })
  return [...Map.groupBy(uses, (use) => use.noun)].flatMap(([noun, list]): RoleNoun[] => {
    const [use, ...others] = list
    if (!use || list.some(({ table }) => table !== use.table) || isTable(noun)) return []
    if (new Set(list.map(({ by }) => by.from_table)).size > 1) return [{ noun, table: use.table, weight: use.weight }]
    const isPlain = use.by.from_table === use.table.name || others.length > 0 || use.isCode || !isTold(use.table)
    return isPlain ? [] : [{ noun, table: use.table, weight: use.weight, by: use.by }]
  })
}

/** Whether a noun ends with the name of the table: "destination airport" of airports. */
function isKindOf(noun: string, { label }: LayerTable): boolean {
  return noun.endsWith(` ${singular(label.toLowerCase())}`)
}

/** Whether rows of a table are shown by a name and not by a key. */
function isTold(table: LayerTable): boolean {
  const shown = displayColumns(table)
  return shown.length > 0 && !shown.some((column) => isKey(table, column))
}

function isKey({ primaryKey }: LayerTable, { name, semanticType }: LayerColumn): boolean {
  return primaryKey.includes(name) || semanticType === 'identifier'
}

function isNoun(label: string, table: LayerTable): boolean {
  return /^[a-z]{3,}(?: [a-z]+)*$/.test(label) && label !== table.label.toLowerCase() && !plainNoun.test(label) && isTold(table)
}

/** The join that a role noun asks for, where a table refers to another in several ways: "destination airports". */
export function joinOf({ by }: { by?: QueryJoin }, { relationships }: Layer): QueryJoin | null {
  const ways = relationships.filter(({ fromTable, toTable }) => fromTable === by?.from_table && toTable === by.to_table)
  return by && ways.length > 1 ? by : null
}

/** What rows are called by a date since when they are so: a table with a "client since" lists clients. */
export const sinceNouns = ({ tables }: Layer, isTable: (word: string) => boolean): RoleNoun[] =>
  tables
    .filter(({ isHidden }) => !isHidden)
    .flatMap((table) =>
      table.columns.flatMap((column): RoleNoun[] => {
        const noun = column.semanticType === 'time' ? /^(\S+) since$/.exec(nameKey(column.label))?.[1] : undefined
        return noun === undefined || isTable(noun) ? [] : [{ noun, table, weight: 0.85 }]
      }),
    )
