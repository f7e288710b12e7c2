import { randomOf } from '#connectors/sources/guard/corpus/good.ts'
import { narrow } from '#domain/charts/filters/apply.ts'
import { type DashboardFilter, namedFilters } from '#domain/charts/filters/filter.ts'
import { activeOf, type Selection } from '#domain/charts/filters/selection.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { narrowLayer } from '#domain/semantics/row-filters/narrow-layer.ts'
import { rowPredicatesOf } from '#domain/semantics/row-filters/predicates.ts'
import { restrictLayer } from '#domain/semantics/row-filters/restrict-layer.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Twin } from '#test/row-filters/engines.ts'
import { type Cell, COLUMNS, type Rows, randomRows, TABLES } from '#test/row-filters/policy.ts'
import { type QueryDialect, randomQuery } from '#test/row-filters/random-query.ts'

export type Proof = { cases: number; untold: number; refused: number; mismatches: { tile: string; filters: string; shown: string; right: string }[] }
type Row = Cell[]
type Test = { table: string; keeps: (row: Row) => boolean }
type Rule = { filter: Pick<DashboardFilter, 'member' | 'operator' | 'values'> } & Test

const [ID, REGION, N, OWNER] = [0, 1, 2, 3]
const NOW = new Date('2026-11-21T09:30:00Z')

/**
 * Random dashboards of two tiles and one to three filters, some by their own values, some chosen, some out of a tile's scope, looked at by somebody whose rows are
 * filtered. What a tile shows is held against the same query without filters over the rows that are left, which a plain walk along the rows' references finds.
 */
export async function proveDashboards(twin: Twin, count: number, seed: number, break_: (active: { conditions: unknown[] }) => void = () => {}): Promise<Proof> {
  const random = randomOf(seed)
  const dialect = twin.dialect as QueryDialect
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (share: number) => random() < share
  const proof: Proof = { cases: 0, untold: 0, refused: 0, mismatches: [] }
  for (let turn = 0; proof.cases < count && turn < count * 2; turn++) {
    const rows = randomRows(random)
    const [viewer, isConnected] = [TABLES.flatMap((table) => (chance(0.3) ? [randomRule(random, table)] : [])), chance(0.85)]
    const rules = Array.from({ length: 1 + Math.floor(random() * 2.5) }, () => ({
      ...randomRule(random, pick(TABLES)),
      spares: chance(0.2) ? pick(['t1', 't2']) : null,
      own: chance(0.4),
    }))
    const filters = namedFilters(
      rules.map(({ filter, spares, own }) => ({ ...filter, values: own ? filter.values : [], scope: spares ? { except: [spares] } : {} }) as DashboardFilter),
    )
    const selections = rules.flatMap(({ filter, own }, index): Selection[] => (own ? [] : [{ filter: filters[index]?.id ?? '', values: filter.values ?? [] }]))
    const active = activeOf(filters, selections, NOW)
    break_(active)
    const whole = layerOf(dialect, isConnected)
    const layer = restrictLayer(guest(viewer.map(({ filter }) => filter)), whole)
    const own = filteredBy(rows, viewer)
    for (const tile of ['t1', 't2']) {
      const sql = chance(0.35) ? randomQuery(dialect, random) : null
      const query = sql === null ? { semantic_query: randomSemantic(random) } : { sql }
      if (failsAnyway(whole, query)) {
        proof.refused++
        continue
      }
      const inForce = rules.filter(({ spares }) => spares !== tile)
      const {
        query: asked,
        narrowed,
        unreached,
      } = narrow(
        layer,
        query,
        active.conditions.filter(({ reaches }) => reaches(tile)),
      )
      const told = { tile: JSON.stringify(query), filters: JSON.stringify([inForce.map(({ filter }) => filter), viewer.map(({ filter }) => filter)]) }
      const missing = sql === null ? unconnected(query as { semantic_query: SemanticQuery }, inForce, isConnected) : notNamed(sql, inForce)
      if (unreached.length > 0 || missing) {
        if (unreached.length > 0 && missing) proof.untold++
        else if (missing === false && !failsAnyway(whole, query))
          proof.mismatches.push({ ...told, shown: JSON.stringify(unreached), right: 'every filter reaches it' })
        else proof.mismatches.push({ ...told, shown: 'figures', right: 'a filter does not reach it' })
        continue
      }
      const left = sql === null ? connectedTo(own, inForce, isConnected) : filteredBy(own, inForce)
      const kept = new Set(TABLES.flatMap((table) => (left[table] ?? []).map((row) => `${table}:${row[ID]}`)))
      const predicates = rowPredicatesOf(narrowLayer(layer, narrowed))
      await twin.prepare(rows, { predicates, keeps: (table, row) => kept.has(`${table}:${row[ID]}`) })
      const compiled = (of: Layer, from: SemanticQuery) => compileQuery(of, from, { defaultLimit: 1000 })
      const [shown, right] = await Promise.all(
        'sql' in asked || 'sql' in query
          ? [answer(() => twin.guarded(sql ?? '')), answer(() => twin.bare(sql ?? ''))]
          : [
              answer(() => twin.compiled(compiled(layer, asked.semantic_query), 'all')),
              answer(() => twin.compiled(compiled(whole, query.semantic_query), 'left')),
            ],
      )
      if (right === null && shown === null) proof.refused++
      else {
        proof.cases++
        if (shown !== right) proof.mismatches.push({ ...told, shown: String(shown), right: String(right) })
      }
    }
  }
  return proof
}

