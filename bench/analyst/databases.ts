import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Cell, Rows } from './score.ts'

const MOST_ROWS = 20_000

/** The files that questions are asked of, open between questions. */
export class Databases {
  private readonly open = new Map<string, { database: DatabaseSync; hash: string }>()

  private of(file: string): { database: DatabaseSync; hash: string } {
    const known = this.open.get(file) ?? {
      database: new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true }),
      hash: createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16),
    }
    this.open.set(file, known)
    return known
  }

  rows(file: string, sql: string, params: (string | number | null)[]): Rows {
    const statement = this.of(file).database.prepare(sql)
    statement.setReturnArrays(true)
    const rows: Rows = []
    for (const row of statement.iterate(...params)) {
      rows.push(row as unknown as Cell[])
      if (rows.length >= MOST_ROWS) break
    }
    return rows
  }

  /** Expected rows do not change: they are kept by the file's content and the statement. */
  goldRows(file: string, sql: string): Rows {
    const folder = join(tmpdir(), 'querent-bench-gold')
    const key = createHash('sha256')
      .update(`${this.of(file).hash}${sql}`)
      .digest('hex')
      .slice(0, 40)
    const path = join(folder, `${key}.json`)
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Rows
    const rows = this.rows(file, sql, [])
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, JSON.stringify(rows))
    return rows
  }
}
