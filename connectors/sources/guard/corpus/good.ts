import type { AttackedDialect } from './world.ts'

/** A number maker that gives the same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Words = {
  rounded: string
  month: string
  year: string
  days: string
  text(value: string): string
  concat(left: string, right: string): string
  extras: string[]
}

const WORDS: Record<AttackedDialect, Words> = {
  postgres: {
    rounded: 'round(sum(o.amount)::numeric, 1)',
    month: "date_trunc('month', o.placed_at)",
    year: 'extract(year from o.placed_at)',
    days: 'current_date - o.placed_at',
    text: (value) => `${value}::text`,
    concat: (left, right) => `${left} || '-' || ${right}`,
    extras: [
      'percentile_cont(0.5) within group (order by o.amount)',
      'count(*) filter (where o.amount > 10)',
      "string_agg(o.note, ', ' order by o.id)",
      'array_agg(o.id order by o.id desc)',
      "to_char(min(o.placed_at), 'YYYY-MM')",
      'stddev(o.amount)',
    ],
  },
  mysql: {
    rounded: 'round(sum(o.amount), 1)',
    month: "date_format(o.placed_at, '%Y-%m')",
    year: 'year(o.placed_at)',
    days: 'datediff(now(), o.placed_at)',
    text: (value) => `cast(${value} as char)`,
    concat: (left, right) => `concat(${left}, '-', ${right})`,
    extras: [
      "group_concat(o.note order by o.id separator '|')",
      'stddev(o.amount)',
      'sum(if(o.amount > 10, 1, 0))',
      'count(distinct o.region, o.note)',
      'bit_or(o.id)',
      'json_arrayagg(o.id)',
    ],
  },
  sqlite: {
    rounded: 'round(sum(o.amount), 1)',
    month: "strftime('%Y-%m', o.placed_at)",
    year: "strftime('%Y', o.placed_at)",
    days: "julianday('now') - julianday(o.placed_at)",
    text: (value) => `cast(${value} as text)`,
    concat: (left, right) => `${left} || '-' || ${right}`,
    extras: [
      "group_concat(o.note, ', ')",
      'total(o.amount)',
      'count(*) filter (where o.amount > 10)',
      'json_group_array(o.id)',
      'max(o.amount, 1)',
      'sum(iif(o.amount > 10, 1, 0))',
    ].filter((text) => text !== 'max(o.amount, 1)'),
  },
  duckdb: {
    rounded: 'round(sum(o.amount), 1)',
    month: "date_trunc('month', o.placed_at)",
    year: 'year(o.placed_at)',
    days: "date_diff('day', o.placed_at, current_date)",
    text: (value) => `${value}::varchar`,
    concat: (left, right) => `${left} || '-' || ${right}`,
    extras: [
      'median(o.amount)',
      "string_agg(o.note, ', ' order by o.id)",
      'count(*) filter (o.amount > 10)',
      'list(o.id order by o.id)',
      'arg_max(o.id, o.amount)',
      'approx_count_distinct(o.region)',
    ],
  },
  clickhouse: {
    rounded: 'round(sum(o.amount), 1)',
    month: 'toStartOfMonth(o.placed_at)',
    year: 'toYear(o.placed_at)',
    days: "dateDiff('day', o.placed_at, today())",
    text: (value) => `toString(${value})`,
    concat: (left, right) => `concat(${left}, '-', ${right})`,
    extras: ['quantile(0.5)(o.amount)', 'countIf(o.amount > 10)', 'uniq(o.region)', 'argMax(o.id, o.amount)', 'groupArray(o.id)', 'topK(3)(o.region)'],
  },
}

/** An analytical statement as people and models write them, over the shop of `world.ts`; it runs on its engine and touches nothing else. */
export function goodStatement(dialect: AttackedDialect, random: () => number): string {
  const words = WORDS[dialect]
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const maybe = (share: number, text: string) => (random() < share ? text : '')
  const number = () => String(Math.floor(random() * 100))
  const group = () =>
    pick([
      'o.region',
      'o.note',
      words.month,
      words.year,
      'o.customer_id',
      "case when o.amount > 10 then 'big' else 'small' end",
      "coalesce(o.region, 'none')",
      'upper(o.region)',
    ])
  const figure = () =>
    pick([
      'count(*)',
      'sum(o.amount)',
      'avg(o.amount)',
      'min(o.amount)',
      'max(o.amount)',
      'count(distinct o.customer_id)',
      words.rounded,
      'sum(o.amount) / count(*)',
      'sum(case when o.amount > 10 then 1 else 0 end)',
      ...words.extras,
    ])
  const scalar = () =>
    pick([
      'o.id',
      'o.amount * 2',
      'o.amount + o.id',
      `${words.text('o.id')}`,
      words.concat(words.text('o.id'), 'o.region'),
      'abs(o.amount - 5)',
      words.days,
      "replace(o.note, 'x', 'y')",
      'length(o.region)',
      'nullif(o.amount, 0)',
      'o.id % 2',
      '-o.amount',
      'lower(o.note)',
    ])
  const condition = (): string =>
    pick([
      () => `o.amount > ${number()}`,
      () => `o.region = '${pick(['EU', 'US'])}'`,
      () => "o.region in ('EU', 'US')",
      () => "o.note like '%s%'",
      () => 'o.note is not null',
      () => `o.id between 1 and ${number()}`,
      () => `o.placed_at >= '2024-0${Math.floor(random() * 9) + 1}-01'`,
      () => 'o.customer_id in (select c2.id from customers c2 where c2.active = 1)',
      () => 'exists (select 1 from customers c3 where c3.id = o.customer_id)',
      () => 'o.amount > (select avg(o2.amount) from orders o2)',
      () => `not (o.amount < ${number()})`,
      () => `(o.amount > ${number()} or o.region is null)`,
    ])()
  const where = () => maybe(0.6, ` where ${condition()}${maybe(0.4, ` and ${condition()}`)}`)
  const from = () =>
    pick([
      'orders o',
      'orders as o',
      'orders o join customers c on c.id = o.customer_id',
      'orders o left join customers c on c.id = o.customer_id',
      'orders o inner join customers as c on o.customer_id = c.id',
    ])
  const ends = (by: string) => `${maybe(0.6, ` order by ${by}${maybe(0.5, ' desc')}`)}${maybe(0.5, ` limit ${Number(number()) + 1}`)}`
  const grouped = () => {
    const by = group()
    return `select ${by} as g, ${figure()} as f from ${from()}${where()} group by ${by}${maybe(0.3, ' having count(*) >= 1')}${ends('1')}`
  }
  const plain = () => `select ${maybe(0.2, 'distinct ')}${scalar()} as a, ${scalar()} as b from ${from()}${where()}${ends('1')}`
  const ranked = () =>
    `select a, r from (select o.id as a, ${pick(['row_number()', 'rank()', 'dense_rank()', 'sum(o.amount)'])} over (partition by o.region order by o.amount${maybe(0.5, ' desc')}, o.id) as r from ${from()}${where()}) t where r <= ${number()} order by 1`
  const common = () =>
    `with t as (${grouped()})${maybe(0.3, ', u as (select * from t)')} select count(*) as n, max(t.f) as m from t${maybe(0.3, ' where t.g is not null')}`
  const set = () =>
    `select o.id from orders o${where()} ${pick(['union', 'union all', 'union all'])} select c.id from customers c where c.active = 1 order by 1`
  const lists = () =>
    pick([
      'select * from customers',
      'select count(*) from orders',
      'select * from orders o order by o.id limit 5',
      'select c.name, count(o.id) as n from customers c left join orders o on o.customer_id = c.id group by c.name order by n desc',
      'select distinct city from customers where city is not null',
      "select c.* from customers c where c.name <> 'x'",
      'select 1 as one',
      'select (select max(id) from orders) as top',
    ])
  const kinds = [grouped, grouped, plain, ranked, common, set, lists]
  const comment = random() < 0.05 ? '-- what sells\n' : ''
  const sql = comment + pick(kinds)()
  const shout =
    random() < 0.2 ? sql.replaceAll(/\b(select|from|where|group by|order by|join|on|as|and|or|limit|having|with)\b/g, (word) => word.toUpperCase()) : sql
  return random() < 0.1 ? `${shout};` : shout
}
