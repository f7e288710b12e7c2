import { randomOf } from '#connectors/sources/guard/corpus/good.ts'
import type { Twin } from './engines.ts'
import { costly, places, secretOf } from './places.ts'
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
