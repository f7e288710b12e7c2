import { tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import type { Draft } from '#domain/analyst/reading/draft.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import { searchJoinTrees } from '#domain/semantics/compile/join-path.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

/** Drops related tables that only link two others of the question: "scientists assigned to projects", where a table of assignments is the only join. */
export function dropLinkingTables({ draft, lexicon: { layer } }: Reading): void {
  draft.related = draft.related.filter((table) => !isSpokenLink(layer, draft, table))
}

function isSpokenLink(layer: Layer, draft: Draft, link: LayerTable): boolean {
  const spoken = spokenIn(draft).filter((name) => name !== link.name)
  const ends = [...new Set(referredBy(layer, link).filter((name) => spoken.includes(name)))]
  if (ends.length < 2) return false
  const [tree, ...others] = searchJoinTrees(layer, ends, null, draft.joins)
  return others.length === 0 && (tree?.steps.some(({ relationship }) => relationship.fromTable === link.name) ?? false)
}

const referredBy = ({ relationships }: Layer, { name }: LayerTable): string[] =>
  relationships.flatMap(({ fromTable, toTable }) => (fromTable === name && toTable !== name ? [toTable] : []))

/** The tables that are shown, counted, measured, compared or asked about. */
function spokenIn({ measures, having, superlative, order, selects, groups, filters, focus, related }: Draft): string[] {
  const ranked = [...order.map((item) => item.by), ...(superlative ? [superlative.by] : [])]
  const parts: { table: LayerTable }[] = [...measures, ...having.map(({ measure }) => measure), ...selects]
  for (const by of ranked) if (typeof by !== 'string') parts.push('measure' in by ? by.measure : by.column)
  for (const group of groups) parts.push('entity' in group ? { table: group.entity } : group)
  const tables = [...parts.map(({ table }) => table), ...related, ...(focus ? [focus] : [])]
  return [...tables.map(({ name }) => name), ...filters.flatMap(tablesIn)]
}
