/** A value as it crosses to the database's thread: what the native driver takes without complaint (anything else would end the process). */
export type CellValue = null | string | number | bigint | Uint8Array

export type ThreadStatement = { sql: string; args: CellValue[] | Record<string, CellValue> }

/**
 * `script` is SQL text with several statements; `migrate` is a batch with foreign keys off. What is `unsynced` is not waited for until it is on the disk;
 * of what is `unread` no results are answered.
 */
export type ThreadWork =
  | { kind: 'execute'; statement: ThreadStatement }
  | { kind: 'batch'; statements: ThreadStatement[]; unsynced?: boolean; unread?: boolean }
  | { kind: 'migrate'; statements: ThreadStatement[] }
  | { kind: 'script'; sql: string }

/** Whether work is answered before it is on the disk. */
export const isUnsynced = (work: ThreadRequest['work']): boolean => work.kind === 'batch' && work.unsynced === true

export type ThreadRequest = { id: number; work: ThreadWork | { kind: 'close' } }

/** Rows are arrays in the order of `columns`; blobs are ArrayBuffers. */
export type ThreadRows = {
  columns: string[]
  columnTypes: string[]
  rows: unknown[][]
}

/** What a statement came to that answers no rows: rows changed, and the last rowid. */
export type ThreadChange = [rowsAffected: number, lastInsertRowid: number | bigint]

export type ThreadResult = ThreadRows | ThreadChange

/** `extendedCode` and `rawCode` are SQLite's; `statementIndex` tells which statement of a batch failed. */
export type ThreadError = { message: string; extendedCode: string | null; rawCode: number | null; statementIndex: number | null; isRange: boolean }

export type ThreadAnswer = { id: number; results: ThreadResult[] }

export type ThreadReply = ThreadAnswer | { id: number; error: ThreadError }

export type ThreadRole = 'writer' | 'reader'

/** `version` is a query of one value, and where it is told after each write. */
export type ThreadOptions = { path: string; role: ThreadRole; busyTimeoutMs: number; version: { sql: string; memory: SharedArrayBuffer } | null }