async function answer(work: () => Promise<string[]>): Promise<string | null> {
  try {
    return (await work()).join('\n')
  } catch {
    return null
  }
}

function failsAnyway(layer: Layer, query: { sql: string } | { semantic_query: SemanticQuery }): boolean {
  if ('sql' in query) return false
  try {
    compileQuery(layer, query.semantic_query)
    return false
  } catch {
    return true
  }
}

const filteredBy = (rows: Rows, tests: readonly Test[]): Rows =>
  Object.fromEntries(TABLES.map((table) => [table, (rows[table] ?? []).filter((row) => tests.every((test) => test.table !== table || test.keeps(row)))]))

/** Each table's rows that stand in some chain order → customer → place which meets all conditions; a chain reaches only as far as the conditions lie. */
function connectedTo(rows: Rows, tests: readonly Test[], isConnected: boolean): Rows {
  const named = new Set(tests.map(({ table }) => table))
  return Object.fromEntries(
    TABLES.map((table, at) => {
      const wanted = [at, ...TABLES.flatMap((name, index) => (named.has(name) && (isConnected || index < 2 === at < 2) ? [index] : []))]
      const [first, last] = [Math.min(...wanted), Math.max(...wanted)]
      const meets = (row: Row, level: number) => tests.every((test) => test.table !== TABLES[level] || test.keeps(row))
      const upwards = (row: Row, level: number): boolean =>
        meets(row, level) &&
        (level === last ||
          (rows[TABLES[level + 1] ?? ''] ?? []).some((parent) => row[OWNER] !== null && parent[ID] === row[OWNER] && upwards(parent, level + 1)))
      const downwards = (row: Row, level: number): boolean =>
        meets(row, level) &&
        (level === first ||
          (rows[TABLES[level - 1] ?? ''] ?? []).some((child) => child[OWNER] !== null && child[OWNER] === row[ID] && downwards(child, level - 1)))
      return [table, (rows[table] ?? []).filter((row) => upwards(row, at) && downwards(row, at))]
    }),
  )
}

/** Whether a filter is on a table that no reference connects with those the query measures and lists. */
function unconnected({ semantic_query: query }: { semantic_query: SemanticQuery }, rules: readonly Rule[], isConnected: boolean): boolean {
  if (isConnected) return false
  const side = (table: string) => TABLES.indexOf(table) < 2
  const tables = [...query.measures, ...query.dimensions].flatMap((part) => ('table' in part ? [part.table] : []))
  return rules.some(({ table }) => tables.some((other) => side(other) !== side(table)))
}

