import { randomOf } from '#connectors/sources/guard/corpus/good.ts'
import type { Twin } from './engines.ts'
import { costly, places, secretOf } from './places.ts'
import { type Policy, type Rows, randomPolicy, randomRows, TABLES } from './policy.ts'
import { answer, type Proof } from './proof.ts'

/** Conditions that hold always and take long on the rows where `secret` holds. Much of the time is in the size of a value, so that nothing can be worked out ahead. */
const slow: Record<Twin['dialect'], ((secret: string, alias: string) => string)[]> = {
  postgres: [
    (secret) => `length(md5(repeat('x', case when ${secret} then 12000000 else 1 end))) = 32`,
    (secret) => `(select count(*) from generate_series(1, case when ${secret} then 250000 else 1 end) g) > 0`,
    (secret) =>
      `(with recursive r(i) as (select 1 union all select i + 1 from r where i < case when ${secret} then 60000 else 1 end) select count(*) from r) > 0`,
    (secret) => `repeat('ab', case when ${secret} then 1500 else 1 end) !~ '(a|b|ab)(.*)\\1\\2x'`,
    (secret) => `cardinality(string_to_array(repeat('a,', case when ${secret} then 1500000 else 1 end), ',')) > 1`,
  ],
  mariadb: [
    (secret) => `length(sha2(repeat('x', if(${secret}, 3000000, 1)), 512)) = 128`,
    (secret) => `length(md5(repeat('x', case when ${secret} then 6000000 else 1 end))) = 32`,
    (secret) => `concat(repeat('a', if(${secret}, 24, 1)), 'b') not regexp '^(a|aa)+$'`,
    (secret) => `char_length(upper(repeat('ä', if(${secret}, 1500000, 1)))) > 0`,
  ],
  sqlite: [
    (secret) => `length(replace(printf('%*d', case when ${secret} then 3000000 else 1 end, 1), ' ', 'xy')) > 0`,
    (secret, alias) =>
      `(with recursive r(i) as (select 1 union all select i + 1 from r where i < case when ${secret} then 120000 else 1 end) select count(*) + ${alias}.id * 0 from r) > 0`,
    (secret) => `printf('%*d', case when ${secret} then 4000 else 1 end, 1) not like '% % %b'`,
    (secret) => `length(hex(printf('%*d', case when ${secret} then 12000000 else 1 end, 1))) > 0`,
  ],
  libsql: [
    (secret, alias) =>
      `(with recursive r(i) as (select 1 union all select i + 1 from r where i < case when ${secret} then 120000 else 1 end) select count(*) + ${alias}.id * 0 from r) > 0`,
    (secret) => `printf('%*d', case when ${secret} then 9000 else 1 end, 1) not like '% % %b'`,
    (secret) => `length(replace(printf('%*d', case when ${secret} then 1500000 else 1 end, 1), ' ', 'xy')) > 0`,
  ],
  duckdb: [
    (secret) => `length(md5(repeat('x', case when ${secret} then 12000000 else 1 end))) = 32`,
    (secret) => `list_sum(list_transform(range(case when ${secret} then 400000 else 2 end), x -> x % 7)) > 0`,
    (secret) => `levenshtein(repeat('ab', case when ${secret} then 1500 else 1 end), repeat('xyz', case when ${secret} then 800 else 1 end)) > 0`,
    (secret) => `regexp_matches(repeat('ab', case when ${secret} then 1000000 else 1 end), '(a|b)*b$')`,
  ],
  clickhouse: [
    (secret) => `length(SHA256(repeat('x', if(${secret}, 20000000, 1)))) > 0`,
    (secret) => `arraySum(arrayMap(x -> x % 7, range(if(${secret}, 4000000, 2)))) > 0`,
    (secret) => `length(replaceRegexpAll(repeat('ab', if(${secret}, 400000, 1)), '(a|b)b?', 'x')) > 0`,
  ],
}

export type Tried = {
  compared: number
  mismatches: Proof['mismatches'] /** Conditions that without the filter were tried on rows it hides. */
  telling: number
}

/**
 * Statements with a condition that remembers the rows it was tried on, for engines that have such: behind a filter, it may have been tried on no row the filter
 * hides. A condition that is never tried there can neither fail nor take its time there. `telling` counts those that were, once the filter was taken away.
 */
