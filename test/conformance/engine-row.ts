import type { Dialect, SourceSpec, Sources } from '#domain/semantics/sources/source.ts'

/** One kind of source, with a real server behind it, holding the shop of `shop.ts`. */
export type EngineRow = {
  name: string
  /** Why there is no such server here; null where there is. */
  missing: string | null
  start(): Promise<RunningEngine>
}

/** What a check may hang on; a row that lacks it says why in one sentence, and its cell is a dash. */
export type Trait =
  | 'one statement'
  | 'views'
  | 'nullability'
  | 'empty tables'
  | 'sign in'
  | 'read-only user'
  | 'keys'
  | 'comments'
  | 'big integers'
  | 'binary'
  | 'deadline'
  | 'reach'
  | 'guard'
  | 'writes'

export type RunningEngine = {
  /** The server and its version, for the record. */
  server: string
  dialect: Dialect
  sources: Sources
  spec: SourceSpec
  /** The same shop as a user who can only read. */
  reader?: SourceSpec
  /** The same place, with a password or token that is wrong. */
  stranger?: SourceSpec
  lacks: Partial<Record<Trait, string>>
  /** What `Größe & Maß` is called where tables are named after files. */
  oddTable?: string
  words: Words
  /** How many statements of the source run on the server now, where it can tell. */
  running?: () => Promise<number>
  stop(): Promise<void>
}

/** What engines say differently. */
export type Words = {
  quote(name: string): string
  /** A statement that runs for at least a minute unless it is stopped. */
  endless: string
  /** Rows with a column `n` from 1. */
  numbers(count: number): string
  /** A text of so many characters. */
  wide(length: number): string
  /** A cast that fails, of a text to a number. */
  badCast: string
  /** Statements that write or reach beyond the data, each refused. */
  writes: string[]
}
