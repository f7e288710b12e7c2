import type { AppliesTo, FilterReach } from '#db/schema/semantics.ts'
import type { Actor } from '../../access/actor.ts'
import { Failure } from '../../failure.ts'
import { writtenAs } from '../compile/column-storage.ts'
import { compileCondition } from '../compile/compile-condition.ts'
import { capitalised } from '../describe/english.ts'
import type { Layer, LayerColumn, LayerRowFilter, LayerTable } from '../layer.ts'
import type { FilterCondition, FilterOperator, FilterValue } from '../semantic-query.ts'
import { allOf, type Expression } from '../sql/sql-tree.ts'
import { valuesFor } from './filter-values.ts'
import { belongsTo, reachOf } from './reach.ts'
import { tellsValues } from './told-values.ts'

type Condition = { member: string; operator: FilterOperator; values: FilterValue[] }

const NO_ROW: Expression = { kind: 'not', of: { kind: 'all', of: [] } }

/**
 * The layer as one caller may see it: each table his row filters cut holds the condition its rows must meet, and none of the facts that were counted over all of
 * its rows. Every query is made from such a layer, so that no path can forget a filter. Filters that apply to him are all to hold; of a filter that cannot be
 * decided (an attribute he lacks, a column that is gone, a value of the wrong kind) no row is left.
 * A guest sees a filtered table through an `everyone` filter or one of his token's, else none of its rows. The platform itself sees all.
 * A filter of reach `related` holds for the rows of other tables that belong to rows of its own: all ways by which joins lead there must lead to a row it leaves.
 * A view over a cut table that no filter of its own cuts is refused: its rows would be those of all.
 * What is lent is cut by the filters of each of its `lenders` too: nobody shows more than he sees himself.
 */
export function restrictLayer(actor: Actor, layer: Layer, lenders: readonly Actor[] = []): Layer {
  if (actor.type === 'system' && lenders.length === 0) return layer
  const lost = actor.type === 'guest' && guestFilters(actor, layer).some(({ member }) => !layer.tables.some((table) => boundColumn(table, member) !== null))
  let changed = false
  const cut = layer.tables.map((table) => {
    const own = lost ? NO_ROW : filterFor(actor, layer, table)
    const filters = [own, ...lenders.map((lender) => filterFor(lender, layer, table))].filter((filter): filter is Expression => filter !== null)
    const rowFilter = allOf(filters)
    if (rowFilter === null) return table
    changed = true
    return concealed(table, rowFilter)
  })
  if (!changed) return layer
  const tables = withoutViews(cut, new Set([actor, ...lenders].flatMap((one) => layer.tables.filter((table) => isCutItself(one, layer, table)))))
  // A query of someone's may hold values of rows that others do not see.
  const policy = JSON.stringify(tables.map((table) => table.rowFilter ?? null))
  const verifiedQueries = layer.verifiedQueries.filter((query) => !tellsValues(query))
  return { ...layer, tables, verifiedQueries, version: `${layer.version}:${policy}` }
}

/** The tables with every view refused that reads a cut table, directly or through other views, and is not cut by a filter of its own: `own` are those that are. */
function withoutViews(tables: LayerTable[], ownCut: ReadonlySet<LayerTable>): LayerTable[] {
  const own = new Set([...ownCut].map(({ name }) => name))
  if (!tables.some(({ reads }) => reads !== undefined)) return tables
  const byName = new Map(tables.map((table) => [table.name.toLowerCase(), table]))
  const known = new Map<LayerTable, boolean>()
  const isCut = (table: LayerTable): boolean => table.rowFilter !== undefined || isOverCut(table)
  const isOverCut = (table: LayerTable): boolean => {
    if (table.reads === undefined) return false
    const found = known.get(table)
    if (found !== undefined) return found
    known.set(table, false)
    const isOver = table.reads === null || table.reads.some((name) => byName.has(name.toLowerCase()) && isCut(byName.get(name.toLowerCase()) as LayerTable))
    known.set(table, isOver)
    return isOver
  }
  return tables.map((table) => (!own.has(table.name) && isOverCut(table) ? { ...concealed(table, NO_ROW), isHidden: true } : table))
}

