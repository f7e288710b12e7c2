import type { CellValue, ThreadAnswer, ThreadReply, ThreadRequest, ThreadResult, ThreadRows, ThreadStatement } from './database-messages.ts'

/**
 * Requests and answers as they cross between threads: flat arrays, for a structured clone costs by the object, and each text of SQL once, afterwards as its
 * number, which both ends count alike.
 */

/** Both ends forget their texts when they know so many. */
const TEXTS = 1_000
/** Stands where the number of arguments does, before arguments by name. */
const NAMED = -1
const UNSYNCED = 1
const UNREAD = 2

type Work = ThreadRequest['work']
type Header = [id: number, kind: Work['kind'], manner: number]
type Cell = CellValue | Record<string, CellValue>
/** A header, then the statements of the work: text or its number, number of arguments, arguments. */
export type WireRequest = [...Header, ...Cell[]]
/** The call's number, then for each statement its rows, or the two numbers of a change. */
export type WireAnswer = [id: number, ...(ThreadRows | number | bigint)[]]
export type WireReply = WireAnswer | Exclude<ThreadReply, ThreadAnswer>

const mannerOf = ({ unsynced = false, unread = false }: { unsynced?: boolean; unread?: boolean }): number => (unsynced ? UNSYNCED : 0) | (unread ? UNREAD : 0)

export class RequestEncoder {
  readonly #numbers = new Map<string, number>()

  encode({ id, work }: ThreadRequest): WireRequest {
    const wire: WireRequest = [id, work.kind, work.kind === 'batch' ? mannerOf(work) : 0]
    if (work.kind === 'script') wire.push(work.sql)
    else if (work.kind === 'execute') this.#add(wire, work.statement)
    else if (work.kind !== 'close') for (const statement of work.statements) this.#add(wire, statement)
    return wire
  }

  #add(wire: WireRequest, { sql, args }: ThreadStatement): void {
    wire.push(this.#text(sql))
    if (!Array.isArray(args)) wire.push(NAMED, args)
    else {
      wire.push(args.length)
      for (const value of args) wire.push(value)
    }
  }

  #text(sql: string): string | number {
    const number = this.#numbers.get(sql)
    if (number !== undefined) return number
    if (this.#numbers.size === TEXTS) this.#numbers.clear()
    this.#numbers.set(sql, this.#numbers.size)
    return sql
  }
}

/** The native driver wants a Buffer where the other thread had any bytes. */
const bindable = (value: CellValue): CellValue => (typeof value === 'object' && value !== null ? Buffer.from(value) : value)

export class RequestDecoder {
  readonly #texts: string[] = []

  decode([id, kind, manner, ...cells]: WireRequest): ThreadRequest {
    if (kind === 'close') return { id, work: { kind } }
    if (kind === 'script') return { id, work: { kind, sql: cells[0] as string } }
    const statements = this.#statements(cells)
    if (kind === 'execute') return { id, work: { kind, statement: statements[0] as ThreadStatement } }
    if (kind === 'migrate') return { id, work: { kind, statements } }
    return { id, work: { kind, statements, unsynced: (manner & UNSYNCED) !== 0, unread: (manner & UNREAD) !== 0 } }
  }

  #statements(cells: Cell[]): ThreadStatement[] {
    const statements: ThreadStatement[] = []
    for (let at = 0; at < cells.length; ) {
      const sql = this.#text(cells[at] as string | number)
      const count = cells[at + 1] as number
      at += 2
      const values = cells.slice(at, at + Math.abs(count))
      at += values.length
      const args = count === NAMED ? named(values[0] as Record<string, CellValue>) : (values as CellValue[]).map(bindable)
      statements.push({ sql, args })
    }
    return statements
  }

  #text(text: string | number): string {
    if (typeof text === 'number') return this.#texts[text] as string
    if (this.#texts.length === TEXTS) this.#texts.length = 0
    this.#texts.push(text)
    return text
  }
}

const named = (args: Record<string, CellValue>): Record<string, CellValue> =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name.replace(/^[:@$]/, ''), bindable(value)]))

export const encodeAnswer = ({ id, results }: ThreadAnswer): WireAnswer => [id, ...results.flat()] as WireAnswer

export function decodeAnswer([id, ...cells]: WireAnswer): ThreadAnswer {
  const results: ThreadResult[] = []
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] as ThreadResult | number
    if (typeof cell === 'object') results.push(cell)
    else {
      at += 1
      results.push([cell, cells[at] as number | bigint])
    }
  }
  return { id, results }
}
