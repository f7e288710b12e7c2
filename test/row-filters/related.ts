import { randomOf } from '#connectors/sources/guard/corpus/good.ts'
import type { UserActor } from '#domain/access/actor.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer, LayerRelationship, LayerRowFilter } from '#domain/semantics/layer.ts'
import { rowPredicatesOf } from '#domain/semantics/row-filters/predicates.ts'
import { restrictLayer } from '#domain/semantics/row-filters/restrict-layer.ts'
import type { Twin } from './engines.ts'
import { type Cell, COLUMNS, MORE_TABLES, type Policy, type Rows } from './policy.ts'
import { compare, layerOf, type Proof, randomSemanticQuery } from './proof.ts'
import { type QueryDialect, randomQuery } from './random-query.ts'

/** A join as the oracle reads it: a row of `from` belongs to the row of `to` that has its key. */
type Edge = { from: string; fromColumns: string[]; to: string; toColumns: string[] }
type Graph = { relationships: LayerRelationship[]; edges: Edge[] }
type Rule = { table: string; reach: 'table' | 'related'; filter: LayerRowFilter; keeps: (row: Cell[]) => boolean }

const reader: UserActor = {
  ...{ type: 'user', userId: 'reader', role: 'user', email: 'reader@example.com', name: 'Reader', groupIds: [], attributes: {}, scopes: [] },
  credential: { type: 'signin', id: 'x', expiresAt: null },
}

/** The first of them read each table as it is. */
const PER_GRAPH = 15

/** Rows of which most keys lead to a row. */
function relatedRows(random: () => number): Rows {
  return Object.fromEntries(
    MORE_TABLES.map((table) => {
      const count = 6 + Math.floor(random() * 8)
      const key = () => (random() < 0.08 ? null : 1 + Math.floor(random() * 12))
      const region = () => (['EU', 'EU', 'US', "o'x", null] as const)[Math.floor(random() * 5)] ?? null
      return [table, Array.from({ length: count }, (_, index): Cell[] => [index + 1, region(), key(), key()])]
    }),
  )
}

/** Joins at random between the tables: trees, several ways, circles, keys of two columns, either end named first, and joins of many to many, which say nothing. */
function randomGraph(random: () => number): Graph {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const graph: Graph = { relationships: [], edges: [] }
  for (let count = 2 + Math.floor(random() * 5); count > 0; count--) {
    const [from, to] = [pick(MORE_TABLES), pick(MORE_TABLES)]
    const [fromColumns, toColumns] = pick([
      [['owner'], ['id']],
      [['owner'], ['id']],
      [['n'], ['id']],
      [['id'], ['id']],
      [
        ['owner', 'region'],
        ['id', 'region'],
      ],
      [['region'], ['region']],
    ]) as [string[], string[]]
    const isOne = fromColumns[0] === 'id'
    const isMany = fromColumns[0] === 'region'
    const cardinality = isMany ? 'many_to_many' : isOne ? 'one_to_one' : 'many_to_one'
    const forward: LayerRelationship = { fromTable: from, fromColumns, toTable: to, toColumns, cardinality, source: pick(['declared', 'inferred', 'manual']) }
    if (graph.relationships.some((other) => JSON.stringify(other) === JSON.stringify(forward))) continue
    const reversed: LayerRelationship = { ...forward, fromTable: to, fromColumns: toColumns, toTable: from, toColumns: fromColumns, cardinality: 'one_to_many' }
    graph.relationships.push(cardinality === 'many_to_one' && random() < 0.3 ? reversed : forward)
    if (isMany || from === to) continue
    graph.edges.push({ from, fromColumns, to, toColumns })
    if (isOne) graph.edges.push({ from: to, fromColumns: toColumns, to: from, toColumns: fromColumns })
  }
  return graph
}

function randomRules(random: () => number): Rule[] {
  const count = random() < 0.35 ? 2 : 1
  return Array.from({ length: count }, (): Rule => {
    const table = MORE_TABLES[Math.floor(random() * MORE_TABLES.length)] ?? 'orders'
    const limit = 3 + Math.floor(random() * 7)
    const known: [string, LayerRowFilter['condition']['operator'], (string | number)[], (row: Cell[]) => boolean][] = [
      ['region', 'equals', ['EU'], (row) => row[1] === 'EU'],
      ['region', 'equals', ['US', "o'x"], (row) => row[1] === 'US' || row[1] === "o'x"],
      ['n', 'greater_than', [limit], (row) => row[2] !== null && Number(row[2]) > limit],
      ['owner', 'between', [1, limit], (row) => row[3] !== null && Number(row[3]) >= 1 && Number(row[3]) <= limit],
      ['region', 'is_not_empty', [], (row) => row[1] !== null],
    ]
    const [column, operator, values, keeps] = known[Math.floor(random() * known.length)] ?? (known[0] as (typeof known)[0])
    const reach = random() < 0.8 ? 'related' : 'table'
    const condition = { member: `${table}.${column}`, operator, values }
    return { table, reach, keeps, filter: { table, condition, appliesTo: { everyone: true }, reach, reachedTables: [] } }
  })
}

/** Every way along joins from a table to the filtered one that comes by no table twice. */
function waysTo(edges: Edge[], from: string, root: string, before: string[] = []): Edge[][] {
  return edges
    .filter((edge) => edge.from === from && ![...before, from].includes(edge.to))
    .flatMap((edge) => (edge.to === root ? [[edge]] : waysTo(edges, edge.to, root, [...before, from]).map((way) => [edge, ...way])))
}

