import { expect, test } from 'vitest'
import { rowsBehind } from './rows-behind.ts'

test.each([
  ['select country, count(*) from customers group by country order by 2 desc', 'select * from customers', true],
  ["select a, sum(b) s from t where c = 'group by ; from' and d in (select d from e group by d) group by 1", null, true],
  ['select a from t where b > 1;', 'select * from t where b > 1', true],
  [
    'with x as (select * from t limit 3) select a, count(*) from x join y using (a) group by a',
    'with x as (select * from t limit 3) select * from x join y using (a)',
    true,
  ],
  ['select a, count(*) from t group by a having count(*) > 2', 'select * from t', false],
  ['select a, count(*) from t group by a limit 5', 'select * from t', false],
  ['select a, /* from x */ count(*) from t -- group by b\n where c group by a', 'select * from t -- group by b\n where c', true],
  ['select "from", `group` from t group by 1, 2', 'select * from t', true],
  ['select extract(year from day) y, count(*) from t group by 1', 'select * from t', true],
])('%s', (sql, behind, isWhole) => {
  const expected = behind ?? "select * from t where c = 'group by ; from' and d in (select d from e group by d)"
  expect(rowsBehind(sql)).toEqual({ sql: expected, isWhole })
})

test.each([
  'select 1',
  'select a from t union all select a from u',
  'select distinct a from t',
  'select a from t; select b from u',
  'values (1)',
  'select a from (t',
])('%s has no rows behind it that are known', (sql) => expect(rowsBehind(sql)).toBeNull())
