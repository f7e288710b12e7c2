import type { AttackedDialect } from '#connectors/sources/guard/corpus/world.ts'
import { Failure } from '#domain/failure.ts'

/**
 * A guard under proof, with its engine beside it. `guard` gives the statement that would run, or null when it is refused. `breach` asks another than the guard
 * what that statement touches, and says what it should not. `runs` says why the engine refuses a statement by itself; null when it runs it.
 */
export type Guarded = {
  name: string
  dialect: AttackedDialect
  /** Who tells what a statement touches. */
  oracle: string
  guard(sql: string): Promise<string | null>
  breach(guarded: string): Promise<string | null>
  runs: ((sql: string) => Promise<string | null>) | null
  close(): Promise<void>
}

const REFUSALS = ['statement_not_allowed', 'function_not_allowed', 'table_not_allowed', 'query_invalid']

/** What is refused, as null; anything but a typed refusal is an error of the guard's. */
export async function refusedAsNull<T>(work: () => Promise<T> | T): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure && REFUSALS.includes(error.code)) return null
    throw error
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? ''
