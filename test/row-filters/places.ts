import type { Policy } from './policy.ts'

/** Where a statement can put a condition so that an engine might try it on rows before the filter does. */
export const places: ((table: string, other: string, condition: (alias: string) => string) => string)[] = [
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
  (table, _, condition) => `select id, sum(n) over (partition by region) as s from ${table} t where ${condition('t')}`,
  (table, _, condition) => `select region, max(case when ${condition('t')} then 1 else 0 end) as told from ${table} t group by region`,
  (table, _, condition) =>
    `select case when ${condition('t')} then 1 else 0 end as told, count(*) as c from ${table} t group by case when ${condition('t')} then 1 else 0 end`,
  (table, _, condition) => `select count(*) from ${table} a join ${table} t on t.id = a.id where ${condition('t')}`,
  (table, other, condition) => `select count(*) from ${other} o where not exists (select 1 from ${table} t where t.id = o.id and not (${condition('t')}))`,
  (table, other, condition) => `select count(*) from (select id from ${table} t where ${condition('t')} union select id from ${other}) u`,
]

/** The rows a reader wants to know of. */
export function secretOf(random: () => number): (alias: string) => string {
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
export function costly(policy: Policy): Policy {
  const values = ['EU', 'A', 'B', 'C', 'D', 'E', 'F', 'G']
  const parts = ['"orders"."region" IN (', ...values.slice(1).map(() => ', '), ')']
  return {
    predicates: [...policy.predicates.filter(({ table }) => table !== 'orders'), { table: 'orders', parts, params: values }],
    keeps: (table, row) => (table === 'orders' ? row[1] === 'EU' : policy.keeps(table, row)),
  }
}
