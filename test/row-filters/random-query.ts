import { TABLES } from './policy.ts'

export type QueryDialect = 'postgres' | 'sqlite' | 'duckdb'

const ALL = ['id', 'region', 'n', 'owner']

/** Random statements over tables of the same four columns, so that any source fits any place; none depends on an order that is not said. */
export function randomQuery(dialect: QueryDialect, random: () => number, tables: readonly string[] = TABLES): string {
  let names = 0
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = (share: number) => random() < share
  const fresh = () => `s${names++}`
  const table = (scope: string[]) => {
    if (scope.length > 0 && chance(0.3)) return pick(scope)
    const name = pick(tables)
    const written = pick([name, name, `"${name}"`, name.toUpperCase()])
    if (dialect === 'postgres' && chance(0.15)) return `public.${name}`
    return dialect === 'sqlite' && chance(0.1) ? `[${name}]` : written
  }

  function source(depth: number, scope: string[]): string {
    const alias = fresh()
    if (depth > 0 && chance(0.35)) return `(${rows(depth - 1, scope)})${pick([' as ', ' '])}${alias}|${alias}`
    return `${table(scope)}${pick([' as ', ' '])}${alias}|${alias}`
  }

  function condition(alias: string, depth: number, scope: string[]): string {
    const inner = fresh()
    return pick([
      () => `${alias}.n > ${Math.floor(random() * 20)}`,
      () => `${alias}.region = '${pick(['EU', 'US', 'ASIA'])}'`,
      () => `${alias}.region is ${pick(['', 'not '])}null`,
      () => `${alias}.id in (select ${inner}.${pick(['id', 'owner'])} from ${table(scope)} ${inner} where ${inner}.n is not null)`,
      () => `${pick(['', 'not '])}exists (select 1 from ${table(scope)} ${inner} where ${inner}.owner = ${alias}.id)`,
      () => `${alias}.n >= (select ${pick(['avg', 'min', 'max'])}(${inner}.n) from ${table(scope)} ${inner})`,
      () => `(${alias}.owner < ${Math.floor(random() * 15)} or ${alias}.region = 'EU')`,
      () => (depth > 0 ? `${alias}.id in (select ${inner}.id from (${rows(depth - 1, scope)}) ${inner})` : `${alias}.id % 2 = 0`),
    ])()
  }

  /** A statement that gives the four columns. */
  function rows(depth: number, scope: string[]): string {
    if (depth > 0 && chance(0.2)) return `${rows(depth - 1, scope)} ${pick(['union all', 'union', 'intersect', 'except'])} ${rows(0, scope)}`
    const [from = '', alias = ''] = source(depth, scope).split(/\|(?=\w+$)/)
    const turn = random()
    if (turn < 0.35) {
      const [other = '', second = ''] = source(Math.max(0, depth - 1), scope).split(/\|(?=\w+$)/)
      const kind = pick(['join', 'left join', 'inner join'])
      const columns = ALL.map((column) => `${pick([alias, second])}.${column} as ${column}`).join(', ')
      return `select ${columns} from ${from} ${kind} ${other} on ${alias}.${pick(['id', 'owner'])} = ${second}.id${chance(0.5) ? ` where ${condition(alias, depth, scope)}` : ''}`
    }
    if (turn < 0.45 && dialect !== 'sqlite') {
      const inner = fresh()
      return `select ${alias}.id, l.region, l.n, ${alias}.owner from ${from}, lateral (select ${inner}.region, ${inner}.n from ${table(scope)} ${inner} where ${inner}.owner = ${alias}.id) l`
    }
    const where = chance(0.6) ? ` where ${condition(alias, depth, scope)}` : ''
    if (turn < 0.6) return `select * from ${from}${where}`
    return `select ${chance(0.2) ? 'distinct ' : ''}${ALL.map((column) => `${alias}.${column}`).join(', ')} from ${from}${where}`
  }

  function asked(scope: string[]): string {
    const inner = rows(2, scope)
    const turn = random()
    const alias = fresh()
    if (turn < 0.25)
      return `select ${alias}.region, count(*) as c, sum(${alias}.n) as s, count(distinct ${alias}.owner) as d from (${inner}) ${alias} group by ${alias}.region${chance(0.3) ? ' having count(*) > 1' : ''}`
    if (turn < 0.4) return `select count(*) as c, min(${alias}.id) as low, max(${alias}.n) as high from (${inner}) ${alias}`
    if (turn < 0.5)
      return `select ${alias}.id, rank() over (partition by ${alias}.region order by ${alias}.n) as r, sum(${alias}.n) over (partition by ${alias}.owner) as t from (${inner}) ${alias}`
    if (turn < 0.6) return `select (select count(*) from ${table(scope)}) as c, (select max(n) from (${inner}) ${alias}) as m`
    if (turn < 0.7) return `select * from (${inner}) ${alias} order by 1, 2, 3, 4 limit ${Math.floor(random() * 20) + 1}`
    if (turn < 0.75) return `select count(*) as c from ${table(scope)}`
    return inner
  }

  const scope: string[] = []
  const entries: string[] = []
  while (chance(0.3) && entries.length < 3) {
    // A name of the tables themselves is as good as another.
    const name = chance(0.3) ? pick(tables.filter((known) => !scope.includes(known))) : fresh()
    entries.push(`${name} as (${rows(1, [...scope])})`)
    scope.push(name)
  }
  const isShadowed = scope.some((name) => tables.includes(name))
  const text = entries.length > 0 ? `with ${entries.join(', ')} ${asked(scope)}` : asked(scope)
  // A CTE may not read itself where the engine takes its name for it.
  return isShadowed && dialect === 'sqlite' && scope.some((name) => tables.includes(name) && new RegExp(`${name} as \\([^]*\\b${name}\\b`, 'i').test(text))
    ? asked([])
    : text
}
