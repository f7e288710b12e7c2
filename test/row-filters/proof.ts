import { randomOf } from '#connectors/sources/guard/corpus/good.ts'
import type { GuestClaims } from '#domain/access/guest-token.ts'
import { Failure } from '#domain/failure.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { restrictLayer } from '#domain/semantics/row-filters/restrict-layer.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Twin } from './engines.ts'
import { type Cell, COLUMNS, type Policy, randomPolicy, randomRows, TABLES } from './policy.ts'
import { type QueryDialect, randomQuery } from './random-query.ts'

export type Mismatch = { sql: string; policy: string; guarded: string; bare: string }
export type Proof = { compared: number; refused: number; mismatches: Mismatch[] }

const PER_POLICY = 250

/** Random statements, guarded on all rows, against the same statements bare on the rows that are left. Those both engines refuse alike are not counted. */
export async function proveStatements(twin: Twin, count: number, seed: number): Promise<Proof> {
  const random = randomOf(seed)
  const proof: Proof = { compared: 0, refused: 0, mismatches: [] }
  let policy: Policy | null = null
  for (let turn = 0; proof.compared < count && turn < count * 2; turn++) {
    if (turn % PER_POLICY === 0 || !policy) {
      policy = randomPolicy(random)
      await twin.prepare(randomRows(random), policy)
    }
    const sql = randomQuery(twin.dialect as QueryDialect, random)
    await compare(
      proof,
      { sql, policy: JSON.stringify(policy.predicates) },
      () => twin.guarded(sql),
      () => twin.bare(sql),
    )
  }
  return proof
}

export async function compare(
  proof: Proof,
  told: { sql: string; policy: string },
  guarded: () => Promise<string[]>,
  bare: () => Promise<string[]>,
): Promise<void> {
  const [left, right] = await Promise.all([answer(guarded), answer(bare)])
  if (right.failed) {
    // What does not run bare proves nothing; but a guarded one must not run instead.
    if (left.failed) proof.refused++
    else proof.mismatches.push({ ...told, guarded: left.text, bare: right.text })
    return
  }
  proof.compared++
  if (left.text !== right.text) proof.mismatches.push({ ...told, guarded: left.text, bare: right.text })
}

export async function answer(work: () => Promise<string[]>): Promise<{ failed: boolean; text: string }> {
  try {
    return { failed: false, text: (await work()).join('\n') }
  } catch (error) {
    return { failed: true, text: `failed: ${error instanceof Failure ? `${error.code} ${error.message} ${error.details.hint ?? ''}` : String(error)}` }
  }
}

/** Random semantic queries of someone a policy binds, compiled for all rows, against the same queries of someone free on the rows that are left. */
export async function proveCompiled(twin: Twin, count: number, seed: number): Promise<Proof> {
  const random = randomOf(seed)
  const proof: Proof = { compared: 0, refused: 0, mismatches: [] }
  let layers: [Layer, Layer] | null = null
  let told = ''
  for (let turn = 0; proof.compared < count && turn < count * 2; turn++) {
    if (turn % 100 === 0 || !layers) {
      const rows = randomRows(random)
      const rule = randomRule(random)
      await twin.prepare(rows, rule.policy)
      const whole = layerOf(twin.dialect as QueryDialect)
      told = JSON.stringify(rule.filters)
      layers = [restrictLayer(guest(rule.filters), whole), { ...whole, rowFilters: [] }]
    }
    const [restricted, free] = layers
    const query = randomSemanticQuery(random)
    const run = (layer: Layer, on: 'all' | 'left') => async () => twin.compiled(compileQuery(layer, query, { defaultLimit: 1000 }), on)
    await compare(proof, { sql: JSON.stringify(query), policy: told }, run(restricted, 'all'), run(free, 'left'))
  }
  return proof
}

type Filter = GuestClaims['filters'][number]

/** Whoever a token's filters bind: they take the same way as stored ones. */
function guest(filters: Filter[]) {
  const claims = {
    subject: 'x',
    dashboardId: 'd',
    minterId: 'u',
    filters,
    permissions: { can_export: false, can_chat: false },
    epoch: 0,
    tokenId: 't',
    issuedAt: 0,
    expiresAt: 0,
  }
  return { type: 'guest' as const, claims }
}

