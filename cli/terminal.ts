import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Where a command reads and writes. */
export type Terminal = {
  out(text: string | Uint8Array): void
  err(text: string): void
  /** As `text` looks on standard output; plain where that is no terminal, or `NO_COLOR` is set. */
  style(format: Format, text: string): string
  /** The same on standard error. */
  styleErr(format: Format, text: string): string
  /** How wide standard output is; `null` where it is no terminal. */
  columns: number | null
  isErrTerminal: boolean
  /** Whether somebody is there to answer. */
  isInteractive: boolean
  /** Asks on standard error; what is typed is not shown with `hidden`. */
  ask(question: string, options?: { hidden?: boolean; signal?: AbortSignal }): Promise<string>
  /** All of standard input. */
  input(): Promise<string>
}

/** The terminal of this process. */
export function createTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    style: (format, text) => styleText(format, text, { stream: stdout }),
    styleErr: (format, text) => styleText(format, text, { stream: stderr }),
    columns: stdout.isTTY ? (stdout.columns ?? 80) : null,
    isErrTerminal: stderr.isTTY === true,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    ask: (question, { hidden = false, signal } = {}) => ask(question, hidden, signal),
    async input() {
      const parts: string[] = []
      for await (const part of stdin.setEncoding('utf8')) parts.push(String(part))
      return parts.join('')
    },
  }
}

async function ask(question: string, hidden: boolean, signal: AbortSignal | undefined): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true })
  const stopped = new AbortController()
  lines.once('SIGINT', () => stopped.abort(new Error('interrupted')))
  try {
    return (await lines.question('', { signal: signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal })).trim()
  } finally {
    lines.close()
    if (hidden) process.stderr.write('\n')
  }
}

/** Text of others without the control characters by which it could steer the terminal; line breaks and tabs stay. */
export const harmless = (text: string): string =>
  text.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, (one) => (one === '\n' || one === '\t' ? one : ''))
