import { expect, test } from 'vitest'
import { countParameters, isRead } from './statement.ts'

test.each([
  'select 1',
  '  SELECT "insert" from t',
  '-- a note\nselect 1',
  '/* update */ values (1)',
  'with a as (select 1), b(x) as (select 2) select * from a, b',
  'with recursive "insert" as (select 1 union all select 2) select * from "insert"',
  "with a as (select ')') select 1",
  'pragma table_info(users)',
  'PRAGMA integrity_check',
  'explain query plan delete from t',
])('reads: %s', (sql) => expect(isRead(sql)).toBe(true))

test.each([
  'insert into t values (1)',
  'with a as (select 1) insert into t select * from a',
  'with a as (select 1) update t set x = 1',
  'WITH a AS (SELECT 1) DELETE FROM t',
  'replace into t values (1)',
  'pragma journal_mode = wal',
  'pragma journal_mode(wal)',
  'pragma foreign_key_list = 1',
  'begin immediate',
  'vacuum',
  'create table t (x)',
  '/* select */ delete from t',
  '',
])('writes, or may: %s', (sql) => expect(isRead(sql)).toBe(false))

test.each<[string, number | null]>([
  ['select 1', 0],
  ['select ?, ?+?', 3],
  ['select \'?\', "?", [?], `?` -- ?\n, ? /* ? */', 1],
  ["select json_extract(a, '$.b'), ? from t", 1],
  ['select ?1', null],
  ['select :name', null],
  ['select @name', null],
  ['select $name', null],
])('parameters of %s: %s', (sql, count) => expect(countParameters(sql)).toBe(count))
