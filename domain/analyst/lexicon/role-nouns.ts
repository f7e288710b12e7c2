import { keyLabels } from '#domain/analyst/lexicon/english/column-labels.ts'
import { plainLabelNouns } from '#domain/analyst/lexicon/english/label-words.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { QueryJoin } from '#domain/semantics/semantic-query.ts'
import { displayColumns } from './display.ts'
import { anyOf, wordPattern } from './word-pattern.ts'

/** What rows of a table are called where others refer to them; `by` is the reference when there is one only. */
export type RoleNoun = { noun: string; table: LayerTable; weight: number; by?: QueryJoin }

const keyWords = new RegExp(`^([a-z][a-z ]{2,}) ${anyOf(keyLabels)}$`)
const plainNoun = wordPattern(plainLabelNouns)

/**
 * "Students" of high schoolers, where several tables refer to them by a `student_id`; "instructors" of faculty, where a course has a column of that name
 * that refers to one, and "destination airports". A column that is called like a key may hold just that, so its noun weighs less.
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

/** "Destination airport" for airports. */
function isKindOf(noun: string, { label }: LayerTable): boolean {
  return noun.endsWith(` ${singular(label.toLowerCase())}`)
}

/** A name in place of a key is worth more to who reads it. */
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

/** "Destination airports" are those that routes refer to as that, where they refer to airports twice. */
export function joinOf({ by }: { by?: QueryJoin }, { relationships }: Layer): QueryJoin | null {
  const ways = relationships.filter(({ fromTable, toTable }) => fromTable === by?.from_table && toTable === by.to_table)
  return by && ways.length > 1 ? by : null
}