function randomRule(random: () => number): { filters: Filter[]; policy: Policy } {
  const filters: Filter[] = []
  const tests: [string, (row: Cell[]) => boolean][] = []
  for (const table of TABLES) {
    if (random() < 0.35) continue
    const limit = Math.floor(random() * 25)
    const known: [string, Filter['operator'], Filter['values'], (row: Cell[]) => boolean][] = [
      ['region', 'equals', ['EU'], (row) => row[1] === 'EU'],
      ['region', 'equals', ['US', "o'x"], (row) => row[1] === 'US' || row[1] === "o'x"],
      ['n', 'greater_than', [limit], (row) => row[2] !== null && Number(row[2]) > limit],
      ['owner', 'between', [2, limit], (row) => row[3] !== null && Number(row[3]) >= 2 && Number(row[3]) <= limit],
      ['region', 'is_not_empty', [], (row) => row[1] !== null],
    ]
    const [column, operator, values, keeps] = known[Math.floor(random() * known.length)] ?? known[0]!
    filters.push({ datasource_id: null, member: `${table}.${column}`, operator, values })
    tests.push([table, keeps])
  }
  return { filters, policy: { predicates: [], keeps: (table, row) => tests.every(([name, keeps]) => name !== table || keeps(row)) } }
}

const column = (name: string): LayerColumn => ({
  ...{ name, label: name, description: '', synonyms: [], unit: null, sampleValues: [], distinct: 20, nullFraction: 0, min: '0', max: '30', isHidden: false },
  type: name === 'region' ? 'text' : 'integer',
  semanticType: name === 'region' ? 'category' : name === 'n' ? 'measure' : 'identifier',
})

export function layerOf(dialect: Layer['dialect'], names: readonly string[] = TABLES): Layer {
  return {
    datasourceId: 'ds',
    name: 'x',
    description: '',
    dialect,
    version: '1',
    tables: names.map((name) => ({
      ...{ name, schema: null, label: name, description: '', synonyms: [], rows: 10, isHidden: false },
      primaryKey: ['id'],
      columns: COLUMNS.map(column),
    })),
    relationships: [
      { fromTable: 'orders', fromColumns: ['owner'], toTable: 'customers', toColumns: ['id'], cardinality: 'many_to_one', source: 'declared' },
      { fromTable: 'customers', fromColumns: ['owner'], toTable: 'places', toColumns: ['id'], cardinality: 'many_to_one', source: 'declared' },
    ],
    measures: [],
    hierarchies: [],
    verifiedQueries: [],
    rowFilters: [],
  }
}

export function randomSemanticQuery(random: () => number, tables: readonly string[] = TABLES): SemanticQuery {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (share: number) => random() < share
  const measure = (index: number) => {
    const table = pick(tables)
    const aggregate = pick(['count', 'sum', 'min', 'max', 'count_distinct'] as const)
    return { name: `m${index}`, aggregate, table, ...(aggregate === 'count' ? {} : { column: 'n' }) }
  }
  const dimension = (index: number) => ({ name: `d${index}`, table: pick(tables), column: pick(['region', 'region', 'owner']) })
  const simple = () =>
    pick([
      { table: pick(tables), column: 'region', operator: 'equals', values: [pick(['EU', 'US', 'ASIA'])] },
      { table: pick(tables), column: 'n', operator: 'greater_than', values: [Math.floor(random() * 20)] },
      { table: pick(tables), column: 'n', operator: 'greater_than', values: [], than: 'average' },
      { table: pick(tables), column: 'owner', operator: 'is_not_empty', values: [] },
    ])
  const measures = chance(0.8) ? Array.from({ length: chance(0.25) ? 2 : 1 }, (_, index) => measure(index)) : []
  const dimensions = measures.length === 0 || chance(0.7) ? Array.from({ length: chance(0.3) ? 2 : 1 }, (_, index) => dimension(index)) : []
  const filters = chance(0.5) ? (chance(0.3) ? { not: simple() } : chance(0.3) ? { and: [simple(), simple()] } : simple()) : undefined
  return SemanticQuery.parse({ measures, dimensions, ...(filters ? { filters } : {}) })
}