/** The condition the caller's filters put on a table; null when none applies. */
function filterFor(actor: Actor, layer: Layer, table: LayerTable): Expression | null {
  if (actor.type === 'system') return null
  const own = ownConditions(actor, layer, table).map((condition) => predicate(actor, layer, table, condition))
  const reaching = (layer.rowFilters ?? []).filter((filter) => reaches(layer, filter, table))
  const conditions = [...own, ...reaching.flatMap((filter) => conditionsThrough(actor, layer, table, filter))]
  if (conditions.length > 0) return allOf(conditions)
  return actor.type !== 'user' && (reaching.length > 0 || filtersOf(layer, table).length > 0) ? NO_ROW : null
}

const filtersOf = (layer: Layer, table: LayerTable): LayerRowFilter[] => (layer.rowFilters ?? []).filter((filter) => filter.table === table.name)

/** What the caller's filters of the table itself ask of its rows. */
function ownConditions(actor: Actor, layer: Layer, table: LayerTable): Condition[] {
  const stored = filtersOf(layer, table).filter((filter) => appliesTo(actor, filter.appliesTo))
  return [...stored.map(({ condition }): Condition => condition), ...tokenConditions(actor, layer, table)]
}

const tokenConditions = (actor: Actor, layer: Layer, table: LayerTable): Condition[] =>
  actor.type === 'guest' ? guestFilters(actor, layer).filter(({ member }) => boundColumn(table, member) !== null) : []

const isCutItself = (actor: Actor, layer: Layer, table: LayerTable): boolean =>
  actor.type !== 'system' && (ownConditions(actor, layer, table).length > 0 || (actor.type === 'guest' && filtersOf(layer, table).length > 0))

/** Whether a filter of another table is one of this table's rows too: by the joins there are, or by those there were when it was stored. */
const reaches = (layer: Layer, filter: LayerRowFilter, table: LayerTable): boolean =>
  filter.reach === 'related' && filter.table !== table.name && (reachOf(layer, filter.table).has(table.name) || filter.reachedTables.includes(table.name))

/** What a filter asks of the rows of a table that it reaches; of a guest's token, what that asks of the filtered table. None when it does not bind the caller. */
function conditionsThrough(actor: Actor, layer: Layer, table: LayerTable, filter: LayerRowFilter): Expression[] {
  const root = layer.tables.find(({ name }) => name === filter.table)
  const stored = appliesTo(actor, filter.appliesTo) ? [filter.condition] : []
  const conditions = [...stored, ...(root ? tokenConditions(actor, layer, root) : [])]
  const ways = reachOf(layer, filter.table).get(table.name) ?? null
  return conditions.map((condition) => (root && ways ? belongsTo(layer, ways, predicate(actor, layer, root, condition)) : NO_ROW))
}

/** What the token says of this data source. One that names it must find its table and column; one for all may not concern it. */
function guestFilters(actor: Extract<Actor, { type: 'guest' }>, layer: Layer): Condition[] {
  const concerns = (member: string) => isUnqualified(member) || layer.tables.some((table) => member.startsWith(`${table.name}.`))
  return actor.claims.filters.filter(({ datasource_id: id, member }) => id === layer.datasourceId || (id === null && concerns(member)))
}

function appliesTo(actor: Actor, { everyone, groups = [], users = [], except = {} }: AppliesTo): boolean {
  if (actor.type !== 'user') return everyone === true
  const among = (list: { groups?: string[]; users?: string[] }) =>
    (list.users ?? []).includes(actor.userId) || (list.groups ?? []).some((group) => actor.groupIds.includes(group))
  return (everyone === true || among({ groups, users })) && !among(except)
}

function predicate(actor: Actor, layer: Layer, table: LayerTable, { member, operator, values }: Condition): Expression {
  const column = boundColumn(table, member)
  const found = valuesFor(actor, values)
  if (!column || found === null) return NO_ROW
  try {
    return compileCondition({ operator, values: found }, table, column, layer.dialect)
  } catch (error) {
    if (error instanceof Failure) return NO_ROW
    throw error
  }
}

