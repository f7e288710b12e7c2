import { expect, test } from 'vitest'
import { writtenOut } from './written-out.ts'

test('values stand where their placeholders stood, and only there', () => {
  const sql = `SELECT "a?", 'it''s ?' FROM t WHERE a = ? AND b = ? AND c IS ? AND d = ?`
  expect(writtenOut(sql, ["O'Hara?", 1.5, null, true])).toBe(`SELECT "a?", 'it''s ?' FROM t WHERE a = 'O''Hara?' AND b = 1.5 AND c IS NULL AND d = true`)
})

test('placeholders of every dialect are replaced, those inside names are not', () => {
  expect(writtenOut('SELECT "$1" FROM t WHERE a = $2 AND b = $1', [1, "o'x"])).toBe(`SELECT "$1" FROM t WHERE a = 'o''x' AND b = 1`)
  expect(writtenOut('SELECT `a?` FROM t WHERE a = ?', [2])).toBe('SELECT `a?` FROM t WHERE a = 2')
  expect(writtenOut('SELECT 1 WHERE a = {p1:String} AND b = {p2:Nullable(String)}', ['x', null])).toBe("SELECT 1 WHERE a = 'x' AND b = NULL")
})
