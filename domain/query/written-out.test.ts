import { expect, test } from 'vitest'
import { writtenOut } from './written-out.ts'

test('values stand where their placeholders stood, and only there', () => {
  const sql = `SELECT "a?", 'it''s ?' FROM t WHERE a = ? AND b = ? AND c IS ? AND d = ?`
  expect(writtenOut(sql, ["O'Hara?", 1.5, null, true])).toBe(`SELECT "a?", 'it''s ?' FROM t WHERE a = 'O''Hara?' AND b = 1.5 AND c IS NULL AND d = true`)
})