const valuesOf = (row: Cell[], columns: string[]): (Cell | undefined)[] => columns.map((column) => row[COLUMNS.indexOf(column)])

/** Whether a way leads from a row to one that is left: said of rows one by one, as no statement says it. */
function leads(rows: Rows, row: Cell[], [edge, ...further]: Edge[], keeps: (row: Cell[]) => boolean): boolean {
  if (!edge) return keeps(row)
  const key = valuesOf(row, edge.fromColumns)
  if (key.some((value) => value === null)) return false
  return (rows[edge.to] ?? []).some(
    (other) => valuesOf(other, edge.toColumns).every((value, index) => value === key[index]) && leads(rows, other, further, keeps),
  )
}

/** A graph, filters over it, and who may see what by them: as the product says it in predicates, and as rows say it. */
export function randomRelated(dialect: Layer['dialect'], schema: string | null, random: () => number) {
  const rows = relatedRows(random)
  const { relationships, edges } = randomGraph(random)
  const rules = randomRules(random)
  const base = layerOf(dialect, MORE_TABLES)
  const tables = base.tables.map((table) => ({ ...table, schema }))
  const whole: Layer = { ...base, tables, relationships, rowFilters: rules.map(({ filter }) => filter) }
  const restricted = restrictLayer(reader, whole)
  const policy: Policy = {
    predicates: rowPredicatesOf(restricted),
    keeps: (table, row) =>
      rules.every(({ table: root, reach, keeps }) => {
        if (table === root) return keeps(row)
        return reach === 'table' || waysTo(edges, table, root).every((way) => leads(rows, row, way, keeps))
      }),
  }
  return {
    rows,
    policy,
    restricted,
    free: { ...whole, tables: base.tables, rowFilters: [] },
    told: JSON.stringify({ edges, rules: rules.map(({ filter }) => filter) }),
  }
}

/** What runs on every engine: each table as it is, joined, asked about, behind a name it does not own, and cut by tables whose names the statement takes for itself. */
export function plainStatement(random: () => number): string {
  const [table = '', other = '', third = ''] = [...MORE_TABLES].sort(() => random() - 0.5)
  const taken = `select 1 as id, 'EU' as region, 20 as n, 3 as owner union all select 2 as id, 'US' as region, 20 as n, 3 as owner`
  const forms = [
    `select id, region, n, owner from ${table}`,
    `select count(*) as c, sum(n) as s from ${table}`,
    `with ${other} as (${taken}) select id, region, n, owner from ${table}`,
    `with ${other} as (${taken}), ${third} as (${taken}) select t.id, t.region, t.n, o.owner from ${table} t join ${other} o on o.id = t.id`,
    `select a.id, b.id as other from ${table} a join ${other} b on b.id = a.owner`,
    `select a.id from ${table} a where a.owner in (select id from ${other})`,
    `select id from (select * from ${table}) t union all select id from ${other}`,
    `select region, count(*) as c from ${table} group by region`,
    `with recursive ${table} as (select id, region from ${table}) select id, region from ${table}`,
    `with recursive before as (select id, region from ${table}), ${table} as (${taken}) select id, region from before`,
  ]
  return forms[Math.floor(random() * forms.length)] ?? ''
}

/** Statements behind filters that reach other tables by random joins, guarded on all rows, against the same bare on the rows that are left. */
export async function proveRelated(twin: Twin, count: number, seed: number): Promise<Proof> {
  const random = randomOf(seed)
  const proof: Proof = { compared: 0, refused: 0, mismatches: [] }
  const dialect = twin.dialect === 'libsql' ? 'sqlite' : twin.dialect
  const isFull = twin.dialect === 'postgres' || twin.dialect === 'sqlite' || twin.dialect === 'duckdb'
  let told = ''
  for (let turn = 0; proof.compared < count && turn < count * 3; turn++) {
    if (turn % PER_GRAPH === 0) {
      const related = randomRelated(dialect, twin.schema, random)
      told = related.told
      await twin.prepare(related.rows, related.policy)
    }
    const whole = MORE_TABLES[turn % PER_GRAPH]
    const sql = whole
      ? `select id, region, n, owner from ${whole}`
      : isFull && turn % 4 > 0
        ? randomQuery(twin.dialect as QueryDialect, random, MORE_TABLES)
        : plainStatement(random)
    await compare(
      proof,
      { sql, policy: told },
      () => twin.guarded(sql),
      () => twin.bare(sql),
    )
  }
  return proof
}

/** Semantic queries behind such filters, compiled for all rows, against the same of someone free on the rows that are left. */
export async function proveRelatedCompiled(twin: Twin, count: number, seed: number): Promise<Proof> {
  const random = randomOf(seed)
  const proof: Proof = { compared: 0, refused: 0, mismatches: [] }
  const dialect = twin.dialect === 'libsql' ? 'sqlite' : twin.dialect
  let related: ReturnType<typeof randomRelated> | null = null
  for (let turn = 0; proof.compared < count && turn < count * 12; turn++) {
    if (turn % PER_GRAPH === 0 || !related) {
      related = randomRelated(dialect, twin.schema, random)
      await twin.prepare(related.rows, related.policy)
    }
    const { restricted, free, told } = related
    const query = randomSemanticQuery(random, MORE_TABLES)
    const run = (layer: Layer, on: 'all' | 'left') => async () => twin.compiled(compileQuery(layer, query, { defaultLimit: 1000 }), on)
    await compare(proof, { sql: JSON.stringify(query), policy: told }, run(restricted, 'all'), run(free, 'left'))
  }
  return proof
}