export async function proveTried(twin: Twin, count: number, seed: number): Promise<Tried> {
  const random = randomOf(seed)
  const proof: Tried = { compared: 0, mismatches: [], telling: 0 }
  if (!twin.witness) return proof
  const { condition, triedOn } = twin.witness
  let rows: Rows = {}
  let policy: Policy | null = null
  for (let turn = 0; proof.compared < count && turn < count * 3; turn++) {
    if (turn % 100 === 0 || !policy) {
      policy = turn % 200 === 0 ? costly(randomPolicy(random)) : randomPolicy(random)
      rows = randomRows(random)
      await twin.prepare(rows, policy)
    }
    const { table, other, place } = whereOf(random)
    const secret = secretOf(random)
    const asked = [condition, (alias: string) => `${alias}.n > 3 and ${condition(alias)}`, (alias: string) => `(not (${secret(alias)}) or ${condition(alias)})`]
    const sql = place(table, other, asked[Math.floor(random() * asked.length)] ?? condition)
    const hidden = new Set((rows[table] ?? []).filter((row) => !policy?.keeps(table, row)).map(([id]) => Number(id)))
    const [guarded, open] = [await triedOn(sql, 'guarded'), await triedOn(sql, 'open')]
    proof.compared++
    if (open.some((id) => hidden.has(id))) proof.telling++
    const tried = guarded.filter((id) => hidden.has(id))
    if (tried.length > 0)
      proof.mismatches.push({ sql, policy: JSON.stringify(policy.predicates), guarded: `tried on ${tried}`, bare: `hidden: ${[...hidden]}` })
  }
  return proof
}

/** A statement that is not slower than this without its filter tells nothing on this machine, in ms. */
const LEAST = 20
const ATTEMPTS = 6

/**
 * Statements that are slow where a hidden row has some property, each guarded on all rows against bare on the rows that are left; counted where the same
 * statement is slow once nothing is hidden. Other work on the machine only ever adds to a time, so the least of several is judged, and one attempt that is
 * nearer to the bare one than to the open one shows that the slow condition was not tried on the hidden row.
 */
export async function proveTiming(twin: Twin, count: number, seed: number): Promise<Proof> {
  const random = randomOf(seed)
  const proof: Proof = { compared: 0, refused: 0, mismatches: [] }
  let policy: Policy | null = null
  for (let turn = 0; proof.compared < count && turn < count * 12; turn++) {
    if (turn % 40 === 0 || !policy) {
      policy = turn % 80 === 0 ? costly(randomPolicy(random)) : randomPolicy(random)
      await twin.prepare(randomRows(random), policy)
    }
    const { table, other, place } = whereOf(random)
    const secret = secretOf(random)
    const takes = slow[twin.dialect][Math.floor(random() * slow[twin.dialect].length)]
    if (!takes) continue
    const sql = place(table, other, (alias) => takes(secret(alias), alias))
    const [visible, hidden] = await Promise.all([
      twin.bare(`select count(*) from ${table} t where ${secret('t')}`),
      twin.open(`select count(*) from ${table} t where ${secret('t')}`),
    ])
    if (visible[0] !== '[0]' || hidden[0] === '[0]') continue
    const bare = await timed(() => twin.bare(sql))
    const open = await timed(() => twin.open(sql))
    if (bare.failed || open.failed || open.ms - bare.ms < LEAST) {
      proof.refused++
      continue
    }
    const limit = (bare.ms + open.ms) / 2
    const first = await timed(() => twin.guarded(sql))
    let least = first.ms
    for (let attempt = 1; attempt < ATTEMPTS && least > limit; attempt++) least = Math.min(least, (await timed(() => twin.guarded(sql))).ms)
    proof.compared++
    if (least > limit || first.failed || first.text !== bare.text)
      proof.mismatches.push({
        ...{ sql, policy: JSON.stringify(policy.predicates) },
        guarded: `${least.toFixed(1)} ms: ${first.text}`,
        bare: `${bare.ms.toFixed(1)} ms, ${open.ms.toFixed(1)} ms with the hidden rows: ${bare.text}`,
      })
  }
  return proof
}

function whereOf(random: () => number) {
  const [table = '', other = ''] = [...TABLES].sort(() => random() - 0.5)
  const [first] = places
  const place = places[Math.floor(random() * places.length)] ?? (first as NonNullable<typeof first>)
  return { table, other, place }
}

/** The lesser of two times of the same work. */
async function timed(work: () => Promise<string[]>): Promise<{ ms: number; failed: boolean; text: string }> {
  let ms = Number.POSITIVE_INFINITY
  let told = { failed: true, text: '' }
  for (let turn = 0; turn < 2; turn++) {
    const started = performance.now()
    told = await answer(work)
    ms = Math.min(ms, performance.now() - started)
  }
  return { ms, ...told }
}
