import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '#domain/failure.ts'
import { type RowPredicate, type SourceTable, type TableShape, tablesReadBy } from '#domain/semantics/sources/source.ts'
import { rowBarrier } from '#domain/semantics/sql/row-barrier.ts'
import { cutTables, shownColumns } from '../cut-tables.ts'
import { predicateText } from '../predicate-text.ts'
import { identifier } from '../quote.ts'
import { type Authorizer, tableNotAllowed } from './authorizer.ts'

export type FilteredViews = {
  /**
   * Puts views before the tables with row predicates or hidden columns, in place of those of the last statement; gives the view each such table (lower case) is read
   * through. A table that predicates read and the statement may not (`permitted`, lower case) is put out of its reach.
   */
  show: (predicates: readonly RowPredicate[], shapes: readonly TableShape[], permitted: ReadonlySet<string>) => ReadonlyMap<string, string>
  /** Fails with `statement_not_allowed` when a statement names what no statement may know of. */
  assertUnknown: (sql: string) => void
  /** Fails with `table_not_allowed` when a statement names the file's own schema, past the views. */
  assertUnqualified: (sql: string) => void
}

/** Quoted texts and names, and comments. */
const QUOTED_OR_COMMENT = /('(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g
const MAIN = /(?<![\p{L}\p{N}_$])(?:main|'main'|"main"|`main`|\[main\])\s*\./iu

/**
 * A table with row predicates is hidden behind a temporary view of its own name, which reads a second view whose name is a secret, which reads the table. The engine
 * resolves every name, in joins, sub-queries and set operations, and its authorizer refuses any read of the table that does not stand in the secret view:
 * `main.orders`, a view of the file over it, and a CTE by whatever name are refused, however they are written.
 */
export function createFilteredViews(database: DatabaseSync, authorizer: Authorizer, tables: readonly SourceTable[]): FilteredViews {
  const secret = `rows_${randomBytes(16).toString('hex')}`
  let shown = ''
  let views: ReadonlyMap<string, string> = new Map()
  let refused: string[] = []

  function create(predicates: readonly RowPredicate[], shapes: readonly TableShape[]): ReadonlyMap<string, string> {
    const created = new Map<string, string>()
    for (const name of cutTables(predicates, shapes)) {
      const own = predicates.filter((predicate) => predicate.table.toLowerCase() === name)
      const table = tables.find((candidate) => candidate.name.toLowerCase() === name)
      if (!table) continue
      const view = `${secret}_${created.size}`
      const conditions = own.length > 0 ? predicateText(own, (read) => `main.${identifier(read)}`) : '(1 = 1)'
      // A read of no column, as of `count(*)` under a predicate that names none, would not stand in the view; nor would one of the row id alone.
      const columns = table.columns.slice(-4).map((column) => identifier(column.name))
      const always = `(${columns.map((column) => `${column} is null or ${column} is not null`).join(' or ')})`
      database.exec(
        `create temp view ${identifier(view)} as select ${shownColumns(name, shapes)} from main.${identifier(table.name)} where ${conditions} and ${always}${rowBarrier('sqlite')}`,
      )
      database.exec(`create temp view ${identifier(table.name)} as select * from temp.${identifier(view)}`)
      created.set(name, view)
    }
    return created
  }

  /**
   * A join by NATURAL or USING reads a table or a view of the file without the authorizer's being asked: a view over such a table, and a closed table that only
   * predicates may read, are put behind a view of what no statement may read.
   */
  function refuseReads(cut: ReadonlyMap<string, string>, closed: readonly string[]): void {
    const isOver = (table: SourceTable, seen: ReadonlySet<string>): boolean =>
      (table.reads ?? []).some((name) => {
        const read = name.toLowerCase()
        const view = tables.find((candidate) => candidate.kind === 'view' && candidate.name.toLowerCase() === read)
        return cut.has(read) || (view !== undefined && !seen.has(read) && isOver(view, new Set([...seen, read])))
      })
    for (const table of tables) {
      const name = table.name.toLowerCase()
      if (cut.has(name) || !(closed.includes(name) || (table.kind === 'view' && isOver(table, new Set())))) continue
      // With the table's columns, so that it is refused as one that is not there, and not for want of a column.
      const columns = table.columns.map((column) => `rootpage as ${identifier(column.name)}`)
      database.exec(`create temp view ${identifier(table.name)} as select ${columns.join(', ') || 'rootpage'} from main.sqlite_schema where rootpage < 0`)
      refused.push(table.name)
    }
  }

  function drop(): void {
    for (const name of refused) database.exec(`drop view if exists temp.${identifier(name)}`)
    refused = []
    for (const [name, view] of views) database.exec(`drop view if exists temp.${identifier(name)}; drop view if exists temp.${identifier(view)}`)
  }

  return {
    show(predicates, shapes, permitted) {
      const closed = tablesReadBy(predicates)
        .map((name) => name.toLowerCase())
        .filter((name) => !permitted.has(name))
      const wanted = cutTables(predicates, shapes).size === 0 ? '' : JSON.stringify([predicates, shapes, closed])
      if (wanted === shown) return views
      database.setAuthorizer(null)
      try {
        drop()
        shown = ''
        views = new Map()
        views = create(predicates, shapes)
        refuseReads(views, closed)
        shown = wanted
      } finally {
        database.setAuthorizer(authorizer.authorize)
      }
      return views
    },
    assertUnknown(sql) {
      if (sql.toLowerCase().includes(secret)) throw new Failure('statement_not_allowed', 'only a single SELECT may run')
    },
    // A join by NATURAL or USING can read a table without the authorizer's being asked.
    assertUnqualified(sql) {
      if (MAIN.test(sql.replace(QUOTED_OR_COMMENT, (_, quoted?: string) => (quoted && /^.main.$/i.test(quoted) ? quoted : ' ')))) throw tableNotAllowed('main')
    },
  }
}