/** The column of the table a member names, bare or behind the table's name. */
export function columnOf(table: LayerTable, member: string) {
  const named = (name: string) => table.columns.find((column) => column.name === name) ?? null
  return member.startsWith(`${table.name}.`) ? named(member.slice(table.name.length + 1)) : null
}

/** `*.region`: the column of every table that has it. */
const isUnqualified = (member: string): boolean => member.startsWith('*.')

/** The column of the table a token's filter is about; an unqualified one is about any table, in whatever case its name is written. */
export function boundColumn(table: LayerTable, member: string): LayerColumn | null {
  if (!isUnqualified(member)) return columnOf(table, member)
  const name = member.slice(2)
  return table.columns.find((column) => column.name === name) ?? table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase()) ?? null
}

/** Whether a token has a filter of an unqualified column that no table a query reads has: no row of the query meets it. */
export const leavesNoRow = (actor: Actor, layer: Layer, tables: readonly string[]): boolean =>
  actor.type === 'guest' &&
  guestFilters(actor, layer).some(
    ({ member }) => isUnqualified(member) && !layer.tables.some((table) => tables.includes(table.name) && boundColumn(table, member) !== null),
  )

/** What a token's filters ask of the rows of a semantic query itself, whose joins keep rows without a partner in a table that a filter cuts. */
export function conditionsOfToken(actor: Actor, layer: Layer, tables: readonly string[]): FilterCondition[] {
  if (actor.type !== 'guest') return []
  return guestFilters(actor, layer).flatMap(({ member, operator, values }) =>
    layer.tables.flatMap((table) => {
      const column = tables.includes(table.name) && !table.isHidden ? boundColumn(table, member) : null
      return column && !column.isHidden ? [{ table: table.name, column: column.name, operator, values }] : []
    }),
  )
}

/** The layer without any row. */
export const emptied = (layer: Layer): Layer => ({
  ...layer,
  tables: layer.tables.map((table) => ({ ...table, rowFilter: NO_ROW })),
  version: `${layer.version}:none`,
})

function concealed(table: LayerTable, rowFilter: Expression): LayerTable {
  const columns = table.columns.map((column) => ({
    ...{ ...worded(column), sampleValues: [], writtenAs: writtenAs(column), distinct: null, nullFraction: null },
    ...boundsOfAKind(column),
  }))
  return { ...worded(table), rows: null, columns, rowFilter }
}

/** What an extraction wrote tells of values, bounds and counts. */
const worded = <Described extends LayerTable | LayerColumn>(described: Described): Described =>
  described.isGenerated ? { ...described, description: plainDescription(described.label) } : described

/** A description that tells nothing but the name. */
export const plainDescription = (label: string): string => `${capitalised(label)}.`

/** A stored filter as a layer holds it; its member always with the table's name. */
export function layerRowFilter(row: {
  table_name: string
  condition: { member: string; operator: string; values: FilterValue[] }
  applies_to: AppliesTo
  reach: FilterReach
  reached_tables: string[]
}): LayerRowFilter {
  const { member, operator, values } = row.condition
  const full = member.startsWith(`${row.table_name}.`) ? member : `${row.table_name}.${member}`
  return {
    table: row.table_name,
    condition: { member: full, operator: operator as FilterOperator, values },
    appliesTo: row.applies_to,
    reach: row.reach,
    reachedTables: row.reached_tables,
  }
}

/** Bounds that tell how the column's values are kept (`column-storage.ts` judges by them), and nothing of the values. */
function boundsOfAKind({ min, max }: LayerColumn): { min: string | null; max: string | null } {
  if (min === null || max === null) return { min: null, max: null }
  const [low, high] = [Number(min), Number(max)]
  if (min.trim() !== '' && max.trim() !== '' && Number.isFinite(low) && Number.isFinite(high)) {
    if (low >= 1000 && high <= 2999) return { min: '1000', max: '2999' }
    if (low < 1e8) return { min: '0', max: '0' }
    return { min: '100000000', max: high > 1e11 ? '1000000000000' : '100000000' }
  }
  const isDay = (text: string) => /^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}.*)?)?$/.test(text)
  return isDay(min) && isDay(max) ? { min: '1970-01-01', max: '1970-01-01' } : { min: '', max: '' }
}
