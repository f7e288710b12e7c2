import { forbiddenAttributes, forbiddenCalls } from './functions.ts'
import { hiddenTables } from './hidden-tables.ts'
import { otherStatements } from './statements.ts'
import type { Attack, AttackedDialect } from './world.ts'

/** Texts made to exhaust a parser or a stack, or to end before they seem to. */
const odd: Attack[] = [
  `select ${'('.repeat(3000)}1${')'.repeat(3000)}`,
  `${'select * from ('.repeat(700)}select 1${')'.repeat(700)}`,
  `select ${'1+'.repeat(20_000)}1`,
  `select ${'not '.repeat(20_000)}1`,
  `select * from orders where ${'id = 1 or '.repeat(8000)}id = 2`,
  `select '${'x'.repeat(70_000)}'`,
  'select 1\0; drop table orders',
  "select 1 where 'a' = 'b' \0 union select token from secret",
  'sel\0ect token from secret',
  `with ${Array.from({ length: 2000 }, (_, index) => `c${index} as (select 1 as a)`).join(', ')} select * from secret`,
].map((sql) => ({ kind: 'odd text', sql }))

/** All attacks on a dialect, each once. */
export function attacks(dialect: AttackedDialect): Attack[] {
  const all = [...otherStatements(dialect), ...forbiddenCalls(dialect), ...forbiddenAttributes(dialect), ...hiddenTables(dialect), ...odd]
  return [...new Map(all.map((attack) => [attack.sql, attack])).values()]
}
