import { refersTo, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { frameOf } from '#domain/analyst/grammar/frame.ts'
import { resolve } from '#domain/analyst/grammar/query/resolve.ts'
import type { Condition, Fragment, Ref, Sight } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { lackWords } from '#domain/analyst/lexicon/english/meanings/lacks.ts'
import { countingCues } from '#domain/analyst/lexicon/english/sentences/figure-cues.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Anchors } from './anchors.ts'

/** A query for what is not there, and the words of the question it leaves out. `isNamed` where a word of the question names what is missing. */
export type Absence = { query: SemanticQuery; left: string[]; isNamed: boolean }

const mostTables = 4
const isDeed = /(?:e[dn]|wn|ght|use[sd]?)$/i

/** What a question may deny: rows of a table that it names which no row of another refers to, or which have nothing in a column that it names. */
export function absencesIn(words: readonly string[], anchors: Anchors, sight: Sight): Absence[] {
  if (!words.some((word) => lackWords.has(word))) return []
  const left = anchors.left.filter((text) => !lackWords.has(text.toLowerCase()))
  if (left.length > 1 || anchors.rank) return []
  const shape: Fragment[] = words.some((word) => countingCues.has(word)) ? [{ shape: 'count' }] : []
  const conditions = anchors.conditions.map(({ condition }) => condition)
  const made = (fragments: Fragment[], isNamed: boolean, rest: string[]): Absence[] => {
    const frame = frameOf([...fragments, ...shape])
    const query = frame && resolve(frame, sight)?.query
    return query ? [{ query, left: rest, isNamed }] : []
  }
  const [of] = anchors.names.flatMap(({ group }) => (group?.kind === 'rows' ? [group.table] : []))
  const families = new Set(words.map(familyOf))
  const others = of ? sight.layer.tables.filter((table) => !table.isHidden && table !== of && refersTo(sight.layer, table).includes(of)) : []
  const isCalled = (table: LayerTable) => wordsOf(table.label).some((word) => families.has(familyOf(word)))
  const called = others.filter(isCalled)
  // One word that is not understood may be what did not happen: never ridden.
  const absent =
    of && left.every((word) => isDeed.test(word))
      ? (called.length > 0 ? called : others)
          .slice(0, mostTables)
          .flatMap((table) => made([{ absent: { of, without: table }, conditions }], called.length > 0, []))
      : []
  const columns = anchors.names.flatMap(({ group, figure }): Ref[] => (group?.kind === 'column' ? [group.ref] : figure?.kind === 'column' ? [figure.ref] : []))
  const empty = columns.flatMap(({ table, column }) => {
    const condition: Condition = { kind: 'filter', filter: { table: table.name, column: column.name, operator: 'is_empty', values: [] }, tables: [table.name] }
    const rows: Fragment = shape.length > 0 ? { figures: [{ kind: 'rows', table }] } : { groups: [{ kind: 'rows', table }] }
    return made([{ ...rows, conditions: [...conditions, condition] }], true, left)
  })
  return [...absent, ...empty]
}