/** What a reader of the statement would say: without texts, it must hold the table's name and the column's, and no outer join. */
function notNamed(sql: string, rules: readonly Rule[]): boolean {
  const words = new Set(
    sql
      .replace(/'(?:[^']|'')*'/g, ' ')
      .toLowerCase()
      .match(/\w+/g),
  )
  return rules.length > 0 && (words.has('left') || rules.some(({ table, filter }) => !words.has(table) || !words.has(filter.member.split('.')[1] ?? '')))
}

function randomRule(random: () => number, table: string): Rule {
  const limit = Math.floor(random() * 25)
  const known: [string, Rule['filter']['operator'], (string | number)[], (row: Row) => boolean][] = [
    ['region', 'equals', ['EU'], (row) => row[REGION] === 'EU'],
    ['region', 'equals', ['US', "o'x"], (row) => row[REGION] === 'US' || row[REGION] === "o'x"],
    ['region', 'not_equals', ['EU'], (row) => row[REGION] !== null && row[REGION] !== 'EU'],
    ['region', 'contains', ['S'], (row) => row[REGION] !== null && /s/i.test(String(row[REGION]))],
    ['n', 'greater_than', [limit], (row) => row[N] !== null && Number(row[N]) > limit],
    ['n', 'between', [3, limit + 3], (row) => row[N] !== null && Number(row[N]) >= 3 && Number(row[N]) <= limit + 3],
    ['owner', 'less_or_equal', [limit], (row) => row[OWNER] !== null && Number(row[OWNER]) <= limit],
  ]
  const [column, operator, values, keeps] = known[Math.floor(random() * known.length)] ?? known[0]!
  return { filter: { member: `${table}.${column}`, operator, values }, table, keeps }
}

function randomSemantic(random: () => number): SemanticQuery {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (share: number) => random() < share
  const measure = (index: number) => {
    const aggregate = pick(['count', 'sum', 'min', 'max', 'count_distinct'] as const)
    return { name: `m${index}`, aggregate, table: pick(TABLES), ...(aggregate === 'count' ? {} : { column: 'n' }) }
  }
  const dimension = (index: number) => ({ name: `d${index}`, table: pick(TABLES), column: pick(['region', 'owner']) })
  const measures = chance(0.8) ? Array.from({ length: chance(0.25) ? 2 : 1 }, (_, index) => measure(index)) : []
  const dimensions = measures.length === 0 || chance(0.7) ? Array.from({ length: chance(0.3) ? 2 : 1 }, (_, index) => dimension(index)) : []
  return SemanticQuery.parse({ measures, dimensions })
}

const guest = (filters: Rule['filter'][]) => ({
  type: 'guest' as const,
  claims: {
    ...{
      subject: 'x',
      dashboardId: 'd',
      minterId: 'u',
      permissions: { can_export: false, can_chat: false },
      epoch: 0,
      tokenId: 't',
      issuedAt: 0,
      expiresAt: 0,
    },
    filters: filters.map(({ member, operator = 'equals', values = [] }) => ({ datasource_id: null, member, operator, values })),
  },
})

const column = (name: string): LayerColumn => ({
  ...{ name, label: name, description: '', synonyms: [], unit: null, sampleValues: [], distinct: 20, nullFraction: 0, min: '0', max: '30', isHidden: false },
  type: name === 'region' ? 'text' : 'integer',
  semanticType: name === 'region' ? 'category' : name === 'n' ? 'measure' : 'identifier',
})

/** `isConnected`: customers refer to places, as orders refer to customers. */
function layerOf(dialect: QueryDialect, isConnected: boolean): Layer {
  const refers = (fromTable: string, toTable: string) => ({
    fromTable,
    fromColumns: ['owner'],
    toTable,
    toColumns: ['id'],
    cardinality: 'many_to_one' as const,
    source: 'declared' as const,
  })
  return {
    ...{ datasourceId: 'ds', name: 'x', description: '', dialect, version: '1', measures: [], hierarchies: [], verifiedQueries: [], rowFilters: [] },
    tables: TABLES.map((name) => ({
      ...{ name, schema: null, label: name, description: '', synonyms: [], rows: 10, isHidden: false, primaryKey: ['id'] },
      columns: COLUMNS.map(column),
    })),
    relationships: [refers('orders', 'customers'), ...(isConnected ? [refers('customers', 'places')] : [])],
  }
}
