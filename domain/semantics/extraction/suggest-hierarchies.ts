import { severalAtOnce } from '../../work/several-at-once.ts'
import type { TableDescription } from '../describe/describe.ts'
import { capitalised } from '../describe/english.ts'
import { identifierWords } from '../describe/identifier-words.ts'
import type { SourceTable, TableProfile } from '../sources/source.ts'

/** A drill-down path found in the data, from coarse to fine: each value of a level lies under one value of the level before. */
export type SuggestedHierarchy = { name: string; title: string; table: string; columns: string[] }

/** Whether each value of `fine` goes with one value of `coarse` only, over all rows of the table. */
export type Determines = (table: SourceTable, fine: string, coarse: string) => Promise<boolean>

type Candidate = { column: string; label: string; kind: 'geo' | 'category'; distinct: number }

/** A level with more values than this is no level to choose from. */
const MAX_DISTINCT = 50_000
/** A column whose values seldom repeat determines every other by chance: places are spared, as a city has one country however few rows there are. */
const MIN_REPEATS = 2
const MAX_LEVELS = 6
/** Questions asked of the source about one table. */
const MAX_CHECKS = 12
const TABLES_AT_ONCE = 4
/** What is said of a row, or what became of it, is no level of anything. */
const NO_LEVEL = new Set(
  'status state stage priority flag comment comments note notes remark remarks description reason message text phone email fax url website address street'.split(
    ' ',
  ),
)

/** Paths among the places and among the categories of each table, at most one of each kind. `determines` is asked only where the profile leaves it open. */
export async function suggestHierarchies(
  tables: SourceTable[],
  profiles: ReadonlyMap<string, TableProfile>,
  described: ReadonlyMap<string, TableDescription>,
  determines: Determines,
): Promise<SuggestedHierarchy[]> {
  const found: SuggestedHierarchy[] = []
  await severalAtOnce(tables, TABLES_AT_ONCE, async (table) => {
    const profile = profiles.get(table.name)
    const text = described.get(table.name)
    if (!profile || !text) return
    const candidates = candidatesOf(profile, text)
    for (const kind of ['geo', 'category'] as const) {
      const path = await longestPath(
        table,
        candidates.filter((candidate) => candidate.kind === kind),
        determines,
      )
      if (path.length > 1) found.push(suggestion(table, path))
    }
  })
  return found
}

function candidatesOf(profile: TableProfile, text: TableDescription): Candidate[] {
  return text.columns.flatMap(({ name, label, semanticType }): Candidate[] => {
    const distinct = profile.columns.find(({ column }) => column === name)?.distinct ?? null
    if (distinct === null || distinct < 2 || distinct > MAX_DISTINCT) return []
    if (semanticType !== 'geo' && semanticType !== 'category') return []
    if (identifierWords(name).some((word) => NO_LEVEL.has(word) && !(semanticType === 'geo' && word === 'state'))) return []
    const isRepeated = semanticType === 'geo' ? distinct < profile.rows : distinct * MIN_REPEATS <= profile.rows
    return isRepeated ? [{ column: name, label, kind: semanticType, distinct }] : []
  })
}

/** From the finest level upwards, taking each coarser one that the level before it determines. */
async function longestPath(table: SourceTable, candidates: Candidate[], determines: Determines): Promise<Candidate[]> {
  const byFineness = candidates.toSorted((a, b) => b.distinct - a.distinct)
  let best: Candidate[] = []
  let checks = 0
  for (const [index, finest] of byFineness.entries()) {
    if (byFineness.length - index <= best.length) break
    const path = [finest]
    for (const coarser of byFineness.slice(index + 1)) {
      const last = path.at(-1) ?? finest
      if (coarser.distinct >= last.distinct || path.length === MAX_LEVELS || checks === MAX_CHECKS) continue
      checks += 1
      if (await determines(table, last.column, coarser.column)) path.push(coarser)
    }
    if (path.length > best.length) best = path
  }
  return best.toReversed()
}

function suggestion(table: SourceTable, path: Candidate[]): SuggestedHierarchy {
  const columns = path.map(({ column }) => column)
  const name = [table.name, ...columns].flatMap(identifierWords).join('_').slice(0, 120)
  return {
    name,
    title: path
      .map(({ label }) => capitalised(label))
      .join(' > ')
      .slice(0, 200),
    table: table.name,
    columns,
  }
}
