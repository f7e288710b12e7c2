import { timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { frameOf } from '#domain/analyst/grammar/frame.ts'
import { durationOf } from '#domain/analyst/grammar/happenings/moments.ts'
import { resolve } from '#domain/analyst/grammar/query/resolve.ts'
import type { Figure, Fragment, Sight } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { endJoints, lastingWords, plainDateLabels } from '#domain/analyst/lexicon/english/times/time-taken.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Anchors } from './anchors.ts'

/** How long it takes from one date of a row to another, and the words of the question it leaves out. */
export type TimeTaken = { query: SemanticQuery; left: string[] }

/** "How long does it take us to ship": the time up to the date that is called so, from each date before it in the table. */
export function timesTaken(words: readonly string[], anchors: Anchors, sight: Sight): TimeTaken[] {
  if (!words.some((word, at) => lastingWords.has(word) && words[at - 1] === 'how')) return []
  const families = new Set(words.map(familyOf))
  const conditions = anchors.conditions.map(({ condition }) => condition)
  const groups = [...anchors.names.flatMap(({ role, group }) => (role === 'group' && group ? [group] : [])), ...anchors.grains]
  // "Before they quit" is how long something lasts, by whatever word its end is told.
  const until = words.findLastIndex((word) => endJoints.has(word))
  const last = familyOf(words.findLast((word) => /\w/.test(word)) ?? '')
  const named = new Set(anchors.names.map((name) => name.table))
  const whole = (table: LayerTable) => {
    const figure = until > 0 && named.has(table) ? durationOf(table) : null
    return figure ? [{ figure, heeds: new Set([familyOf(words[until] ?? ''), last]) }] : []
  }
  return sight.layer.tables
    .filter(({ isHidden }) => !isHidden)
    .flatMap((table) =>
      [...endsIn(table, families), ...whole(table)].flatMap(({ figure, heeds }): TimeTaken[] => {
        const left = anchors.left.filter((text) => !lastingWords.has(text.toLowerCase()) && !heeds.has(familyOf(text.toLowerCase())))
        const fragment: Fragment = { figures: [figure], conditions, groups }
        const frame = left.length <= 1 ? frameOf([fragment]) : null
        const query = frame && resolve(frame, sight)?.query
        return query ? [{ query, left }] : []
      }),
    )
}

/** Durations up to the dates of a table that words name. */
function endsIn(table: LayerTable, families: ReadonlySet<string>): { figure: Figure; heeds: Set<string> }[] {
  const dates = timeColumns(table)
  return dates.flatMap((to, at) => {
    const heeds = new Set(
      wordsOf(to.label)
        .filter((word) => !plainDateLabels.has(word))
        .map(familyOf),
    )
    if (![...heeds].some((family) => families.has(family))) return []
    return dates.slice(0, at).map((from) => {
      const expression = { duration: { from: { column: from.name }, to: { column: to.name }, unit: 'day' as const } }
      const figure: Figure = { kind: 'formula', table, expression, aggregate: 'avg' }
      return { figure, heeds }
    })
  })
}
