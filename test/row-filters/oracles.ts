import { randomOf } from '#connectors/sources/guard/corpus/good.ts'
import type { Twin } from './engines.ts'
import { type Policy, randomPolicy, randomRows, TABLES } from './policy.ts'
import { answer, type Proof } from './proof.ts'

/** Conditions that fail with an error on the rows where `secret` holds, and hold on all others. */
const failing: Record<Twin['dialect'], ((secret: string) => string)[]> = {
  postgres: [
    (secret) => `1 / (case when ${secret} then 0 else 1 end) = 1`,
    (secret) => `(case when ${secret} then 'x' else '1' end)::int = 1`,
    (secret) => `(case when ${secret} then 'x' else 'true' end)::bool`,
    (secret) => `sqrt(case when ${secret} then -1 else 1 end) = 1`,
  ],
  mariadb: [(secret) => `exp(if(${secret}, 1000, 1)) > 0`, (secret) => `9223372036854775807 - if(${secret}, -1, 1) > 0`],
  sqlite: [(secret) => `abs(case when ${secret} then -9223372036854775808 else 1 end) = 1`],
  duckdb: [
    (secret) => `cast(case when ${secret} then 'x' else '1' end as integer) = 1`,
    (secret) => `cast(case when ${secret} then '2024-13-01' else '2024-01-01' end as date) is not null`,
  ],
  clickhouse: [(secret) => `toInt64(if(${secret}, 'x', '1')) = 1`, (secret) => `intDiv(1, if(${secret}, 0, 1)) = 1`],
  libsql: [(secret) => `abs(case when ${secret} then -9223372036854775808 else 1 end) = 1`],
}

/** Where a statement can put a condition so that an engine might try it on rows before the filter does. */
const places: ((table: string, other: string, condition: (alias: string) => string) => string)[] = [
  (table, _, condition) => `select count(*) from ${table} t where ${condition('t')}`,
  (table, _, condition) => `select id from ${table} t where id > 0 and ${condition('t')} and n > 0`,
  (table, _, condition) => `select id from ${table} t where n > 100 or ${condition('t')}`,
  (table, _, condition) => `select t.id, case when ${condition('t')} then 1 else 0 end as told from ${table} t`,
  (table, other, condition) => `select count(*) from ${other} o join ${table} t on t.id = o.id and ${condition('t')}`,
  (table, other, condition) => `select count(*) from ${other} o left join ${table} t on t.id = o.id and ${condition('t')}`,
  (table, other, condition) => `select count(*) from ${other} o where exists (select 1 from ${table} t where t.id = o.id and ${condition('t')})`,
  (table, other, condition) => `select count(*) from ${other} o where o.id in (select t.id from ${table} t where ${condition('t')})`,
  (table, _, condition) => `with t as (select * from ${table}) select count(*) from t where ${condition('t')}`,
  (table, _, condition) => `select count(*) from (select * from ${table}) t where ${condition('t')}`,
  (table, _, condition) => `select region, count(*) as c from ${table} t where ${condition('t')} group by region`,
  (table, _, condition) => `select max(id) as top from ${table} t where ${condition('t')} union all select min(id) from ${table} t where ${condition('t')}`,
  (table, _, condition) => `select id from ${table} t order by case when ${condition('t')} then 1 else 0 end, id limit 5`,
]

/** The rows a reader wants to know of. */
function secretOf(random: () => number): (alias: string) => string {
  const id = 1 + Math.floor(random() * 16)
  const limit = Math.floor(random() * 25)
  const secrets = [
    (alias: string) => `${alias}.region = 'US'`,
    (alias: string) => `${alias}.id = ${id} and ${alias}.n > ${limit}`,
    (alias: string) => `${alias}.owner < ${limit}`,
    (alias: string) => `${alias}.id = ${id} and ${alias}.region > 'B'`,
  ]
  return secrets[Math.floor(random() * secrets.length)] ?? ((alias) => `${alias}.id = ${id}`)
}

/** A filter of as many values as make a planner think that it costs more than a reader's condition. */
function costly(policy: Policy): Policy {
  const values = ['EU', 'A', 'B', 'C', 'D', 'E', 'F', 'G']
  const parts = ['"orders"."region" IN (', ...values.slice(1).map(() => ', '), ')']
  return {
    predicates: [...policy.predicates.filter(({ table }) => table !== 'orders'), { table: 'orders', parts, params: values }],
    keeps: (table, row) => (table === 'orders' ? row[1] === 'EU' : policy.keeps(table, row)),
  }
}

/**
 * Statements that fail where a hidden row has some property, each guarded on all rows against bare on the rows that are left: a failure of the guarded one alone
 * would tell the property.
 */
export async function proveOracles(twin: Twin, count: number, seed: number): Promise<Proof> {
  const random = randomOf(seed)
  const proof: Proof = { compared: 0, refused: 0, mismatches: [] }
  let policy: Policy | null = null
  for (let turn = 0; proof.compared < count && turn < count * 4; turn++) {
    if (turn % 100 === 0 || !policy) {
      policy = turn % 200 === 0 ? costly(randomPolicy(random)) : randomPolicy(random)
      await twin.prepare(randomRows(random), policy)
    }
    const [table = '', other = ''] = [...TABLES].sort(() => random() - 0.5)
    const secret = secretOf(random)
    const fails = failing[twin.dialect][Math.floor(random() * failing[twin.dialect].length)]
    const place = places[Math.floor(random() * places.length)]
    if (!fails || !place) continue
    // A visible row on which it fails may fail here and not there, by the order in which tables are joined: that tells nothing of hidden ones.
    const visible = await twin.bare(`select count(*) from ${table} t where ${secret('t')}`)
    if (visible[0] !== '[0]') continue
    const sql = place(table, other, (alias) => fails(secret(alias)))
    const [guarded, bare] = await Promise.all([answer(() => twin.guarded(sql)), answer(() => twin.bare(sql))])
    if (bare.failed && guarded.failed) proof.refused++
    else proof.compared++
    if (bare.failed !== guarded.failed || (!bare.failed && bare.text !== guarded.text))
      proof.mismatches.push({ sql, policy: JSON.stringify(policy.predicates), guarded: guarded.text, bare: bare.text })
  }
  return proof
}
