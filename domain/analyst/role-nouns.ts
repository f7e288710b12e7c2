import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

/** "Students" of high schoolers: what several tables call the rows of one that they refer to, `student_id`, when it is called otherwise itself. */
export function roleNouns({ relationships, tables }: Layer, isTable: (word: string) => boolean): Map<string, LayerTable> {
  const uses = relationships.flatMap(({ fromTable, fromColumns, toTable }) => {
    const [column, ...others] = fromColumns
    const label =
      tables
        .find(({ name }) => name === fromTable)
        ?.columns.find(({ name }) => name === column)
        ?.label.toLowerCase() ?? ''
    const noun = /^([a-z][a-z ]{2,}) (?:id|key|code|no|number)$/.exec(label)?.[1]
    return noun === undefined || others.length > 0 ? [] : [{ noun, fromTable, toTable }]
  })
  const nouns = new Map<string, LayerTable>()
  for (const [noun, list] of Map.groupBy(uses, (use) => use.noun)) {
    const [table, ...more] = tables.filter(({ name }) => list.some(({ toTable }) => toTable === name))
    const isShared = new Set(list.map(({ fromTable }) => fromTable)).size > 1
    if (table && more.length === 0 && isShared && !isTable(noun)) nouns.set(noun, table)
  }
  return nouns
}
